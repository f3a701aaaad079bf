import { AccessError, type Limits, textOf } from "@anyurl/core";
import type { Exchange } from "@anyurl/core/exchange";
import type { Command } from "./command.ts";
import type { Inbox } from "./packet-queue.ts";
import { type Reply, readReply, replyError } from "./reply.ts";

/**
 * Sends a command and reads the initial line of its response.
 *
 * @throws {AccessError} desync: the server sent data before the command; temporarily-unavailable: that data says that
 * the server is shutting down, which it may say at any time (RFC 3977 §3.2.1).
 */
export function* sendCommand(inbox: Inbox, command: Command, limits: Limits): Exchange<never, Reply> {
  checkNoUnsolicitedData(inbox, limits);
  yield { do: "send", ...command };
  return yield* readReply(inbox, limits);
}

/** Fails if data arrived before a command was sent. */
export function checkNoUnsolicitedData(inbox: Inbox, { maxLine }: Limits): void {
  if (inbox.size === 0) return;
  const line = inbox.takeLine(maxLine) ?? inbox.unread;
  const text = textOf(line);
  if (text.startsWith("400 ")) throw replyError({ code: 400, text: text.slice(4) });
  throw new AccessError("desync", "unexpected data from the server: no command was sent");
}
