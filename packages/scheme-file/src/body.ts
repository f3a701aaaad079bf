import { AccessError, type ByteRange, type Completeness } from "@anyurl/core";
import type { OpenFile } from "@anyurl/core/exchange";

/** Octets that are read at once: fewer cost more calls, and more are no faster. */
const CHUNK = 1024 * 1024;
/** And of what does not say how much it has. */
const UNKNOWN = 64 * 1024;

/** The octets of a file, and what is known of them beforehand. */
export interface Body {
  readonly octets: AsyncGenerator<Uint8Array, Completeness, void>;
  /** Octets of the whole file; `undefined` where it does not say, or says what is not so. */
  readonly size: number | undefined;
  /** Which octet it begins with. */
  readonly start: number;
}

/**
 * The octets of a file in a range; disposes of the file at their end. A file that grows meanwhile is as long as it was.
 * What says that it is empty, or holds less than it says and has not shrunk, is made up while it is read (as /proc and
 * /sys are): that is read to its end.
 *
 * **An array that is given is filled anew for the next one**: who keeps it, copies it. So a file of any size takes one
 * buffer.
 */
export async function bodyOf(file: OpenFile, range: ByteRange | undefined): Promise<Body> {
  const { kind, size } = file.facts;
  // What is no file has no positions: the client leaves out what lies in front of the range.
  if (kind !== "file") return { octets: toTheEnd(file, 0), size: undefined, start: 0 };
  const { start = 0, end = Number.POSITIVE_INFINITY } = range ?? {};
  const last = Math.min(size, end);
  if (size > CHUNK) return { octets: upTo(file, start, last), size, start };
  // A small one is read at once: it is seen then whether it has what it says.
  const wanted = size === 0 ? UNKNOWN : Math.max(0, last - start);
  const { buffer, read } = await fill(file, bufferOf(wanted), start);
  if (size > 0 && read === wanted) return { octets: only(file, buffer), size, start };
  if (size === 0 && read === 0) return { octets: only(file, buffer), size, start };
  return { octets: toTheEnd(file, start, buffer), size: undefined, start };
}

/** An array of so many octets within a larger one: whoever takes whole buffers over does not take this one. */
function bufferOf(length: number): Uint8Array {
  return new Uint8Array(length + 1).subarray(0, length);
}

async function fill(
  file: OpenFile,
  into: Uint8Array,
  position: number,
): Promise<{ readonly buffer: Uint8Array; readonly read: number }> {
  let read = 0;
  while (read < into.length) {
    const more = await file.read(into.subarray(read), position + read);
    if (more === 0) break;
    read += more;
  }
  return { buffer: into.subarray(0, read), read };
}

async function* only(file: OpenFile, octets: Uint8Array): AsyncGenerator<Uint8Array, Completeness, void> {
  try {
    if (octets.length > 0) yield octets;
    return true;
  } finally {
    await file[Symbol.asyncDispose]();
  }
}

async function* toTheEnd(
  file: OpenFile,
  start: number,
  first: Uint8Array = new Uint8Array(0),
): AsyncGenerator<Uint8Array, Completeness, void> {
  try {
    if (first.length > 0) yield first;
    const buffer = bufferOf(UNKNOWN);
    for (let at = start + first.length; ; ) {
      const read = await file.read(buffer, at);
      if (read === 0) return true;
      at += read;
      yield buffer.subarray(0, read);
    }
  } finally {
    await file[Symbol.asyncDispose]();
  }
}

async function* upTo(
  file: OpenFile,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array, Completeness, void> {
  try {
    const buffer = bufferOf(Math.min(CHUNK, Math.max(0, end - start)));
    for (let at = start; at < end; ) {
      const read = await file.read(buffer.subarray(0, Math.min(buffer.length, end - at)), at);
      if (read === 0) {
        if ((await file.size()) < end) throw shrunk();
        return true;
      }
      at += read;
      yield buffer.subarray(0, read);
    }
    return true;
  } finally {
    await file[Symbol.asyncDispose]();
  }
}

function shrunk(): AccessError {
  return new AccessError("truncated", "the file became shorter while it was read", { retryable: true });
}
