import type { OptionDescription } from "@anyurl/core";
import { DEFAULT_OPTIONS, type FtpOptions } from "./options.ts";

/** What the options of ftp and ftps are. */
export const OPTIONS: Readonly<Record<keyof FtpOptions, OptionDescription>> = {
  email: {
    type: "text",
    default: DEFAULT_OPTIONS.email,
    summary: "what an anonymous user gives as a password",
    cite: "RFC 1635",
  },
  login: {
    type: "text",
    values: ["anonymous", "ask"],
    default: DEFAULT_OPTIONS.login,
    summary: "without a user in the URL: anonymous at once, or ask for a login first",
    cite: "RFC 1738 §3.2.1",
  },
  tls: {
    type: "text",
    values: ["none", "preferred", "required"],
    default: DEFAULT_OPTIONS.tls,
    summary: "TLS that begins on the control connection, before the login",
    cite: "RFC 4217",
  },
  path: {
    type: "text",
    values: ["rfc1738", "cwd-once", "full-path"],
    default: DEFAULT_OPTIONS.path,
    summary: "one CWD for each segment of the path, one for all of them, or none",
    cite: "RFC 1738 §3.2.2",
  },
  type: {
    type: "text",
    values: ["image", "by-suffix"],
    default: DEFAULT_OPTIONS.type,
    summary: "without a typecode: whether the suffix of a name makes it a text",
  },
  lineEnds: {
    type: "text",
    values: ["as-sent", "lf"],
    default: DEFAULT_OPTIONS.lineEnds,
    summary: "of a text: the ends of its lines as they come, or LF here and CR LF there",
    cite: "RFC 959 §3.1.1.1",
  },
  facts: {
    type: "boolean",
    default: DEFAULT_OPTIONS.facts,
    summary: "get asks for size and date beforehand",
    cite: "RFC 3659",
  },
  autoList: {
    type: "boolean",
    default: DEFAULT_OPTIONS.autoList,
    summary: 'get of a directory whose URL lacks the "/" at its end gives the names in it',
  },
  optsUtf8: {
    type: "boolean",
    default: DEFAULT_OPTIONS.optsUtf8,
    summary: "a server that has UTF8 is told OPTS UTF8 ON, which RFC 2640 has not",
  },
  data: {
    type: "text",
    values: ["passive", "active"],
    default: DEFAULT_OPTIONS.data,
    summary: "who opens data connections: we do, or the server to us",
    cite: "RFC 959 §3.2",
  },
};
