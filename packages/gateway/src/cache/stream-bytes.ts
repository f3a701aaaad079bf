import { copyBytes } from "@anyurl/core/exchange";

/**
 * Streams chunks to a reader, which can use its own buffer. The stream gets copies, because it transfers what it is given,
 * and other callers read the same chunks.
 *
 * @param ended called when the chunks were read, were canceled, or failed; the first call counts.
 */
export function streamBytes(
  chunks: Iterator<Uint8Array> | AsyncIterator<Uint8Array>,
  ended: (isWhole: boolean) => void,
): ReadableStream<Uint8Array> {
  return new ReadableStream(
    {
      type: "bytes",
      async pull(controller: ReadableByteStreamController) {
        try {
          let next = await chunks.next();
          while (next.done !== true && next.value.length === 0) next = await chunks.next();
          if (next.done !== true) return controller.enqueue(copyBytes(next.value));
          ended(true);
          controller.close();
          controller.byobRequest?.respond(0);
        } catch (error) {
          ended(false);
          controller.error(error);
        }
      },
      cancel() {
        ended(false);
        // Do not wait: a generator may be blocked.
        void Promise.resolve(chunks.return?.()).catch(() => {});
      },
    },
    { highWaterMark: 0 },
  );
}
