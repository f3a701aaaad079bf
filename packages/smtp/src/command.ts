import { AccessError, type Limits, octetsOf } from "@anyurl/core";
import { concat, type Exchange, type Inbox, type SendStep } from "@anyurl/core/exchange";
import { type Reply, readReply } from "./reply.ts";

const CRLF = Uint8Array.of(0x0d, 0x0a);

export interface CommandInit {
  readonly cite: string;
  /** What follows may be seen by nobody. */
  readonly secret?: string;
}

/**
 * A command line, written and checked.
 *
 * @throws {AccessError} control-octet: NUL, CR or LF would end it early; too-long.
 */
export function commandOf(text: string, limits: Limits, { cite, secret }: CommandInit): SendStep {
  const head = octetsOf(text);
  const octets = concat(head, octetsOf(secret ?? ""), CRLF);
  for (const octet of octets.subarray(0, -CRLF.length)) {
    if (octet !== 0x00 && octet !== 0x0a && octet !== 0x0d) continue;
    throw new AccessError("control-octet", "an octet NUL, CR or LF would end a mail command early");
  }
  if (octets.length > limits.maxCommand) {
    throw new AccessError("too-long", `a mail command may have ${limits.maxCommand} octets`, {
      hint: "raise the limit maxCommand",
    });
  }
  const end = octets.length - CRLF.length;
  return { do: "send", octets, cite, ...(secret !== undefined && { secret: [head.length, end] as const }) };
}

/**
 * Sends a command and reads its reply.
 *
 * @throws {AccessError} desync: the server has said something that nothing had asked for.
 */
export function* dialogue(inbox: Inbox, command: SendStep, limits: Limits): Exchange<never, Reply> {
  refuseUnasked(inbox);
  yield command;
  return yield* readReply(inbox, limits);
}

/** One command, one reply: what comes besides would be taken for the reply to what is sent next. */
export function refuseUnasked(inbox: Inbox): void {
  if (inbox.size > 0) throw new AccessError("desync", "the server sent a reply that nothing had asked for");
}
