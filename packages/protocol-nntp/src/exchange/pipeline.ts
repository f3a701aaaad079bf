import { tooLargeError } from "@anyurl/core";
import {
  ByteCollector,
  checkNoUnsolicitedData,
  DotReader,
  type Exchange,
  joinBytes,
  type Reply,
  readReply,
  type SendStep,
} from "@anyurl/core/exchange";
import { readChunks } from "./block.ts";
import type { Session } from "./session-state.ts";

/** The response to one of several commands. */
export interface PipelinedReply<T> {
  /** The argument of the command. */
  readonly of: T;
  readonly reply: Reply;
  /** The content of the block after the reply; `undefined` if the reply has no block. */
  readonly octets: Uint8Array | undefined;
}

export interface PipelineOptions {
  /** Maximum number of pipelined commands: 1 sends one command at a time. */
  readonly window: number;
  /** The reply code that has a block after it. */
  readonly code: number;
  /** Maximum size of a block in bytes, and the name of the limit. */
  readonly maxBlock: number;
  readonly limit: string;
}

/**
 * Sends commands before the responses to earlier ones have arrived (RFC 3977 §3.5), and emits the responses in order.
 * The pipelined commands fit into the buffers of the connection, because a command has at most 512 bytes.
 *
 * @throws {AccessError} too-large, truncated, desync.
 */
export function* runPipeline<T>(
  session: Session,
  commands: Iterator<readonly [of: T, command: SendStep]>,
  { window, code, maxBlock, limit }: PipelineOptions,
): Exchange<PipelinedReply<T>> {
  const under: T[] = [];
  let next = commands.next();
  checkNoUnsolicitedData(session);
  for (;;) {
    // Refill when half of the window is used, so that several commands are sent at a time.
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
    const reply = yield* readReply(session);
    const octets = reply.code === code ? yield* readBlock(session, maxBlock, limit) : undefined;
    yield { do: "emit", event: { of: under.shift() as T, reply, octets } };
  }
}

function* readBlock({ inbox, limits }: Session, max: number, limit: string): Exchange<never, Uint8Array> {
  const reader = new DotReader({ maxLine: limits.maxTextLine });
  const all = new ByteCollector();
  while (!reader.ended) {
    for (const piece of yield* readChunks(inbox, reader)) all.add(piece);
    if (all.length > max) {
      throw tooLargeError(`an article exceeds the limit of ${max} bytes`, limit);
    }
  }
  return all.take();
}
