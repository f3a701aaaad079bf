import type { OpenedFile } from "./calls.ts";

/** Writes all chunks of a source at the position of the handle, at the pace of the slower of the two. */
export async function writeSource(
  source: AsyncIterable<Uint8Array>,
  handle: OpenedFile,
  signal: AbortSignal,
): Promise<void> {
  const iterator = source[Symbol.asyncIterator]();
  let left = true;
  let stop: (reason: unknown) => void = () => {};
  const abort = () => stop(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  try {
    for (;;) {
      const next = await new Promise<IteratorResult<Uint8Array>>((resolve, reject) => {
        stop = reject;
        if (signal.aborted) abort();
        iterator.next().then(resolve, reject);
      });
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
    signal.removeEventListener("abort", abort);
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
