import { AccessError, displayText, type Limits, textOf } from "@anyurl/core";
import { type Exchange, type Inbox, readText } from "@anyurl/core/exchange";

/** A reply of an FTP server, with all its lines (RFC 959 §4.2). */
export interface Reply {
  /** 100–599. */
  readonly code: number;
  /** The text, with lines joined by LF and without the codes of the first and last line. Untrusted. */
  readonly text: string;
}

/**
 * Reads one reply. "Thus the format for multi-line replies is that the first line will begin with the exact
 * required reply code, followed immediately by a Hyphen …; the last line will begin with the same code, followed
 * immediately by Space" (RFC 959 §4.2). Lines between may begin with digits.
 *
 * @throws {AccessError} protocol-error, too-large, truncated.
 */
export function* readReply(inbox: Inbox, limits: Limits): Exchange<never, Reply> {
  const first = (yield* readText(inbox, limits)) ?? cutOff(inbox, false);
  const code = codeOf(first);
  if (code === undefined) {
    throw new AccessError("protocol-error", "invalid reply: expected an FTP reply", {
      reply: shorten(first),
    });
  }
  return { code, text: first[3] === "-" ? yield* furtherLines(inbox, limits, first) : first.slice(4) };
}

/** Parses the code of a reply's first line: three digits, then a space, a hyphen, or the end of the line. */
function codeOf(line: string): number | undefined {
  const delimiter = line[3];
  if (delimiter !== undefined && delimiter !== " " && delimiter !== "-") return undefined;
  const code = digitAt(line, 0) * 100 + digitAt(line, 1) * 10 + digitAt(line, 2);
  return code >= 100 && code <= 599 ? code : undefined;
}

/** Returns the digit at an index, or NaN. */
function digitAt(line: string, index: number): number {
  const digit = line.charCodeAt(index) - 0x30;
  return digit >= 0 && digit <= 9 ? digit : Number.NaN;
}

/** Reads the other lines of a multi-line reply and returns its text. */
function* furtherLines(inbox: Inbox, limits: Limits, first: string): Exchange<never, string> {
  const end = `${first.slice(0, 3)} `;
  const lines = [first.slice(4)];
  let octets = first.length;
  for (;;) {
    const line = (yield* readText(inbox, limits)) ?? cutOff(inbox, true);
    octets += line.length;
    if (octets > limits.maxReply) throw tooLarge("bytes", "maxReply", limits.maxReply);
    if (lines.length >= limits.maxReplyLines) throw tooLarge("lines", "maxReplyLines", limits.maxReplyLines);
    const isLast = line.startsWith(end);
    lines.push(isLast ? line.slice(end.length) : line);
    if (isLast) return lines.join("\n");
  }
}

/** @throws {AccessError} truncated: the server closed the connection before the end of a reply. */
function cutOff(inbox: Inbox, within: boolean): never {
  throw within || inbox.size > 0
    ? new AccessError("truncated", "the server closed the connection within a reply", {
        reply: shorten(textOf(inbox.take())),
      })
    : new AccessError("truncated", "the server closed the connection instead of replying", {
        retryable: true,
      });
}

function tooLarge(what: string, limit: string, max: number): AccessError {
  return new AccessError("too-large", `the reply exceeds the limit of ${max} ${what}`, {
    hint: `increase the limit ${limit}`,
  });
}

/** Formats a server's text for an error: one sanitized line of at most 500 characters. */
export function shorten(text: string): string {
  const shown = displayText(text.replaceAll("\n", " "));
  return shown.length > 500 ? `${shown.slice(0, 499)}…` : shown;
}

/** Maps an error reply to STOR, DELE, RNTO, and similar commands (RFC 959 §4.2.1, RFC 1123 §4.1.2.11). */
function changeRefused({ code, text }: Reply): readonly [code: string, message: string] | undefined {
  if (code === 552 || code === 452) return ["no-space", "the server has insufficient storage space"];
  if (code >= 500 && /not empty/i.test(text.slice(0, 1000)))
    return ["not-empty", "the directory is not empty"];
  if (code === 521 || (code >= 500 && EXISTS.test(text.slice(0, 1000)))) {
    return ["already-exists", "the name already exists"];
  }
  return code === 553 ? ["permission-denied", "the server does not allow this name"] : undefined;
}

const EXISTS = /(?:already |file |directory )exists?/i;

/** The context of an error reply, which decides its meaning. */
export type About = "greeting" | "tls" | "login" | "cwd" | "type" | "transfer" | "data" | "facts" | "change";

/** Creates the error for an unexpected reply (RFC 959 §4.2.2, RFC 1123 §4.1). */
export function refusal(reply: Reply, about: About): AccessError {
  const { code, text } = reply;
  const says = (pattern: RegExp) => pattern.test(text.slice(0, 1000));
  const error = (as: string, message: string, more: { hint?: string; retryable?: boolean } = {}) =>
    new AccessError(as, message, { reply: shorten(`${code} ${text}`), replyCode: code, ...more });

  if (code === 421)
    return error("temporarily-unavailable", "the server is closing the connection", { retryable: true });
  if (about === "greeting") {
    return code >= 500
      ? error("permission-denied", "the server refused the session")
      : error("protocol-error", "unexpected greeting: expected reply code 220");
  }
  if (about === "tls") {
    return error("tls-required", "the server does not support the requested TLS protection", {
      hint: 'set the ftp option tls to "none" to connect without TLS',
    });
  }
  if (code === 530) {
    return about === "login"
      ? error("auth-failed", "the server does not accept this user and password")
      : error("auth-required", "the server requires a different login for this");
  }
  // RFC 4217 §10: the data connection did not resume the TLS session of the control connection.
  if (code === 522 && (about === "transfer" || about === "change"))
    return error("tls-failed", "the server rejected the TLS session of the data connection");
  if (about === "change") {
    const refused = changeRefused(reply);
    if (refused !== undefined) return error(...refused);
  }
  if (code === 532 || code === 332) return error("auth-required", "the server requires an account");
  if (about === "login") return error(code >= 400 ? "auth-failed" : "protocol-error", "the login failed");
  if (code === 425)
    return error("connect-failed", "the server could not open the data connection", { retryable: true });
  if (code === 426) return error("truncated", "the server aborted the transfer", { retryable: true });
  if (code === 450 && about !== "transfer")
    return error("temporarily-unavailable", "the server is busy", { retryable: true });
  if (code === 550 || code === 553 || code === 450) {
    if (says(/permission denied|not permitted|access denied|prohibited/i)) {
      return error("permission-denied", "the server denied permission to this user");
    }
    if (about === "cwd" && says(/not a directory/i)) return error("not-a-directory", "it is not a directory");
    if (says(/is a directory|not a (?:plain|regular) file/i)) {
      return error("is-a-directory", "it is a directory, not a file", {
        hint: 'add "/" to the end of the URL',
      });
    }
    if (code === 553) return error("permission-denied", "the server does not allow this name");
    return error(
      "not-found",
      about === "cwd" ? "the server has no such directory" : "the server has no such file or directory",
    );
  }
  if (code >= 500 && code <= 504) return error("unsupported", "the server does not support this command");
  if (code >= 400 && code < 500)
    return error("temporarily-unavailable", "the server cannot do this now", { retryable: true });
  return error("protocol-error", "unexpected reply from the server");
}
