import { AccessError, type Completeness } from "@anyurl/core";
import type { FileEntry } from "@zip.js/zip.js";
import { type Archive, toAccessError } from "./archive.ts";

/**
 * The bytes of an entry, inflated at the pace of the reader; the archive is closed with them.
 *
 * @throws {AccessError} truncated: the checksum is another one; protocol-error.
 */
export async function* contentOf(
  entry: FileEntry,
  archive: Archive,
  signal: AbortSignal,
): AsyncGenerator<Uint8Array, Completeness, void> {
  const { readable, writable } = new TransformStream<Uint8Array, Uint8Array>();
  const left = new AbortController();
  const inflating = entry.getData(writable, { signal: AbortSignal.any([signal, left.signal]) });
  // The error is reported below, or the reader is gone.
  inflating.catch(() => {});
  const reader = readable.getReader();
  let sum = 0;
  try {
    for (;;) {
      const next = await reader.read();
      if (next.done) break;
      sum += next.value.length;
      yield next.value;
    }
    await inflating;
    if (sum !== entry.uncompressedSize)
      throw new AccessError("truncated", "the entry is shorter than it should be");
    return true;
  } catch (error) {
    throw toAccessError(error);
  } finally {
    left.abort();
    await archive[Symbol.asyncDispose]();
  }
}
