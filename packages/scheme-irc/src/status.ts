import { AccessError, displayText } from "@anyurl/core";
import type { Meaning, Meanings } from "@anyurl/core/exchange";
import { type IrcMessage, textOfMessage } from "./message.ts";

const NOT_FOUND: Meaning = { code: "not-found", message: "the server has no such channel or user" };
const CLOSED: Meaning = { code: "permission-denied", message: "the channel does not admit this user" };
const DENIED: Meaning = { code: "permission-denied", message: "the server does not admit this user" };
const LATER: Meaning = {
  code: "temporarily-unavailable",
  message: "the server is too busy",
  retryable: true,
};

/** The meaning of each numeric reply that reports an error (RFC 2812 §5.2; 439, 470, 479 and 489 of later servers). */
const MEANINGS: Meanings = {
  263: LATER,
  401: NOT_FOUND,
  402: NOT_FOUND,
  403: NOT_FOUND,
  404: { code: "permission-denied", message: "the channel does not accept the message" },
  405: { code: "temporarily-unavailable", message: "this user has joined too many channels" },
  406: NOT_FOUND,
  421: { code: "unsupported", message: "the server does not support this command" },
  432: {
    code: "bad-option",
    message: "the server does not accept the nickname",
    hint: "set the irc option nick",
  },
  437: LATER,
  439: LATER,
  451: { code: "auth-required", message: "the server requires a registration" },
  461: { code: "unsupported", message: "the server does not support this form of the command" },
  462: DENIED,
  463: DENIED,
  464: {
    code: "auth-failed",
    message: "the server requires a password, or another one",
    hint: "write it into the URL: irc://:PASSWORD@host/",
  },
  465: DENIED,
  470: CLOSED,
  471: CLOSED,
  473: CLOSED,
  474: CLOSED,
  475: {
    code: "auth-failed",
    message: "the channel requires a key, or another one",
    hint: 'add "?key=KEY" to the URL',
  },
  476: { code: "not-found", message: "the server does not accept the name of the channel" },
  479: { code: "not-found", message: "the server does not accept the name of the channel" },
  477: { code: "permission-denied", message: "the channel only admits registered users" },
  481: DENIED,
  484: DENIED,
  489: CLOSED,
};

/** Is it a reply that reports an error? */
export function isErrorReply({ command }: IrcMessage): boolean {
  return /^[45][0-9][0-9]$/.test(command) || command === "263";
}

/** Creates the error of a reply. */
export function toError(message: IrcMessage): AccessError {
  const number = Number(message.command);
  const { code, message: text, hint, retryable } = MEANINGS[number] ?? UNEXPECTED;
  const reply = shorten(`${message.command} ${message.parameters.slice(1).join(" ")}`);
  return new AccessError(code, text, { reply, replyCode: number, hint, retryable });
}

const UNEXPECTED: Meaning = { code: "protocol-error", message: "unexpected reply from the server" };

/** Creates the error of an ERROR message, with which a server closes the connection (RFC 2812 §3.7.4). */
export function closedError(message: IrcMessage, isRegistered: boolean): AccessError {
  const reply = shorten(textOfMessage(message));
  return isRegistered
    ? new AccessError("truncated", "the server closed the connection", { reply, retryable: true })
    : new AccessError("permission-denied", "the server refused the connection", { reply });
}

/** Shortens a text of a server for an error. */
function shorten(text: string): string {
  return displayText(text).slice(0, 500);
}
