import type { AccessError } from "@anyurl/core";
import { findMeaning, type Meaning, type Meanings, type Reply, replyError } from "@anyurl/core/exchange";

/** The context of an error reply, which decides its meaning. */
export type About = "greeting" | "tls" | "login" | "cwd" | "type" | "transfer" | "data" | "facts" | "change";

/** Creates the error for an unexpected reply (RFC 959 §4.2.2, RFC 1123 §4.1). */
export function refusal(reply: Reply, about: About): AccessError {
  return replyError(reply, interpretText(reply, about) ?? findMeaning(reply, MEANINGS[about] ?? COMMON));
}

const means = (code: Meaning["code"], message: string, hint?: string): Meaning => ({ code, message, hint });

const CLOSING = means("temporarily-unavailable", "the server is closing the connection");
const UNSUPPORTED = means("unsupported", "the server does not support this command");
const NEEDS_ACCOUNT = means("auth-required", "the server requires an account");
const BAD_NAME = means("permission-denied", "the server does not allow this name");
const NOT_FOUND = means("not-found", "the server has no such file or directory");
const ALREADY_EXISTS = means("already-exists", "the name already exists");
const FULL = means("no-space", "the server has insufficient storage space");
const LOGIN_FAILED = means("auth-failed", "the login failed");
// RFC 4217 §10: the data connection did not resume the TLS session of the control connection.
const BAD_TLS_SESSION = means("tls-failed", "the server rejected the TLS session of the data connection");

const COMMON: Meanings = {
  332: NEEDS_ACCOUNT,
  421: CLOSING,
  425: means("connect-failed", "the server could not open the data connection"),
  426: { code: "truncated", message: "the server aborted the transfer", retryable: true },
  450: means("temporarily-unavailable", "the server is busy"),
  500: UNSUPPORTED,
  501: UNSUPPORTED,
  502: UNSUPPORTED,
  503: UNSUPPORTED,
  504: UNSUPPORTED,
  530: means("auth-required", "the server requires a different login for this"),
  532: NEEDS_ACCOUNT,
  550: NOT_FOUND,
  553: BAD_NAME,
  4: means("temporarily-unavailable", "the server cannot do this now"),
};

const MEANINGS: Readonly<Partial<Record<About, Meanings>>> = {
  greeting: {
    421: CLOSING,
    5: means("permission-denied", "the server refused the session"),
    0: means("protocol-error", "unexpected greeting: expected reply code 220"),
  },
  tls: {
    421: CLOSING,
    0: means(
      "tls-required",
      "the server does not support the requested TLS protection",
      'set the ftp option tls to "none" to connect without TLS',
    ),
  },
  login: {
    332: NEEDS_ACCOUNT,
    421: CLOSING,
    530: means("auth-failed", "the server does not accept this user and password"),
    532: NEEDS_ACCOUNT,
    4: LOGIN_FAILED,
    5: LOGIN_FAILED,
    0: means("protocol-error", "the login failed"),
  },
  cwd: { ...COMMON, 550: means("not-found", "the server has no such directory") },
  transfer: { ...COMMON, 450: NOT_FOUND, 522: BAD_TLS_SESSION },
  // These commands name no file.
  type: { ...COMMON, 550: UNSUPPORTED, 553: UNSUPPORTED },
  data: { ...COMMON, 550: UNSUPPORTED, 553: UNSUPPORTED },
  // STOR, DELE, RNTO, and similar commands (RFC 959 §4.2.1, RFC 1123 §4.1.2.11).
  change: { ...COMMON, 452: FULL, 521: ALREADY_EXISTS, 522: BAD_TLS_SESSION, 552: FULL },
};

/** The texts of systems that refuse a name, such as "a:b" on FAT: EINVAL of POSIX, and those of Windows. */
const BAD_NAME_TEXT =
  /invalid argument|invalid (?:file ?)?name|name(?: syntax)?,? [^.]*(?:incorrect|invalid)/i;

/** Interprets the text, because 550 has many meanings; `undefined` if only the code has a meaning. */
function interpretText({ code, text }: Reply, about: About): Meaning | undefined {
  if (about === "greeting" || about === "tls" || about === "login") return undefined;
  const says = (pattern: RegExp) => pattern.test(text.slice(0, 1000));
  if (about === "change" && code >= 500 && code !== 522 && code !== 530 && code !== 552) {
    if (says(/not empty/i)) return means("not-empty", "the directory is not empty");
    if (says(/(?:already |file |directory )exists?/i)) return ALREADY_EXISTS;
    if (code === 553 || says(BAD_NAME_TEXT)) return BAD_NAME;
  }
  if (code !== 550 && code !== 553 && (code !== 450 || about !== "transfer")) return undefined;
  if (says(/permission denied|not permitted|access denied|prohibited/i))
    return means("permission-denied", "the server denied permission to this user");
  if (about === "type" || about === "data") return undefined;
  if (about === "cwd" && says(/not a directory/i)) return means("not-a-directory", "it is not a directory");
  return says(/is a directory|not a (?:plain|regular) file/i)
    ? means("is-a-directory", "it is a directory, not a file", 'add "/" to the end of the URL')
    : undefined;
}
