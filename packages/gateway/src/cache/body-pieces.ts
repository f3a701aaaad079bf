import { copyBytes } from "@anyurl/core/exchange";

/** Octets that a reader without a buffer of its own gets at once. */
const PIECE = 16 * 1024;

/**
 * The octets of a stream: at first piece by piece, each of which is good for ever; then, from a place on that is never gone
 * back from, into the buffers of whoever reads them.
 */
export class BodyPieces implements AsyncIterator<Uint8Array> {
  readonly #body: ReadableStream<Uint8Array>;
  #reader: ReadableStreamDefaultReader<Uint8Array>;
  #byob: ReadableStreamBYOBReader | undefined;
  #isDirect = false;

  constructor(body: ReadableStream<Uint8Array>) {
    this.#body = body;
    this.#reader = body.getReader();
  }

  async next(): Promise<IteratorResult<Uint8Array, undefined>> {
    const { done, value } = await this.#reader.read();
    return done ? { done: true, value: undefined } : { done: false, value };
  }

  async return(): Promise<IteratorResult<Uint8Array, undefined>> {
    await (this.#byob ?? this.#reader).cancel();
    return { done: true, value: undefined };
  }

  /** Hands over what comes next. Resolves with false at the end, which the controller is told of. */
  async into(controller: ReadableByteStreamController): Promise<boolean> {
    this.#turn();
    const { byobRequest } = controller;
    const view = byobRequest?.view;
    if (this.#byob === undefined) {
      const { done, value } = await this.#reader.read();
      // A stream of another kind may yield what it does not own, and this one transfers it.
      if (!done) controller.enqueue(copyBytes(value));
      else {
        controller.close();
        byobRequest?.respond(0);
      }
      return !done;
    }
    const buffer =
      view === null || view === undefined
        ? new Uint8Array(PIECE)
        : new Uint8Array(view.buffer as ArrayBuffer, view.byteOffset, view.byteLength);
    const { done, value } = await this.#byob.read(buffer);
    if (done) controller.close();
    if (byobRequest !== null && value !== undefined) byobRequest.respondWithNewView(value);
    else if (!done) controller.enqueue(value);
    return !done;
  }

  /** Only streams of octets can be read into a buffer; all others go on as before. */
  #turn(): void {
    if (this.#isDirect) return;
    this.#isDirect = true;
    this.#reader.releaseLock();
    try {
      this.#byob = this.#body.getReader({ mode: "byob" });
    } catch {
      this.#reader = this.#body.getReader();
    }
  }
}
