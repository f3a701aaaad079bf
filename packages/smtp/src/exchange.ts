import { AccessError, isAccessError, type Limits } from "@anyurl/core";
import {
  checkNoUnsolicitedData,
  type Exchange,
  formatCommand,
  formatReply,
  Inbox,
  type LineDialogue,
  type Reply,
  readReply,
} from "@anyurl/core/exchange";
import type { Receipt, RefusedRecipient } from "@anyurl/scheme-mailto";
import { SMTP, sendCommand } from "./command.ts";
import { type Extensions, getMaxSize, NO_EXTENSIONS, parseExtensions } from "./extensions.ts";
import { type Login, logIn } from "./login.ts";
import type { RequiredExtensions } from "./mail-data.ts";
import { formatPath } from "./path.ts";
import { createRejectedRecipient, replyError } from "./reply-error.ts";

/** One message and its settings, written and checked before anything is sent. */
export interface SubmissionPlan {
  readonly from: string;
  readonly recipients: readonly string[];
  readonly partial: boolean;
  /** The mail data with dots doubled, without the final line ".". */
  readonly data: readonly Uint8Array[];
  /** Bytes of the message, before dots are doubled. */
  readonly size: number;
  readonly needs: RequiredExtensions;
  /** "implicit": TLS is already active. */
  readonly tls: "implicit" | "required" | "preferred" | "none";
  readonly login: Login | undefined;
  /** Whether the password may be sent without TLS. */
  readonly clearTextPasswords: "refuse" | "allow";
  /** Our name in EHLO: a domain, or an address literal. */
  readonly name: string;
}

/**
 * Submits one message (RFC 5321 §3.3, RFC 6409). The receipt lists rejected recipients. If the server rejects anything
 * else, the client still sends QUIT, as it MUST (§4.1.1.10), and then throws.
 *
 * @throws {AccessError} tls-required, tls-failed, auth-required, auth-failed, permission-denied, too-large,
 * unsupported, temporarily-unavailable, protocol-error, desync, truncated, timeout.
 */
export function* submitMessage(submitting: SubmissionPlan, limits: Limits): Exchange<never, Receipt> {
  const dialogue: LineDialogue = { protocol: SMTP, inbox: new Inbox(), limits };
  const greeting = yield* readReply(dialogue);
  // This is the greeting of another service: send nothing to it.
  if (greeting.code !== 220) throw replyError(greeting, "greeting");
  const outcome = yield* runSession(dialogue, submitting);
  yield* sendQuit(dialogue);
  if (isAccessError(outcome)) throw outcome;
  return outcome;
}

/** Runs the session up to QUIT. Returns a receipt, or the error that the server's reply means. */
function* runSession(
  dialogue: LineDialogue,
  submitting: SubmissionPlan,
): Exchange<never, Receipt | AccessError> {
  const { tls, login } = submitting;
  let extensions = yield* sendHello(dialogue, submitting);
  if (isAccessError(extensions)) return extensions;
  let isSecure = tls === "implicit";
  if (!isSecure && tls !== "none") {
    if (extensions.has("STARTTLS")) {
      const failure = yield* startTls(dialogue);
      if (failure !== undefined) return failure;
      isSecure = true;
      // "The client MUST discard any knowledge obtained from the server … prior to the TLS negotiation" (RFC 3207 §4.2).
      extensions = yield* sendHello(dialogue, submitting);
      if (isAccessError(extensions)) return extensions;
    } else if (tls === "required") {
      return new AccessError("tls-required", "the server does not offer STARTTLS; nothing was sent", {
        hint: 'use tls: "implicit" if the server has a TLS port, usually 465',
      });
    }
  }
  if (login !== undefined) {
    if (!isSecure && submitting.clearTextPasswords === "refuse") {
      return new AccessError("tls-required", "cannot send the password without TLS; nothing was sent", {
        hint: 'use tls: "implicit" or "required", or set clearTextPasswords: "allow"',
      });
    }
    const failure = yield* logIn(dialogue, login, extensions);
    if (failure !== undefined) return failure;
  }
  return yield* runTransaction(dialogue, submitting, extensions);
}

/** Sends EHLO, or HELO to a server of RFC 821 (RFC 5321 §3.2). */
function* sendHello(
  dialogue: LineDialogue,
  { name }: SubmissionPlan,
): Exchange<never, Extensions | AccessError> {
  const cite = "RFC 5321 §4.1.1.1";
  const reply = yield* sendCommand(dialogue, `EHLO ${name}`, { cite });
  if (reply.code === 250) return parseExtensions(reply);
  if (reply.code !== 500 && reply.code !== 502) return replyError(reply, "hello");
  const plain = yield* sendCommand(dialogue, `HELO ${name}`, { cite });
  return plain.code === 250 ? NO_EXTENSIONS : replyError(plain, "hello");
}

