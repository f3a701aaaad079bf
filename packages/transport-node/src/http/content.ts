import { AccessError } from "@anyurl/core";
import { ByteCollector } from "@anyurl/core/exchange";
import type { Dispatcher } from "undici";
import type { ResponseHead } from "./response-head.ts";

export interface ContentInit {
  /** The head that has arrived. */
  readonly head: () => ResponseHead | undefined;
  readonly maxFields: number;
  /** An error of undici's as it is to be told. */
  readonly fault: (error: unknown) => unknown;
  /** What is wrong with the end of the connection, where that is the end of the content; `undefined`: nothing. */
  readonly endFailure: () => unknown;
  /** The response was read to its end, or left when all of it had arrived. */
  readonly ended: () => void;
  /** It was left before all of it had arrived. */
  readonly left: () => void;
}

/** Octets that wait for the reader before the server has to. */
const ENOUGH: number = 16 * 1024;

/**
 * Bytes of a chunk from which on it is handed on as it is. Smaller ones that come in one packet are joined: to hand a
 * chunk on costs more than to copy so many bytes.
 */
const SMALL: number = 4 * 1024;

/** One response as undici hears it: its head once, and its content at the pace of the reader. */
export class Content implements Dispatcher.DispatchHandler {
  /** Settles when the head is there. */
  readonly begun: Promise<ResponseHead>;
  readonly #init: ContentInit;
  #begin!: (head: ResponseHead) => void;
  #refuse!: (error: unknown) => void;
  #controller: Dispatcher.DispatchController | undefined;
  /** What waits for the reader: chunks, and after them small ones that have been joined. */
  readonly #queue: Uint8Array[] = [];
  readonly #small: ByteCollector = new ByteCollector();
  #queued = 0;
  /** All of it has arrived. */
  #ended = false;
  /** All of it has been read, or nobody wants it. */
  #isOver = false;
  #failure: { readonly error: unknown } | undefined;
  #wake: (() => void) | undefined;

  constructor(init: ContentInit) {
    this.#init = init;
    this.begun = new Promise((resolve, reject) => {
      this.#begin = resolve;
      this.#refuse = reject;
    });
    // Whoever waits for the head hears of it; nobody else need.
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
      const message = `the response has more than ${maxFields} fields, trailers included`;
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

  /** What comes of it for whoever still reads; what has arrived before is read first. Idempotent. */
  fail(error: unknown): void {
    if (this.#ended || this.#failure !== undefined) return;
    this.#failure = { error };
    this.#refuse(error);
    this.#wakeUp();
  }

  /** The content. Leaving it before all of it has arrived closes the connection, be it before the first byte. */
  octets(): AsyncGenerator<Uint8Array, void, void> {
    const octets = this.#read();
    const end = octets.return.bind(octets);
    // A generator that has not begun does not hear that it is left.
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
          // Not before half of it is read: to stop and go on for each piece costs more than the reading.
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
    // Nothing of it is under way any more, so that another response can follow.
    if (this.#ended) this.#init.ended();
    else this.#init.left();
  }

  #wakeUp(): void {
    this.#wake?.();
    this.#wake = undefined;
  }
}
