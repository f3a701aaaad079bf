import type { AccessError } from "@anyurl/core";
import {
  findMeaning,
  formatReply,
  type Meaning,
  type Meanings,
  type Reply,
  replyError as toError,
} from "@anyurl/core/exchange";
import type { RefusedRecipient } from "@anyurl/scheme-mailto";

/** The step that the server rejected. It determines what the reply means. */
export type RefusedStep = "greeting" | "hello" | "tls" | "login" | "sender" | "recipient" | "data";

/** Makes the error for an unexpected reply (RFC 5321 §4.2.3, RFC 4954 §6, RFC 3463). */
export function replyError(reply: Reply, about: RefusedStep): AccessError {
  return toError(reply, interpretReply(reply, about));
}

/** Makes the receipt's record of one rejected recipient. */
export function createRejectedRecipient(recipient: string, reply: Reply): RefusedRecipient {
  const { code, retryable } = replyError(reply, "recipient");
  return { recipient, code, reply: formatReply(reply), replyCode: reply.code, retryable };
}

const SHUTTING_DOWN: Meaning = { code: "temporarily-unavailable", message: "the server is shutting down" };
const NOT_NOW: Meaning = { code: "temporarily-unavailable", message: "the server cannot do this now" };
const NEEDS_LOGIN: Meaning = {
  code: "auth-required",
  message: "the server requires a login",
  hint: "add the option auth to smtp(…)",
};
const NEEDS_TLS: Meaning = { code: "tls-required", message: "the server requires TLS for this login" };
const UNSUPPORTED: Meaning = { code: "unsupported", message: "the server does not support this command" };
const INVALID: Meaning = { code: "protocol-error", message: "the server rejected the command as invalid" };
const TOO_LARGE: Meaning = { code: "too-large", message: "the message exceeds the server's size limit" };
const REJECTED: Meaning = { code: "permission-denied", message: "the server rejected the connection" };
const NO_MAILBOX: Meaning = { code: "not-found", message: "mailbox not found" };
const MAIL_DENIED: Meaning = {
  code: "permission-denied",
  message: "the server does not allow mail to this mailbox",
};
const BAD_ADDRESS: Meaning = { code: "bad-address", message: "the server rejected the address as invalid" };

/** The codes with the same meaning for every step after the greeting. */
const SESSION: Meanings = { 4: NOT_NOW, 421: SHUTTING_DOWN, 530: NEEDS_LOGIN, 538: NEEDS_TLS };

const COMMON: Meanings = {
  ...SESSION,
  500: UNSUPPORTED,
  501: INVALID,
  502: UNSUPPORTED,
  503: INVALID,
  504: UNSUPPORTED,
  552: TOO_LARGE,
  555: UNSUPPORTED,
  5: { code: "permission-denied", message: "the server denied permission" },
};

const MEANINGS: Readonly<Record<RefusedStep, Meanings>> = {
  greeting: {
    421: SHUTTING_DOWN,
    521: REJECTED,
    554: REJECTED,
    0: { code: "protocol-error", message: "the greeting is not that of a mail server" },
  },
  hello: COMMON,
  tls: COMMON,
  login: {
    ...SESSION,
    500: UNSUPPORTED,
    502: UNSUPPORTED,
    503: INVALID,
    504: UNSUPPORTED,
    530: NEEDS_TLS,
    5: { code: "auth-failed", message: "the server rejected the user or the password" },
  },
  sender: {
    ...COMMON,
    5: { code: "permission-denied", message: "the server rejected the sender" },
  },
  recipient: {
    ...SESSION,
    501: BAD_ADDRESS,
    550: NO_MAILBOX,
    551: NO_MAILBOX,
    552: { code: "too-large", message: "the mailbox is full" },
    553: BAD_ADDRESS,
    5: MAIL_DENIED,
  },
  // Any other 5yz rejects the message.
  data: {
    ...SESSION,
    501: INVALID,
    503: INVALID,
    552: TOO_LARGE,
    5: { code: "permission-denied", message: "the server rejected the message" },
  },
};

function interpretReply(reply: Reply, about: RefusedStep): Meaning {
  if (about === "recipient" && reply.code !== 530 && reply.code !== 538) {
    // The enhanced code (RFC 3463 §3), if there is one, because 550 has many meanings.
    const last = reply.text.slice(reply.text.lastIndexOf("\n") + 1);
    const enhanced =
      reply.code < 500 ? undefined : /^5\.([0-9])\.[0-9]{1,3}(?: |$)/.exec(last.slice(0, 20))?.[1];
    if (enhanced === "1") return NO_MAILBOX;
    if (enhanced === "7") return MAIL_DENIED;
  }
  return findMeaning(reply, MEANINGS[about]);
}
