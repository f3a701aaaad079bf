import type { ByteRange, Completeness, Entity } from "@anyurl/core";
import { ByteCollector, type Framing } from "@anyurl/core/exchange";
import type { CallSetup } from "../call/call-setup.ts";
import type { Transcript } from "../call/transcript.ts";
import { BodyIterator } from "./body-iterator.ts";
import type { BodyProgress } from "./body-progress.ts";
import { bodyTooLarge } from "./body-too-large.ts";
import type { GetResult } from "./get-result.ts";
import { type BodyOutcome, toByteStream } from "./stream.ts";

type Body = AsyncGenerator<Uint8Array, Completeness, void>;

/** The result of a call, with a body that can be read once. Reading has not started. */
export class UnreadResult implements GetResult {
  readonly url: string;
  readonly mediaType: string | undefined;
  readonly size: number | undefined;
  readonly modified: Date | undefined;
  readonly etag: string | undefined;
  readonly framing: Framing | undefined;
  readonly range: ByteRange | undefined;
  readonly complete: Promise<BodyOutcome>;
  readonly transcript: Transcript;
  readonly #body: Body;
  readonly #course: BodyProgress;
  readonly #maxBytes: number;
  // Callers may detach these methods and call them as functions.
  readonly chunks = (): AsyncGenerator<Uint8Array, void, void> =>
    new BodyIterator(this.#taken(), this.#course);
  readonly bytes = (): Promise<Uint8Array> =>
    this.#stream === undefined ? this.#whole() : readAll(this.#stream, this.#maxBytes);
  readonly text = async (): Promise<string> => new TextDecoder().decode(await this.bytes());
  #isRead = false;
  /** Created only if the caller reads `body`. */
  #stream: ReadableStream<Uint8Array> | undefined;

  constructor(
    { shownUrl, limits }: Pick<CallSetup<"get">, "shownUrl" | "limits">,
    { mediaType, size, modified, etag, framing }: Entity,
    range: ByteRange | undefined,
    transcript: Transcript,
    body: Body,
    course: BodyProgress,
  ) {
    this.url = shownUrl;
    this.mediaType = mediaType;
    this.size = size;
    this.modified = modified;
    this.etag = etag;
    this.framing = framing;
    this.range = range;
    this.complete = course.complete;
    this.transcript = transcript;
    this.#body = body;
    this.#course = course;
    this.#maxBytes = limits.maxBytes;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isRead = true;
    this.#course.dispose();
    await this.#body.return("unknown").catch(() => {});
  }

  get body(): ReadableStream<Uint8Array> {
    if (this.#isRead) throw hasBeenRead();
    this.#stream ??= toByteStream(this.#body, this.#course);
    return this.#stream;
  }

  /** Reads the whole body into one array, without a stream. */
  async #whole(): Promise<Uint8Array> {
    const body = this.#taken();
    const course = this.#course;
    const collected = new ByteCollector(this.size);
    try {
      for (;;) {
        const next = await body.next();
        if (next.done === true) {
          course.onEnd(next.value);
          return collected.take();
        }
        const received = collected.length + next.value.length;
        course.onOctets(received);
        if (received > this.#maxBytes) throw bodyTooLarge(this.#maxBytes);
        collected.add(next.value);
      }
    } catch (error) {
      const shown = course.translate(error);
      course.onEnd(false);
      await body.return("unknown").catch(() => {});
      throw shown;
    }
  }

  #taken(): Body {
    if (this.#isRead || this.#stream !== undefined) throw hasBeenRead();
    this.#isRead = true;
    return this.#body;
  }
}

function hasBeenRead(): TypeError {
  return new TypeError("the body was already read");
}

/** Reads a whole stream into one array. */
async function readAll(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const collected = new ByteCollector();
  for await (const octets of body) {
    if (collected.length + octets.length > maxBytes) throw bodyTooLarge(maxBytes);
    collected.add(octets);
  }
  return collected.take();
}
