import { octetsOf } from "../name.ts";

/** Content that is generated while it is sent, so that a document can be larger than memory. */
export interface GeneratedContent {
  /** Total bytes of all chunks. */
  readonly size: number;
  /** Starts again from the first chunk on each call. */
  chunks(): Iterable<Uint8Array>;
}

export type Content = Uint8Array | GeneratedContent;

/** Bytes per socket write, and so the memory cost of a document while it is sent. */
const CHUNK: number = 64 * 1024;

const CR = 0x0d;
const LF = 0x0a;

export function content(source: string | Uint8Array | GeneratedContent): Content {
  return typeof source === "string" ? octetsOf(source) : source;
}

/**
 * Creates a document of `size` bytes; the byte at `i` is `i` modulo 251, a prime, so that a test notices every shift.
 */
export function counting(size: number): GeneratedContent {
  const period = new Uint8Array(CHUNK + 251).map((_, i) => i % 251);
  return {
    size,
    *chunks() {
      for (let at = 0; at < size; at += CHUNK) {
        yield period.subarray(at % 251, (at % 251) + Math.min(CHUNK, size - at));
      }
    },
  };
}

export function sizeOf(content: Content): number {
  return content instanceof Uint8Array ? content.length : content.size;
}

export function* chunksOf(content: Content): Generator<Uint8Array> {
  if (!(content instanceof Uint8Array)) return yield* content.chunks();
  for (let at = 0; at < content.length; at += CHUNK) yield content.subarray(at, at + CHUNK);
}

/** Skips the first `count` bytes. */
export function* skip(chunks: Iterable<Uint8Array>, count: number): Generator<Uint8Array> {
  let left = count;
  for (const chunk of chunks) {
    if (left < chunk.length) yield chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}

/** Ends every line in CR LF (RFC 959 §3.1.1.1): LF becomes CR LF, and a CR LF stays unchanged. */
export function* networkLines(chunks: Iterable<Uint8Array>): Generator<Uint8Array> {
  let before = 0;
  for (const chunk of chunks) {
    yield withCarriageReturns(chunk, before);
    before = chunk.at(-1) ?? before;
  }
}

/** Returns the size of a text as {@link networkLines}. */
export function networkSize(octets: Uint8Array): number {
  return octets.length + bareLineFeeds(octets, 0);
}

function withCarriageReturns(chunk: Uint8Array, before: number): Uint8Array {
  const more = bareLineFeeds(chunk, before);
  if (more === 0) return chunk;
  const converted = new Uint8Array(chunk.length + more);
  let to = 0;
  let last = before;
  for (const octet of chunk) {
    if (octet === LF && last !== CR) converted[to++] = CR;
    converted[to++] = octet;
    last = octet;
  }
  return converted;
}

function bareLineFeeds(octets: Uint8Array, before: number): number {
  let count = 0;
  for (let at = octets.indexOf(LF); at >= 0; at = octets.indexOf(LF, at + 1)) {
    if ((at === 0 ? before : octets[at - 1]) !== CR) count++;
  }
  return count;
}
