import { copyBytes } from "@anyurl/core/exchange";

/** Chunk size for a reader without its own buffer, in bytes. */
const CHUNK_BYTES = 16 * 1024;

/**
 * The bytes of a stream. `next` returns chunks that stay valid. After the first call of `into`, bytes are read only
 * into the buffers of the reader.
 */
export class BodyChunks implements AsyncIterator<Uint8Array> {
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

  /** Enqueues the next chunk. At the end, closes the controller and resolves with false. */
  async enqueueNext(controller: ReadableByteStreamController): Promise<boolean> {
    this.#switchToByob();
    const { byobRequest } = controller;
    const view = byobRequest?.view;
    if (this.#byob === undefined) {
      const { done, value } = await this.#reader.read();
      // Copy: the source may still own the chunk, and this stream transfers it.
      if (!done) controller.enqueue(copyBytes(value));
      else {
        controller.close();
        byobRequest?.respond(0);
      }
      return !done;
    }
    const buffer =
      view === null || view === undefined
        ? new Uint8Array(CHUNK_BYTES)
        : new Uint8Array(view.buffer as ArrayBuffer, view.byteOffset, view.byteLength);
    const { done, value } = await this.#byob.read(buffer);
    if (done) controller.close();
    if (byobRequest !== null && value !== undefined) byobRequest.respondWithNewView(value);
    else if (!done) controller.enqueue(value);
    return !done;
  }

  /** Switches to a BYOB reader. Only byte streams have one; other streams continue as before. */
  #switchToByob(): void {
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
