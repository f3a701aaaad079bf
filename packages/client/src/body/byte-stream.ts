import { copyBytes } from "@anyurl/core/exchange";

/** A body as its stream reads it. */
export interface StreamSource {
  /** Throws if the call was aborted. */
  check?(): void;
  /** Returns the next chunk, which it may use again; `undefined` at the end. */
  read(): Promise<Uint8Array | undefined>;
  cancel(): Promise<void>;
}

/**
 * Creates a Web byte stream. It is read at the pace of its reader, and fills the reader's own buffer if there is one.
 * Canceling closes the connection.
 */
export function toByteStream(source: StreamSource): ReadableStream<Uint8Array> {
  let rest: Uint8Array | undefined;
  return new ReadableStream(
    {
      type: "bytes",
      async pull(controller: ReadableByteStreamController) {
        try {
          source.check?.();
          while (rest === undefined || rest.length === 0) {
            rest = await source.read();
            if (rest === undefined) {
              controller.close();
              // A reader that waits with its own buffer needs an empty response.
              controller.byobRequest?.respond(0);
              return;
            }
          }
        } catch (error) {
          controller.error(error);
          return;
        }
        rest = deliver(controller, rest);
      },
      cancel: () => source.cancel(),
    },
    { highWaterMark: 0 },
  );
}

/**
 * Maximum bytes of a chunk for a reader without its own buffer. Garbage collectors count objects rather than their
 * memory: larger chunks fill the memory before they are collected.
 */
const MAX_PIECE = 16 * 1024;

/** Hands bytes to the reader. Returns those that did not fit into its buffer. */
function deliver(controller: ReadableByteStreamController, octets: Uint8Array): Uint8Array | undefined {
  const view = controller.byobRequest?.view;
  if (view === null || view === undefined) {
    // The stream transfers the buffer, and the chunk belongs to the scheme, so the stream gets a copy.
    controller.enqueue(copyBytes(octets, 0, MAX_PIECE));
    return octets.length > MAX_PIECE ? octets.subarray(MAX_PIECE) : undefined;
  }
  const length = Math.min(octets.length, view.byteLength);
  new Uint8Array(view.buffer, view.byteOffset, length).set(octets.subarray(0, length));
  controller.byobRequest!.respond(length);
  return length < octets.length ? octets.subarray(length) : undefined;
}
