import { AccessError } from "@anyurl/core";
import { ByteCollector, type OpenFile } from "@anyurl/core/exchange";

const READ_BYTES = 64 * 1024;

/** Reads chunks as one message. @throws {AccessError} too-large. */
export async function collect(chunks: AsyncIterable<Uint8Array>, maxSize: number): Promise<Uint8Array> {
  const collected = new ByteCollector();
  for await (const chunk of chunks) {
    checkSize(collected.length + chunk.length, maxSize);
    collected.add(chunk);
  }
  return collected.take();
}

/** Yields the bytes of a file from `start` to before `end`. Each chunk is valid until the next one. */
export async function* readChunks(
  file: OpenFile,
  start: number,
  end: number,
): AsyncGenerator<Uint8Array, void, void> {
  const buffer = new Uint8Array(READ_BYTES);
  for (let at = start; at < end; ) {
    const length = await file.read(buffer.subarray(0, Math.min(READ_BYTES, end - at)), at);
    if (length === 0) return;
    yield buffer.subarray(0, length);
    at += length;
  }
}

/** @throws {AccessError} too-large. */
export function checkSize(size: number, maxSize: number): void {
  if (size > maxSize)
    throw new AccessError("too-large", `the message exceeds ${maxSize} bytes`, {
      hint: "increase the option maxSize",
    });
}
