import { AccessError } from "@anyurl/core";
import { ByteCollector } from "@anyurl/core/exchange";
import type { Dispatcher } from "undici";
import type { ResponseHead } from "./response-head.ts";

export interface ContentInit {
  /** The head, once it has arrived. */
  readonly head: () => ResponseHead | undefined;
  readonly maxFields: number;
  /** Converts an error of undici to the one that the caller gets. */
  readonly fault: (error: unknown) => unknown;
  /** The error of the connection's end, if that end delimits the content; otherwise `undefined`. */
  readonly endFailure: () => unknown;
  /** The response was read to its end, or canceled after all of it had arrived. */
  readonly ended: () => void;
  /** The response was canceled before all of it had arrived. */
  readonly left: () => void;
}

/** Bytes that wait for the reader before the stream pauses. */
const ENOUGH: number = 16 * 1024;

/**
 * Chunks of at least this many bytes are passed on unchanged. Smaller ones from one packet are joined: passing on a
 * chunk costs more than copying this many bytes.
 */
const SMALL: number = 4 * 1024;

/** The handler of one response for undici: receives its head once, and its content at the pace of the reader. */
export class Content implements Dispatcher.DispatchHandler {
  /** Settles when the head has arrived. */
  readonly begun: Promise<ResponseHead>;
  readonly #init: ContentInit;
  #begin!: (head: ResponseHead) => void;
  #refuse!: (error: unknown) => void;
  #controller: Dispatcher.DispatchController | undefined;
  /** Chunks that wait for the reader; after them come small ones, in `#small`. */
  readonly #queue: Uint8Array[] = [];
  readonly #small: ByteCollector = new ByteCollector();
  #queued = 0;
  /** All of it has arrived. */
  #ended = false;
  /** All of it has been read, or it was canceled. */
  #isOver = false;
  #failure: { readonly error: unknown } | undefined;
  #wake: (() => void) | undefined;

  constructor(init: ContentInit) {
    this.#init = init;
    this.begun = new Promise((resolve, reject) => {
      this.#begin = resolve;
      this.#refuse = reject;
    });
    // The caller that waits for the head gets the error; avoid an unhandled rejection without one.
    this.begun.catch(() => {});
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    this.#controller = controller;
  }

  onResponseStart(): void {
    const head = this.#init.head();
    if (head !== undefined) this.#begin(head);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (chunk.length < SMALL) this.#small.add(chunk);
    else {
      if (this.#small.length > 0) this.#queue.push(this.#small.take());
      this.#queue.push(new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.length));
    }
    this.#queued += chunk.length;
    if (this.#queued >= ENOUGH) controller.pause();
    this.#wakeUp();
  }

  onResponseEnd(_: Dispatcher.DispatchController, trailers: object): void {
    const { maxFields, head } = this.#init;
    const count = (head()?.fields.length ?? 0) + Object.values(trailers).flat().length;
    if (count > maxFields) {
      const message = `the response has more than ${maxFields} fields, including trailers`;
      this.fail(new AccessError("too-large", message, { hint: "raise the limit maxFields" }));
      return;
    }
    const failure = this.#init.endFailure();
    if (failure !== undefined) {
      this.fail(failure);
      return;
    }
    this.#ended = true;
    this.#wakeUp();
  }

  onResponseError(_: Dispatcher.DispatchController | undefined, error: Error): void {
    this.fail(this.#init.fault(error));
  }

  /** Makes the content fail with this error after the bytes that have arrived. Idempotent. */
  fail(error: unknown): void {
    if (this.#ended || this.#failure !== undefined) return;
    this.#failure = { error };
    this.#refuse(error);
    this.#wakeUp();
  }

  /**
   * Returns the content. Canceling it before all of it has arrived closes the connection, even before the first byte.
   */
  octets(): AsyncGenerator<Uint8Array, void, void> {
    const octets = this.#read();
    const end = octets.return.bind(octets);
    // A generator that has not started does not run its `finally` block.
    octets.return = (value) => {
      this.#leave();
      return end(value);
    };
    return octets;
  }

  async *#read(): AsyncGenerator<Uint8Array, void, void> {
    try {
      for (;;) {
        const octets = this.#queue.shift() ?? (this.#small.length > 0 ? this.#small.take() : undefined);
        if (octets !== undefined) {
          this.#queued -= octets.length;
          // Resume only when half of it has been read: pausing and resuming for each chunk costs more than the reading.
          if (this.#queued <= ENOUGH / 2) this.#controller?.resume();
          yield octets;
        } else if (this.#failure !== undefined) throw this.#failure.error;
        else if (this.#ended) break;
        else {
          await new Promise<void>((resolve) => {
            this.#wake = resolve;
          });
        }
      }
      this.#isOver = true;
      this.#init.ended();
    } finally {
      this.#leave();
    }
  }

  #leave(): void {
    if (this.#isOver) return;
    this.#isOver = true;
    // Nothing more arrives for this response, so another one can follow.
    if (this.#ended) this.#init.ended();
    else this.#init.left();
  }

  #wakeUp(): void {
    this.#wake?.();
    this.#wake = undefined;
  }
}
