import type { Completeness } from "@anyurl/core";
import { copyBytes } from "@anyurl/core/exchange";

/** How a body ended: all of it, all of it as far as one can know, or not. */
export type BodyOutcome = Completeness | false;

export interface BodyHooks {
  /** Throws when the call has been aborted: what has come already is wanted no more. */
  check?(): void;
  /** Octets that have been read so far. What it throws is the stream's error. */
  onOctets(received: number): void;
  /** Called once: when the body has ended, failed or been left. */
  onEnd(ending: BodyOutcome): void;
  /** What the reader is to see of an error. */
  translate(error: unknown): unknown;
}

/**
 * A generator's octets as a Web byte stream. The reader's pace is the generator's; a reader that brings its own
 * buffer is served into it; leaving early ends the generator, and with it the connection.
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
              // A reader that waits with its own buffer is told that nothing comes.
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
          // It may not have failed itself.
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
 * What a reader without a buffer of its own gets at once. Collectors of garbage count objects rather than what they hold:
 * larger pieces fill the memory before anybody comes to collect them.
 */
const MAX_PIECE = 16 * 1024;

/** Hands octets over; gives what did not fit into the reader's buffer. */
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
