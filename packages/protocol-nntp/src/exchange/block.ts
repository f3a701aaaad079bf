import { AccessError, type Limits } from "@anyurl/core";
import {
  DotReader,
  type Exchange,
  type Inbox,
  joinBytes,
  type LineDialogue,
  ListingLines,
  mapEvents,
  type Phase,
} from "@anyurl/core/exchange";

const CR = 0x0d;
const LF = 0x0a;
const DOT = 0x2e;

/**
 * Emits the content of a multi-line data block in chunks, as they arrive.
 *
 * @throws {AccessError} truncated: the connection ends before the line "."; too-large: a line.
 */
export function* emitBlock(inbox: Inbox, reader: DotReader): Exchange<Uint8Array> {
  while (!reader.ended) {
    yield* emitAsOneChunk(yield* readChunks(inbox, reader));
  }
}

/** Emit all data of one packet as one chunk: to pass on a chunk costs more than to copy it. */
export function* emitAsOneChunk(pieces: readonly Uint8Array[]): Exchange<Uint8Array> {
  const event = pieces.length === 1 ? pieces[0]! : joinBytes(pieces);
  if (event.length > 0) yield { do: "emit", event };
}

/**
 * Emits the lines of a listing as they arrive, all lines of one packet together. The limits of a listing apply: length
 * of a line, number of lines, and total size.
 *
 * @returns the number of lines that were too long and were omitted.
 * @throws {AccessError} truncated, too-large.
 */
export function* emitLines(inbox: Inbox, limits: Limits): Exchange<readonly Uint8Array[], number> {
  const reader = new DotReader();
  const lines = new ListingLines(limits);
  while (!reader.ended) {
    for (const piece of yield* readChunks(inbox, reader)) lines.push(piece);
    const { batch, error } = takeBatch(lines, reader.ended);
    if (batch.length > 0) yield { do: "emit", event: batch };
    if (error !== undefined) throw error;
  }
  return lines.skipped;
}

/** Number of lines that exceeded the limit and are missing. */
export interface SkippedLines {
  readonly skipped: number;
}

/** Emits what `parse` makes of the lines of a listing, in batches, and then the number of skipped lines. */
export function* emitListing<T>(
  { inbox, limits }: LineDialogue,
  parse: (line: Uint8Array) => T | undefined,
): Exchange<readonly T[] | SkippedLines> {
  const skipped = yield* mapEvents(emitLines(inbox, limits), (lines): readonly (readonly T[])[] => [
    lines.map(parse).filter((each) => each !== undefined),
  ]);
  if (skipped > 0) yield { do: "emit", event: { skipped } };
}

/** Emit what arrived before a limit was reached, however the packets were split. */
function takeBatch(
  lines: ListingLines,
  atEnd: boolean,
): { readonly batch: readonly Uint8Array[]; readonly error?: unknown } {
  const batch: Uint8Array[] = [];
  try {
    for (const line of lines.take(atEnd)) batch.push(line);
    return { batch };
  } catch (error) {
    return { batch, error };
  }
}

/** Reads the lines of a block that belongs to a reply, not to a listing. */
export function* readLines(inbox: Inbox, limits: Limits): Exchange<never, readonly Uint8Array[]> {
  const { maxLine, maxReply, maxReplyLines } = limits;
  const lines = new ListingLines({
    maxEntryLine: maxLine,
    maxListing: maxReply,
    maxEntries: maxReplyLines,
  });
  const reader = new DotReader();
  const all: Uint8Array[] = [];
  while (!reader.ended) {
    const pieces = yield* readChunks(inbox, reader, "reply");
    try {
      for (const piece of pieces) lines.push(piece);
      all.push(...lines.take(reader.ended));
    } catch {
      throw new AccessError("too-large", "a reply of the server exceeds the limit", {
        hint: "increase the limits maxReply and maxReplyLines",
      });
    }
  }
  return all;
}

/** Returns the part of the block that has arrived. Waits if nothing has arrived. */
export function* readChunks(
  inbox: Inbox,
  reader: DotReader,
  phase: Phase = "body",
): Exchange<never, readonly Uint8Array[]> {
  if (inbox.size === 0) {
    const octets = yield { do: "receive", phase };
    if (octets === undefined)
      throw new AccessError("truncated", "the connection closed before the end of the text", {
        retryable: true,
      });
    inbox.adopt(octets);
  }
  const pieces: Uint8Array[] = [];
  inbox.skip(reader.read(inbox.peek(), pieces));
  return pieces;
}

/**
 * Makes a multi-line data block of lines (RFC 3977 §3.1.1): a dot that begins a line is doubled, and "." is the last
 * line.
 */
export function dotStuff(lines: Uint8Array): Uint8Array {
  const starts = [0];
  for (let at = lines.indexOf(LF); at >= 0; at = lines.indexOf(LF, at + 1))
    if (lines[at - 1] === CR) starts.push(at + 1);
  const dots = starts.filter((start) => lines[start] === DOT);
  const block = new Uint8Array(lines.length + dots.length + 3);
  let from = 0;
  for (const [doubled, dot] of dots.entries()) {
    block.set(lines.subarray(from, dot), from + doubled);
    block[dot + doubled] = DOT;
    from = dot;
  }
  block.set(lines.subarray(from), from + dots.length);
  block.set([DOT, CR, LF], lines.length + dots.length);
  return block;
}
