import { AccessError, type Limits, textOf } from "@anyurl/core";
import type { Exchange } from "@anyurl/core/exchange";
import type { Command } from "./command.ts";
import type { Inlet } from "./inlet.ts";
import { type Reply, readReply, refusal } from "./reply.ts";

/**
 * Sends a command and reads the initial line of its response.
 *
 * @throws {AccessError} desync: octets had arrived that nobody asked for; temporarily-unavailable: they say that the
 *   server goes, which it may say at any moment (RFC 3977 §3.2.1).
 */
export function* dialogue(inlet: Inlet, command: Command, limits: Limits): Exchange<never, Reply> {
  refuseUnasked(inlet, limits);
  yield { do: "send", ...command };
  return yield* readReply(inlet, limits);
}

/** Nothing may be there before it is asked for. */
export function refuseUnasked(inlet: Inlet, { maxLine }: Limits): void {
  if (inlet.size === 0) return;
  const line = inlet.takeLine(maxLine) ?? inlet.unread;
  const text = textOf(line);
  if (text.startsWith("400 ")) throw refusal({ code: 400, text: text.slice(4) });
  throw new AccessError("desync", "the server sent a reply that nothing had asked for");
}
