import { type AccessCode, AccessError } from "@anyurl/core";
import type { RefusedRecipient } from "@anyurl/scheme-mailto";
import { formatReply, type Reply } from "./reply.ts";

/** The step that the server rejected. It determines what the reply means. */
export type RefusedStep = "greeting" | "hello" | "tls" | "login" | "sender" | "recipient" | "data";

interface Meaning {
  readonly code: AccessCode;
  readonly message: string;
  readonly hint?: string;
  readonly retryable?: true;
}

/** Makes the error for an unexpected reply (RFC 5321 §4.2.3, RFC 4954 §6, RFC 3463). */
export function replyError(reply: Reply, about: RefusedStep): AccessError {
  const { code, message, hint, retryable } = interpretReply(reply, about);
  return new AccessError(code, message, {
    reply: formatReply(reply),
    replyCode: reply.code,
    hint,
    retryable,
  });
}

/** Makes the receipt's record of one rejected recipient. */
export function createRejectedRecipient(recipient: string, reply: Reply): RefusedRecipient {
  const { code, retryable = false } = interpretReply(reply, "recipient");
  return { recipient, code, reply: formatReply(reply), replyCode: reply.code, retryable };
}

function interpretReply(reply: Reply, about: RefusedStep): Meaning {
  const { code } = reply;
  if (code === 421) return temporaryMeaning("the server is shutting down");
  if (about === "greeting") {
    return code === 554 || code === 521
      ? { code: "permission-denied", message: "the server rejected the connection" }
      : { code: "protocol-error", message: "the greeting is not that of a mail server" };
  }
  if (code < 400) return { code: "protocol-error", message: "unexpected reply from the server" };
  if (code < 500) return temporaryMeaning("the server cannot do this now");
  if (code === 530 && about !== "login") {
    return {
      code: "auth-required",
      message: "the server requires a login",
      hint: "add the option auth to smtp(…)",
    };
  }
  if (code === 538 || (code === 530 && about === "login")) {
    return { code: "tls-required", message: "the server requires TLS for this login" };
  }
  if (about === "login" && (code === 534 || code === 535 || code === 501 || code >= 550))
    return { code: "auth-failed", message: "the server rejected the user or the password" };
  if (code === 552 && about !== "recipient")
    return { code: "too-large", message: "the message exceeds the server's size limit" };
  if (about === "recipient") return interpretRecipientReply(reply);
  // For mail data, any other 5yz rejects the message.
  if (about !== "data" && (code === 500 || code === 502 || code === 504 || code === 555))
    return { code: "unsupported", message: "the server does not support this command" };
  if (code === 501 || code === 503)
    return { code: "protocol-error", message: "the server rejected the command as invalid" };
  return { code: "permission-denied", message: DENIED.get(about) ?? "the server denied permission" };
}

const DENIED: ReadonlyMap<RefusedStep, string> = new Map([
  ["sender", "the server rejected the sender"],
  ["data", "the server rejected the message"],
]);

/** Uses the enhanced code (RFC 3463 §3) if there is one, because 550 has many meanings. */
function interpretRecipientReply({ code, lines }: Reply): Meaning {
  const enhanced = /^5\.([0-9])\.[0-9]{1,3}(?: |$)/.exec((lines.at(-1) ?? "").slice(0, 20))?.[1];
  const unknownMailbox: Meaning = { code: "not-found", message: "mailbox not found" };
  if (enhanced === "1") return unknownMailbox;
  if (enhanced === "7" || code === 554)
    return { code: "permission-denied", message: "the server does not allow mail to this mailbox" };
  if (code === 552) return { code: "too-large", message: "the mailbox is full" };
  if (code === 550 || code === 551) return unknownMailbox;
  if (code === 553 || code === 501)
    return { code: "bad-address", message: "the server rejected the address as invalid" };
  return { code: "permission-denied", message: "the server does not allow mail to this mailbox" };
}

function temporaryMeaning(message: string): Meaning {
  return { code: "temporarily-unavailable", message, retryable: true };
}
