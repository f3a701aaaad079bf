import {
  AccessError,
  createRedactor,
  encodeText,
  isAccessError,
  octetsOf,
  textOf,
  UNRESERVED,
} from "@anyurl/core";
import { type Context, concat, type WireEvent } from "@anyurl/core/exchange";
import type { Receipt } from "@anyurl/scheme-mailto";
import type { Login } from "./login.ts";

/**
 * Creates a function that masks a login in a text, in every form in which it was sent. The client masks only the
 * answers of its own `credentials`.
 */
export function createLoginRedactor(login: Login | undefined): (text: string) => string {
  if (login === undefined) return (text) => text;
  const { user, password } = login;
  // The form in PLAIN (RFC 4616 §2). Base64 forms are masked as well.
  return createRedactor([password, encodeText(password, UNRESERVED), `\0${user}\0${password}`]);
}

/**
 * Returns a context that redacts the transcript. Mail data is counted, but not kept. What the server sends is recorded
 * by whole lines, however the packets were split, so that a login that it repeats is found.
 */
export function redactContext(
  context: Context,
  data: readonly Uint8Array[],
  conceal: (text: string) => string,
): Context {
  const isData = new Set(data);
  let heard: Uint8Array = new Uint8Array(0);
  const write = (end: number) => {
    if (end > 0) {
      const octets = octetsOf(conceal(textOf(heard.subarray(0, end))));
      context.record({ do: "receive", on: "control", octets, body: false });
    }
    heard = heard.slice(end);
  };
  const record = (event: WireEvent) => {
    if (event.do === "receive") {
      heard = concat(heard, event.octets);
      write(heard.lastIndexOf(LF) + 1);
      return;
    }
    write(heard.length);
    const isBody = event.do === "send" && isData.has(event.octets);
    context.record(isBody ? { ...event, body: true } : event);
  };
  return { ...context, record };
}

const LF = 0x0a;

export function redactReceipt(
  { accepted, refused, reply }: Receipt,
  conceal: (text: string) => string,
): Receipt {
  return {
    accepted,
    refused: refused.map((each) => ({ ...each, reply: conceal(each.reply) })),
    reply: conceal(reply),
  };
}

export function redactError(error: unknown, conceal: (text: string) => string): unknown {
  if (!isAccessError(error) || error.reply === undefined) return error;
  const reply = conceal(error.reply);
  if (reply === error.reply) return error;
  const { code, message, replyCode, hint, retryable } = error;
  return new AccessError(code, message, { reply, replyCode, hint, retryable });
}
