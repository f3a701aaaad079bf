import { AccessError, type Limits, textOf } from "@anyurl/core";
import type { Exchange } from "@anyurl/core/exchange";
import type { Command } from "./command.ts";
import type { Inlet } from "./packet-queue.ts";
import { type Reply, readReply, refusal } from "./reply.ts";

/**
 * Sends a command and reads the initial line of its response.
 *
 * @throws {AccessError} desync: the server sent data before the command; temporarily-unavailable: that data says that
 * the server is shutting down, which it may say at any time (RFC 3977 §3.2.1).
 */
export function* dialogue(inlet: Inlet, command: Command, limits: Limits): Exchange<never, Reply> {
  refuseUnasked(inlet, limits);
  yield { do: "send", ...command };
  return yield* readReply(inlet, limits);
}

/** Fails if data arrived before a command was sent. */
export function refuseUnasked(inlet: Inlet, { maxLine }: Limits): void {
  if (inlet.size === 0) return;
  const line = inlet.takeLine(maxLine) ?? inlet.unread;
  const text = textOf(line);
  if (text.startsWith("400 ")) throw refusal({ code: 400, text: text.slice(4) });
  throw new AccessError("desync", "unexpected data from the server: no command was sent");
}
