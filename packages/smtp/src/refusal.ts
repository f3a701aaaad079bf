import { type AccessCode, AccessError } from "@anyurl/core";
import type { RefusedRecipient } from "@anyurl/scheme-mailto";
import { type Reply, shownReply } from "./reply.ts";

/** What was being done when a server refused: it decides what the refusal means. */
export type About = "greeting" | "hello" | "tls" | "login" | "sender" | "recipient" | "data";

interface Meaning {
  readonly code: AccessCode;
  readonly message: string;
  readonly hint?: string;
  readonly retryable?: true;
}

/** The error for a reply that is not the hoped-for one (RFC 5321 §4.2.3, RFC 4954 §6, RFC 3463). */
export function refusal(reply: Reply, about: About): AccessError {
  const { code, message, hint, retryable } = meaningOf(reply, about);
  return new AccessError(code, message, { reply: shownReply(reply), replyCode: reply.code, hint, retryable });
}

/** The same for one recipient of several. */
export function refusedRecipient(recipient: string, reply: Reply): RefusedRecipient {
  const { code, retryable = false } = meaningOf(reply, "recipient");
  return { recipient, code, reply: shownReply(reply), replyCode: reply.code, retryable };
}

function meaningOf(reply: Reply, about: About): Meaning {
  const { code } = reply;
  if (code === 421) return later("the server is closing its service");
  if (about === "greeting") {
    return code === 554 || code === 521
      ? { code: "permission-denied", message: "the server turns us away" }
      : { code: "protocol-error", message: "the server does not greet as a mail server does" };
  }
  if (code < 400) return { code: "protocol-error", message: "this reply was not expected here" };
  if (code < 500) return later("the server cannot do this now");
  if (code === 530 && about !== "login") {
    return {
      code: "auth-required",
      message: "the server takes no mail without a login",
      hint: "give the option auth to smtp(…)",
    };
  }
  if (code === 538 || (code === 530 && about === "login")) {
    return { code: "tls-required", message: "the server takes no such login without TLS" };
  }
  if (about === "login" && (code === 534 || code === 535 || code === 501 || code >= 550))
    return { code: "auth-failed", message: "the server does not accept this user and password" };
  if (code === 552 && about !== "recipient")
    return { code: "too-large", message: "the message is larger than the server takes" };
  if (about === "recipient") return recipientMeaning(reply);
  // Of mail data any 5yz is a no to the message.
  if (about !== "data" && (code === 500 || code === 502 || code === 504 || code === 555))
    return { code: "unsupported", message: "the server does not do this" };
  if (code === 501 || code === 503)
    return { code: "protocol-error", message: "the server does not understand what was sent" };
  return { code: "permission-denied", message: DENIED.get(about) ?? "the server does not let us do this" };
}

const DENIED: ReadonlyMap<About, string> = new Map([
  ["sender", "the server takes no mail from this sender"],
  ["data", "the server does not take this message"],
]);

/** By the enhanced code (RFC 3463 §3) where there is one: 550 alone stands for many things. */
function recipientMeaning({ code, lines }: Reply): Meaning {
  const enhanced = /^5\.([0-9])\.[0-9]{1,3}(?: |$)/.exec((lines.at(-1) ?? "").slice(0, 20))?.[1];
  const nobody: Meaning = { code: "not-found", message: "the server has no such mailbox" };
  if (enhanced === "1") return nobody;
  if (enhanced === "7" || code === 554)
    return { code: "permission-denied", message: "the server does not let us send to this mailbox" };
  if (code === 552) return { code: "too-large", message: "the mailbox is full" };
  if (code === 550 || code === 551) return nobody;
  if (code === 553 || code === 501)
    return { code: "bad-address", message: "the server does not take this for an address" };
  return { code: "permission-denied", message: "the server does not let us send to this mailbox" };
}

function later(message: string): Meaning {
  return { code: "temporarily-unavailable", message, retryable: true };
}
