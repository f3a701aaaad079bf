import { type AccessError, DEFAULT_LIMITS, octetsOf, textOf } from "@anyurl/core";
import type { Exchange } from "@anyurl/core/exchange";
import { SftpDialogue } from "../src/dialogue.ts";
import { formatPacket, PACKET, PacketReader, string, uint32 } from "../src/packet.ts";

/** A server of packets: returns the reply to the request with this number. @param text returns its first string. */
export type Answer = (
  type: number,
  id: Uint8Array,
  count: number,
  text: () => string,
) => Uint8Array | undefined;

export const VERSION: Uint8Array = formatPacket(
  PACKET.VERSION,
  uint32(3),
  string(octetsOf("x@y")),
  string(octetsOf("1")),
);
export const handle: Uint8Array = string(uint32(0));
export const status = (id: Uint8Array, code: number, text = "") =>
  formatPacket(
    PACKET.STATUS,
    id,
    uint32(code),
    ...(text === "" ? [] : [string(octetsOf(text)), string(octetsOf(""))]),
  );

/** Runs an exchange against a server, byte by byte if asked; returns the emitted bytes, or the code of the error. */
export function run(
  start: (dialogue: SftpDialogue) => Exchange<unknown, unknown>,
  answer: Answer,
  limits = {},
) {
  const dialogue = new SftpDialogue({ limits: { ...DEFAULT_LIMITS, ...limits }, requests: 4 });
  const steps = start(dialogue);
  const replies: Uint8Array[] = [];
  const events: unknown[] = [];
  let count = 0;
  let next = steps.next();
  try {
    while (next.done !== true) {
      const step = next.value;
      if (step.do === "send") {
        const reader = new PacketReader(step.octets);
        reader.uint32();
        const type = reader.byte();
        const id = uint32(reader.uint32());
        const text = () => textOf(reader.string());
        const reply =
          type === PACKET.INIT ? (answer(type, id, 0, text) ?? VERSION) : answer(type, id, ++count, text);
        if (reply !== undefined) replies.push(...Array.from(reply, (octet) => Uint8Array.of(octet)));
        next = steps.next();
      } else if (step.do === "receive") next = steps.next(replies.shift());
      else {
        if (step.do === "emit") events.push(step.event);
        next = steps.next();
      }
    }
  } catch (error) {
    return (error as AccessError).code;
  }
  return events;
}
