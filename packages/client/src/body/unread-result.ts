import type { ByteRange, Entity } from "@anyurl/core";
import { ByteCollector, type Framing, type HttpField } from "@anyurl/core/exchange";
import type { Call } from "../call/call.ts";
import { systemClock } from "../call/clock.ts";
import { memoryError } from "../call/memory-error.ts";
import { Referrer } from "../call/provenance.ts";
import type { Timings, Transcript } from "../call/transcript.ts";
import { toByteStream } from "./byte-stream.ts";
import type { BodyOutcome, GetResult } from "./get-result.ts";
import { bodyTooLarge, type ResponseBody } from "./response-body.ts";

/** The result of a call, with a body that can be read once. Reading has not started. */
export class UnreadResult extends Referrer implements GetResult {
  readonly url: string;
  readonly mediaType: string | undefined;
  readonly size: number | undefined;
  readonly modified: Date | undefined;
  readonly etag: string | undefined;
  readonly framing: Framing | undefined;
  readonly range: ByteRange | undefined;
  readonly skipped: number;
  readonly transcript: Transcript;
  readonly #body: ResponseBody;
  readonly #maxBytes: number;
  /** Collected together with this object, the only one that refers to it. */
  readonly #guard: object = {};
  #isRead = false;
  /** Created only if the caller reads `body`. */
  #stream: ReadableStream<Uint8Array> | undefined;
  // Callers may detach these methods and call them as functions.
  readonly chunks = (): AsyncGenerator<Uint8Array, void, void> => {
    this.#take();
    const chunks = this.#chunks();
    const end = chunks.return.bind(chunks);
    // A generator that has not started does not run its `finally` block.
    // Named first, as in `createContext`: V8 would keep a function that is assigned at once, and all of the call with it.
    const leave: typeof end = (value) => {
      this.#body.cancel().catch(() => {});
      return end(value);
    };
    chunks.return = leave;
    return chunks;
  };
  readonly bytes = async (): Promise<Uint8Array> => {
    if (this.#stream !== undefined) return readAll(this.#stream, this.#maxBytes);
    this.#take();
    this.#body.endByItself();
    const collected = new ByteCollector(this.size);
    for (;;) {
      const chunk = await this.#body.read(this.#maxBytes);
      try {
        if (chunk === undefined) return collected.take();
        collected.add(chunk);
      } catch (error) {
        await this.#body.cancel().catch(() => {});
        throw memoryError(error) ?? error;
      }
    }
  };
  readonly text = async (): Promise<string> => {
    const bytes = await this.bytes();
    try {
      return new TextDecoder().decode(bytes);
    } catch (error) {
      throw memoryError(error) ?? error;
    }
  };

  constructor(
    call: Pick<Call<"get">, "shownUrl" | "limits" | "transcript" | "found">,
    { mediaType, size, modified, etag, framing, start = 0 }: Entity,
    range: ByteRange | undefined,
    body: ResponseBody,
  ) {
    super(call);
    this.url = call.shownUrl;
    this.mediaType = mediaType;
    this.size = size;
    this.modified = modified;
    this.etag = etag;
    this.framing = framing;
    this.range = range;
    this.skipped = Math.max(0, (range?.start ?? 0) - start);
    this.transcript = call.transcript;
    this.#body = body;
    this.#maxBytes = call.limits.maxBytes;
    systemClock.setTimeout(() => this.#endWhenCollected(), 0, true);
  }

  /**
   * Lets the garbage collector end the body. Most programs read a body at once, so this is not done before: an object
   * that is registered costs several times its memory, and a tenth of the time of a small file.
   *
   * V8 keeps what is registered until its next full collection, also after `unregister`. So two small objects are
   * registered, which lead to nothing else when the body has arrived.
   */
  #endWhenCollected(): void {
    const body = this.#body;
    if (DROPPED === undefined || body.endsByItself) return;
    const held: Unread = { body };
    DROPPED.register(this.#guard, held, held);
    body.onEndsByItself = () => {
      held.body = undefined;
      DROPPED.unregister(held);
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#isRead = true;
    await this.#body.dispose();
  }

  get finalUrl(): string {
    return this.#body.entity.url ?? this.url;
  }

  get redirects(): number {
    return this.#body.entity.redirects ?? 0;
  }

  get redirectUrl(): string | undefined {
    return this.#body.entity.redirectUrl;
  }

  get status(): number | undefined {
    return this.#body.entity.status;
  }

  get fields(): readonly HttpField[] {
    return this.#body.entity.fields ?? NO_FIELDS;
  }

  get remote(): GetResult["remote"] {
    return this.transcript.remote;
  }

  get timings(): Timings {
    return this.transcript.timings;
  }

  get received(): number {
    return this.#body.received;
  }

  get complete(): Promise<BodyOutcome> {
    return this.#body.complete;
  }

  get body(): ReadableStream<Uint8Array> {
    if (this.#isRead) throw hasBeenRead();
    // The stream refers to this object, so that the response is not dropped while the program has the stream.
    this.#stream ??= toByteStream({
      check: () => this.#body.check(),
      read: () => this.#body.read(),
      cancel: () => this.#body.cancel(),
    });
    return this.#stream;
  }

  async *#chunks(): AsyncGenerator<Uint8Array, void, void> {
    try {
      for (;;) {
        const chunk = await this.#body.read();
        if (chunk === undefined) return;
        yield chunk;
      }
    } finally {
      await this.#body.cancel().catch(() => {});
    }
  }

  #take(): void {
    if (this.#isRead || this.#stream !== undefined) throw hasBeenRead();
    this.#isRead = true;
  }
}

const NO_FIELDS: readonly HttpField[] = [];

/**
 * Ends the calls of responses that the program dropped without reading them to the end. Workers of Cloudflare have none if
 * their compatibility date is before May 2025.
 */
const DROPPED =
  typeof FinalizationRegistry === "undefined"
    ? undefined
    : new FinalizationRegistry<Unread>(({ body }) => void body?.cancel().catch(() => {}));

/** A body that may not end by itself. */
interface Unread {
  body: ResponseBody | undefined;
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
