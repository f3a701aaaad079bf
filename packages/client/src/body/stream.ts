import type { Completeness } from "@anyurl/core";
import { copyBytes } from "@anyurl/core/exchange";

/** How a body ended: complete, unknown, or incomplete. */
export type BodyOutcome = Completeness | false;

export interface BodyHooks {
  /** Throws if the call was aborted. Data that has already arrived is dropped. */
  check?(): void;
  /** Called with the bytes read so far. An error that it throws becomes the stream's error. */
  onOctets(received: number): void;
  /** Called once: when the body has ended, failed, or been canceled. */
  onEnd(ending: BodyOutcome): void;
  /** Maps an error to the one that the reader sees. */
  translate(error: unknown): unknown;
}

/**
 * Makes a Web byte stream of a generator. The generator runs at the pace of the reader, and fills the reader's own
 * buffer if there is one. Canceling ends the generator and closes the connection.
 */
export function toByteStream(
  body: AsyncGenerator<Uint8Array, Completeness, void>,
  hooks: BodyHooks,
): ReadableStream<Uint8Array> {
  let rest: Uint8Array | undefined;
  let received = 0;
  return new ReadableStream(
    {
      type: "bytes",
      async pull(controller: ReadableByteStreamController) {
        try {
          hooks.check?.();
          while (rest === undefined || rest.length === 0) {
            const next = await body.next();
            if (next.done === true) {
              controller.close();
              // A reader that waits with its own buffer needs an empty response.
              controller.byobRequest?.respond(0);
              hooks.onEnd(next.value);
              return;
            }
            rest = next.value;
            received += rest.length;
            hooks.onOctets(received);
          }
        } catch (error) {
          const shown = hooks.translate(error);
          hooks.onEnd(false);
          controller.error(shown);
          // The body itself may not have failed.
          body.return("unknown").catch(() => {});
          return;
        }
        rest = deliver(controller, rest);
      },
      async cancel() {
        hooks.onEnd(false);
        await body.return("unknown");
      },
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
