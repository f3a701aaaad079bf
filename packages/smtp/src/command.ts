import { AccessError, type Limits, octetsOf } from "@anyurl/core";
import { concat, type Exchange, type Inbox, type SendStep } from "@anyurl/core/exchange";
import { type Reply, readReply } from "./reply.ts";

const CRLF = Uint8Array.of(0x0d, 0x0a);

export interface CommandInit {
  readonly cite: string;
  /** Text after the command that must not be shown or recorded. */
  readonly secret?: string;
}

/**
 * Writes a command line and checks it.
 *
 * @throws {AccessError} control-octet: NUL, CR or LF would end it early; too-long.
 */
export function formatCommand(text: string, limits: Limits, { cite, secret }: CommandInit): SendStep {
  const head = octetsOf(text);
  const octets = concat(head, octetsOf(secret ?? ""), CRLF);
  for (const octet of octets.subarray(0, -CRLF.length)) {
    if (octet !== 0x00 && octet !== 0x0a && octet !== 0x0d) continue;
    throw new AccessError("control-octet", "a NUL, CR or LF would end a mail command early");
  }
  if (octets.length > limits.maxCommand) {
    throw new AccessError("too-long", `a mail command exceeds the limit of ${limits.maxCommand} bytes`, {
      hint: "increase the limit maxCommand",
    });
  }
  const end = octets.length - CRLF.length;
  return { do: "send", octets, cite, ...(secret !== undefined && { secret: [head.length, end] as const }) };
}

/**
 * Sends a command and reads its reply.
 *
 * @throws {AccessError} desync: the server sent data before the command.
 */
export function* sendCommand(inbox: Inbox, command: SendStep, limits: Limits): Exchange<never, Reply> {
  checkNoUnsolicitedData(inbox);
  yield command;
  return yield* readReply(inbox, limits);
}

/** Rejects unsolicited data: it would be taken for the reply to the next command. */
export function checkNoUnsolicitedData(inbox: Inbox): void {
  if (inbox.size > 0) throw new AccessError("desync", "unexpected data from the server: no command was sent");
}
