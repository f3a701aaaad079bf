import type { OpenedFile } from "./calls.ts";

/** Writes all chunks of a source at the position of the handle, at the pace of the slower of the two. */
export async function writeSource(
  source: AsyncIterable<Uint8Array>,
  handle: OpenedFile,
  signal: AbortSignal,
): Promise<void> {
  const iterator = source[Symbol.asyncIterator]();
  let left = true;
  try {
    for (;;) {
      const next = await unlessAborted(iterator.next(), signal);
      if (next.done === true) {
        left = false;
        return;
      }
      await writeAll(next.value, handle);
    }
  } catch (error) {
    signal.throwIfAborted();
    throw error;
  } finally {
    // Do not wait for a source that hangs.
    if (left) void Promise.resolve(iterator.return?.()).catch(() => {});
  }
}

async function writeAll(octets: Uint8Array, handle: OpenedFile): Promise<void> {
  if (!ArrayBuffer.isView(octets)) throw new TypeError("invalid source chunk: expected a Uint8Array");
  for (let at = 0; at < octets.length; ) {
    at += (await handle.write(octets, at, octets.length - at)).bytesWritten;
  }
}

async function unlessAborted<T>(promise: Promise<T>, signal: AbortSignal): Promise<T> {
  promise.catch(() => {});
  signal.throwIfAborted();
  let onAbort: (() => void) | undefined;
  const aborted = new Promise<never>((_, reject) => {
    onAbort = () => reject(signal.reason);
    signal.addEventListener("abort", onAbort, { once: true });
  });
  try {
    return await Promise.race([promise, aborted]);
  } finally {
    signal.removeEventListener("abort", onAbort!);
  }
}