function* startTls(dialogue: LineDialogue): Exchange<never, AccessError | undefined> {
  const cite = "RFC 3207 §4";
  const reply = yield* sendCommand(dialogue, "STARTTLS", { cite });
  if (reply.code !== 220) return replyError(reply, "tls");
  // Unencrypted data after the reply was injected by a third party (RFC 3207 §6).
  checkNoUnsolicitedData(dialogue);
  yield { do: "secure", cite };
  return undefined;
}

/** Runs the mail transaction (RFC 5321 §3.3). */
function* runTransaction(
  dialogue: LineDialogue,
  submitting: SubmissionPlan,
  extensions: Extensions,
): Exchange<never, Receipt | AccessError> {
  const { from, recipients, partial, data } = submitting;
  const lack = findMissingExtension(submitting, extensions);
  if (lack !== undefined) return lack;
  const mail = `MAIL FROM:${formatPath(from)}${formatMailParameters(submitting, extensions)}`;
  const sender = yield* sendCommand(dialogue, mail, { cite: "RFC 5321 §4.1.1.2" });
  if (sender.code !== 250) return replyError(sender, "sender");

  const accepted: string[] = [];
  const refused: RefusedRecipient[] = [];
  for (const recipient of recipients) {
    const cite = "RFC 5321 §4.1.1.3";
    const reply = yield* sendCommand(dialogue, `RCPT TO:${formatPath(recipient)}`, { cite });
    // 530, 503 and 421 concern the session, not this recipient.
    if (reply.code === 530 || reply.code === 503 || reply.code === 421) return replyError(reply, "recipient");
    if (reply.code >= 250 && reply.code <= 252) accepted.push(recipient);
    else refused.push(createRejectedRecipient(recipient, reply));
  }
  // Without DATA nothing is delivered: QUIT ends the transaction (§4.1.1.10).
  if (accepted.length === 0 || (refused.length > 0 && !partial)) return { accepted: [], refused, reply: "" };

  const ready = yield* sendCommand(dialogue, "DATA", { cite: "RFC 5321 §4.1.1.4" });
  if (ready.code !== 354) return replyError(ready, "data");
  checkNoUnsolicitedData(dialogue);
  for (const octets of data) yield { do: "send", octets, cite: "RFC 5321 §4.5.2" };
  const reply = yield* finishMailData(dialogue);
  return reply.code === 250 ? { accepted, refused, reply: formatReply(reply) } : replyError(reply, "data");
}

/** Returns an error if the message needs something that the server lacks. */
function findMissingExtension(
  { needs, size }: SubmissionPlan,
  extensions: Extensions,
): AccessError | undefined {
  if (needs.smtpUtf8 && !extensions.has("SMTPUTF8")) {
    return new AccessError(
      "unsupported",
      "the server does not support non-ASCII addresses (SMTPUTF8); nothing was sent",
      {
        hint: "use an address with an ASCII local-part, or a server with SMTPUTF8 (RFC 6531)",
      },
    );
  }
  if (needs.eightBit && !extensions.has("8BITMIME"))
    return new AccessError(
      "unsupported",
      "the server does not support non-ASCII messages (8BITMIME); nothing was sent",
    );
  const max = getMaxSize(extensions);
  if (max === undefined || size <= max) return undefined;
  return new AccessError(
    "too-large",
    `the message has ${size} bytes, which exceeds the server's limit of ${max} bytes; nothing was sent`,
  );
}

/** Returns the parameters of MAIL: SIZE (RFC 1870 §5), BODY (RFC 6152 §3), SMTPUTF8 (RFC 6531 §3.4). */
function formatMailParameters({ needs, size }: SubmissionPlan, extensions: Extensions): string {
  return [
    ...(extensions.has("SIZE") ? [` SIZE=${size}`] : []),
    ...(needs.eightBit ? [" BODY=8BITMIME"] : []),
    ...(needs.smtpUtf8 ? [" SMTPUTF8"] : []),
  ].join("");
}

const END_OF_DATA = Uint8Array.of(0x2e, 0x0d, 0x0a);

/**
 * Sends the end of the mail data and reads the reply to it. The server may deliver as soon as the end is sent. If its
 * reply is lost, the outcome is unknown, and a retry could deliver the message twice (RFC 5321 §6.1, RFC 1047).
 */
function* finishMailData(dialogue: LineDialogue): Exchange<never, Reply> {
  try {
    yield { do: "send", octets: END_OF_DATA, cite: "RFC 5321 §4.1.1.4" };
    return yield* readReply(dialogue);
  } catch (cause) {
    const { code, reply } = isAccessError(cause) ? cause : { code: "truncated" as const, reply: undefined };
    throw new AccessError(code, "the server did not confirm the message: it may have been sent", {
      reply,
      cause,
      retryable: false,
      hint: "check whether it arrived before you send it again; a retry could deliver it twice",
    });
  }
}

/** Sends QUIT and waits briefly for the 221. Errors no longer matter here. */
function* sendQuit({ limits }: LineDialogue): Exchange<never> {
  try {
    yield formatCommand(SMTP, "QUIT", { limits, cite: "RFC 5321 §4.1.1.10" });
    yield { do: "receive", phase: "farewell" };
  } catch {
    // The connection is closed next in any case.
  }
}
