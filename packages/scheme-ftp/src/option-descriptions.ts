import type { OptionDescription } from "@anyurl/core";
import { DEFAULT_OPTIONS, type FtpOptions } from "./options.ts";

/** Descriptions of the options of ftp and ftps. */
export const OPTIONS: Readonly<Record<keyof FtpOptions, OptionDescription>> = {
  email: {
    type: "text",
    default: DEFAULT_OPTIONS.email,
    summary: "the password of an anonymous login",
    cite: "RFC 1635",
  },
  login: {
    type: "text",
    values: ["anonymous", "ask"],
    default: DEFAULT_OPTIONS.login,
    summary: "if the URL has no user: log in as anonymous, or ask for a login first",
    cite: "RFC 1738 §3.2.1",
  },
  tls: {
    type: "text",
    values: ["none", "preferred", "required"],
    default: DEFAULT_OPTIONS.tls,
    summary: "use AUTH TLS before the login",
    cite: "RFC 4217",
  },
  path: {
    type: "text",
    values: ["rfc1738", "cwd-once", "full-path"],
    default: DEFAULT_OPTIONS.path,
    summary: "one CWD for each segment of the path, one for the whole path, or none",
    cite: "RFC 1738 §3.2.2",
  },
  type: {
    type: "text",
    values: ["image", "by-suffix"],
    default: DEFAULT_OPTIONS.type,
    summary:
      "if the URL has no typecode: transfer as an image, or as text depending on the suffix of the name",
  },
  lineEnds: {
    type: "text",
    values: ["as-sent", "lf"],
    default: DEFAULT_OPTIONS.lineEnds,
    summary: "line ends of a text: as sent, or converted to LF here and CR LF on the server",
    cite: "RFC 959 §3.1.1.1",
  },
  facts: {
    type: "boolean",
    default: DEFAULT_OPTIONS.facts,
    summary: "request size and date before get",
    cite: "RFC 3659",
  },
  autoList: {
    type: "boolean",
    default: DEFAULT_OPTIONS.autoList,
    summary: 'get of a directory without a final "/" in its URL lists its names',
  },
  optsUtf8: {
    type: "boolean",
    default: DEFAULT_OPTIONS.optsUtf8,
    summary: "send OPTS UTF8 ON to a server with UTF8, although RFC 2640 does not define it",
  },
  data: {
    type: "text",
    values: ["passive", "active"],
    default: DEFAULT_OPTIONS.data,
    summary: "how to open data connections: client to server, or server to client",
    cite: "RFC 959 §3.2",
  },
};
