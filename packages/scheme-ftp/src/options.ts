import { defineOptions, type OptionSet, type OptionsInput, type ResolvedOptions } from "@anyurl/core";

const DECLARATIONS = {
  email: {
    type: "string",
    default: "anonymous@",
    read: (text: string): string | undefined => (isAddress(text) ? text : undefined),
    expected: "an address without spaces and control characters",
    description: "the password of an anonymous login; the default identifies no user",
    rule: "RFC 1635",
  },
  login: {
    type: "choice",
    choices: ["anonymous", "ask"],
    default: "anonymous",
    description: "if the URL has no user: log in as anonymous, or ask for a login first",
    rule: "RFC 1738 §3.2.1",
  },
  tls: {
    type: "choice",
    choices: ["none", "preferred", "required"],
    default: "none",
    description: "use AUTH TLS before the login; ftps uses TLS from the first byte",
    rule: "RFC 4217",
  },
  path: {
    type: "choice",
    choices: ["rfc1738", "cwd-once", "full-path"],
    default: "rfc1738",
    description: "one CWD for each segment of the path, one for the whole path, or none",
    rule: "RFC 1738 §3.2.2",
  },
  type: {
    type: "choice",
    choices: ["image", "by-suffix"],
    default: "image",
    description:
      "if the URL has no typecode: transfer as an image, or as text depending on the suffix of the name",
  },
  lineEnds: {
    type: "choice",
    choices: ["as-sent", "lf"],
    default: "as-sent",
    description: "line ends of a text: as sent, or converted to LF here and CR LF on the server",
    rule: "RFC 959 §3.1.1.1",
  },
  facts: {
    type: "boolean",
    default: false,
    description: "request size and date before get; with a range it always does",
    rule: "RFC 3659",
  },
  autoList: {
    type: "boolean",
    default: false,
    description: 'get of a directory without a final "/" in its URL lists its names',
  },
  hiddenFiles: {
    type: "boolean",
    default: false,
    description:
      'list with "LIST -a" on a server without MLSD: many servers then include names that begin with ".", although RFC 959 does not define it',
    rule: "RFC 959 §4.1.3",
  },
  optsUtf8: {
    type: "boolean",
    default: false,
    description: "send OPTS UTF8 ON to a server with UTF8, although RFC 2640 does not define it",
  },
  data: {
    type: "choice",
    choices: ["passive", "active"],
    default: "passive",
    description: "how to open data connections: client to server, or server to client",
    rule: "RFC 959 §3.2",
  },
  closeNotify: {
    type: "choice",
    choices: ["required", "optional"],
    default: "required",
    description:
      "what ends a download over TLS: a close_notify, or any close; with the latter, a cut listing looks complete",
    rule: "RFC 8446 §6.1",
  },
} as const;

/** The options of ftp and ftps: choices that RFC 1738 leaves open, and deviations from it. */
export const ftpOptions: OptionSet<typeof DECLARATIONS> = defineOptions("ftp", DECLARATIONS);

export type FtpOptions = OptionsInput<typeof ftpOptions>;
export type FtpSettings = ResolvedOptions<typeof ftpOptions>;

function isAddress(value: string): boolean {
  if (value === "") return false;
  for (const char of value) if (char <= " " || (char >= "\x7f" && char <= "\xa0")) return false;
  return true;
}
