/** Octets of one read. */
const BUFFER = 256 * 1024;

/**
 * The octets of a body, read into one buffer of our own: what is yielded holds until the next one is asked for.
 * Leaving early cancels the body, which closes the connection.
 */
export async function* octetsOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  const reader = body.getReader({ mode: "byob" });
  let buffer = new ArrayBuffer(BUFFER);
  let ended = false;
  try {
    for (;;) {
      const { done, value } = await reader.read(new Uint8Array(buffer));
      ended = done;
      if (value === undefined) return;
      if (value.byteLength > 0) yield value;
      if (done) return;
      buffer = value.buffer as ArrayBuffer;
    }
  } finally {
    // Nobody reads after us: to release the reader would be to make an error for reads that nobody waits for.
    if (!ended) await reader.cancel().catch(() => {});
  }
}
