import { AccessError } from "@anyurl/core";
import { ByteCollector, type Exchange, joinBytes } from "@anyurl/core/exchange";
import { nextPieces } from "./block.ts";
import type { Command } from "./command.ts";
import { refuseUnasked } from "./dialogue.ts";
import { DotReader } from "./dot-reader.ts";
import { type Reply, readReply } from "./reply.ts";
import type { Session } from "./session.ts";

/** The answer to one of many commands. */
export interface Answer<T> {
  /** What was asked for. */
  readonly of: T;
  readonly reply: Reply;
  /** The content of the block behind the reply; `undefined` where the reply has none. */
  readonly octets: Uint8Array | undefined;
}

export interface PipelineOptions {
  /** Commands that may be under way at once: 1 asks for one after the other. */
  readonly window: number;
  /** The reply that has a block behind it. */
  readonly code: number;
  /** Octets that a block may have, and the limit's name. */
  readonly maxBlock: number;
  readonly limit: string;
}

/**
 * Sends commands ahead of their responses (RFC 3977 §3.5), and emits the answers in their order. What is under way at
 * once fits into what the connection can hold unread: a command has 512 octets at most.
 *
 * @throws {AccessError} too-large, truncated, desync.
 */
export function* pipeline<T>(
  session: Session,
  commands: Iterator<readonly [of: T, command: Command]>,
  { window, code, maxBlock, limit }: PipelineOptions,
): Exchange<Answer<T>> {
  const { inlet, limits } = session;
  const under: T[] = [];
  let next = commands.next();
  refuseUnasked(inlet, limits);
  for (;;) {
    // Refilled when half of it is used up, so that what is sent is more than one command each time.
    if (under.length <= window >> 1 && next.done !== true) {
      const octets: Uint8Array[] = [];
      let cite: string | undefined;
      for (; under.length < window && next.done !== true; next = commands.next()) {
        const [of, command] = next.value;
        under.push(of);
        octets.push(command.octets);
        cite = command.cite;
      }
      yield { do: "send", octets: joinBytes(octets), ...(cite !== undefined && { cite }) };
    }
    if (under.length === 0) return;
    const reply = yield* readReply(inlet, limits);
    const octets = reply.code === code ? yield* readBlock(session, maxBlock, limit) : undefined;
    yield { do: "emit", event: { of: under.shift() as T, reply, octets } };
  }
}

function* readBlock({ inlet, limits }: Session, max: number, limit: string): Exchange<never, Uint8Array> {
  const reader = new DotReader(limits.maxTextLine);
  const all = new ByteCollector();
  while (!reader.ended) {
    for (const piece of yield* nextPieces(inlet, reader)) all.add(piece);
    if (all.length > max) {
      throw new AccessError("too-large", `an article has more than ${max} octets`, {
        hint: `raise the limit ${limit}`,
      });
    }
  }
  return all.take();
}
