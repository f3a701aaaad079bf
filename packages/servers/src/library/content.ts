import { octetsOf } from "@anyurl/core";

/** Content that is generated while it is sent, so that a document can be larger than memory. */
export interface GeneratedContent {
  /** Total bytes of all chunks. */
  readonly size: number;
  /** Starts again from the first chunk on each call. */
  chunks(): Iterable<Uint8Array>;
}

export type Content = Uint8Array | GeneratedContent;

/** Bytes per socket write, and so the memory cost of a document while it is sent. */
const CHUNK_BYTES: number = 64 * 1024;

const CR = 0x0d;
const LF = 0x0a;

export function toContent(source: string | Uint8Array | GeneratedContent): Content {
  return typeof source === "string" ? octetsOf(source) : source;
}

/**
 * Creates a document of `size` bytes; the byte at `i` is `i` modulo 251, a prime, so that a test notices every shift.
 */
export function patternDocument(size: number): GeneratedContent {
  const period = new Uint8Array(CHUNK_BYTES + 251).map((_, i) => i % 251);
  return {
    size,
    *chunks() {
      for (let at = 0; at < size; at += CHUNK_BYTES) {
        yield period.subarray(at % 251, (at % 251) + Math.min(CHUNK_BYTES, size - at));
      }
    },
  };
}

export function contentSize(content: Content): number {
  return content instanceof Uint8Array ? content.length : content.size;
}

export function* readChunks(content: Content): Generator<Uint8Array> {
  if (!(content instanceof Uint8Array)) return yield* content.chunks();
  for (let at = 0; at < content.length; at += CHUNK_BYTES) yield content.subarray(at, at + CHUNK_BYTES);
}

/** Skips the first `count` bytes. */
export function* skipBytes(chunks: Iterable<Uint8Array>, count: number): Generator<Uint8Array> {
  let left = count;
  for (const chunk of chunks) {
    if (left < chunk.length) yield chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}

/** Yields the bytes [start, end). */
export function* readRange(content: Content, start: number, end: number): Generator<Uint8Array> {
  let left = end - start;
  for (const chunk of skipBytes(readChunks(content), start)) {
    if (left <= 0) return;
    yield chunk.subarray(0, left);
    left -= chunk.length;
  }
}

/** Ends every line in CR LF (RFC 959 §3.1.1.1): LF becomes CR LF, and a CR LF stays unchanged. */
export function* toNetworkLines(chunks: Iterable<Uint8Array>): Generator<Uint8Array> {
  let before = 0;
  for (const chunk of chunks) {
    yield insertCarriageReturns(chunk, before);
    before = chunk.at(-1) ?? before;
  }
}

/** Returns the size of a text as {@link toNetworkLines}. */
export function measureNetworkLines(octets: Uint8Array): number {
  return octets.length + countBareLineFeeds(octets, 0);
}

function insertCarriageReturns(chunk: Uint8Array, before: number): Uint8Array {
  const more = countBareLineFeeds(chunk, before);
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

function countBareLineFeeds(octets: Uint8Array, before: number): number {
  let count = 0;
  for (let at = octets.indexOf(LF); at >= 0; at = octets.indexOf(LF, at + 1)) {
    if ((at === 0 ? before : octets[at - 1]) !== CR) count++;
  }
  return count;
}
