import { AccessError, displayText, type Limits, textOf } from "@anyurl/core";
import { type Exchange, type Inbox, readLine } from "@anyurl/core/exchange";

/** One reply of a mail server, with all its lines (RFC 5321 §4.2). */
export interface Reply {
  /** 200–599. */
  readonly code: number;
  /** The text after the code, one string per line. Untrusted. */
  readonly lines: readonly string[];
}

/** Reply-code [ SP textstring ], or "-" if more lines follow: three digits, 2yz to 5yz. */
const LINE_PATTERN = /^([2-5][0-5][0-9])(?:([ -])(.*))?$/s;

/**
 * Reads one reply: "every line except the last, the reply code is followed by a hyphen" (RFC 5321 §4.2.1), and the code
 * is the same in all of them.
 *
 * @throws {AccessError} protocol-error, too-large, truncated.
 */
export function* readReply(inbox: Inbox, limits: Limits): Exchange<never, Reply> {
  const lines: string[] = [];
  let octets = 0;
  for (let code: string | undefined; ; ) {
    const text = yield* readReplyLine(inbox, limits, lines.length > 0);
    octets += text.length;
    if (octets > limits.maxReply) throw tooLargeError("bytes", "maxReply", limits.maxReply);
    if (lines.length >= limits.maxReplyLines)
      throw tooLargeError("lines", "maxReplyLines", limits.maxReplyLines);
    const match = LINE_PATTERN.exec(text);
    if (match === null || (code !== undefined && match[1] !== code)) {
      throw new AccessError("protocol-error", "not a reply of a mail server", {
        reply: shortenText(text),
      });
    }
    code = match[1]!;
    lines.push(match[3] ?? "");
    if (match[2] !== "-") return { code: Number(code), lines };
  }
}

function* readReplyLine(inbox: Inbox, limits: Limits, within: boolean): Exchange<never, string> {
  const line = yield* readLine(inbox, { maxLine: limits.maxLine });
  if (line !== undefined) return textOf(line);
  throw within || inbox.size > 0
    ? new AccessError("truncated", "the server closed the connection within a reply", {
        reply: shortenText(textOf(inbox.take())),
        retryable: true,
      })
    : new AccessError("truncated", "the server closed the connection instead of replying", {
        retryable: true,
      });
}

function tooLargeError(what: string, limit: string, max: number): AccessError {
  return new AccessError("too-large", `a reply of the server exceeds the limit of ${max} ${what}`, {
    hint: `increase the limit ${limit}`,
  });
}

/** Formats a reply for an error or a receipt: one line, sanitized, at most 500 characters. */
export function formatReply({ code, lines }: Reply): string {
  return shortenText(`${code} ${lines.join(" ")}`.trimEnd());
}

function shortenText(text: string): string {
  const shown = displayText(text);
  return shown.length > 500 ? `${shown.slice(0, 499)}…` : shown;
}
