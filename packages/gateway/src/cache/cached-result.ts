import { type BodyOutcome, type GetResult, Transcript } from "@anyurl/client";
import { AccessError, type ByteRange, DEFAULT_LIMITS } from "@anyurl/core";
import { ByteCollector, copyBytes } from "@anyurl/core/exchange";
import type { BodyChunks } from "./body-chunks.ts";
import type { StoredBody } from "./stored.ts";

/** Returns a cached body, or the requested range of it. */
export function cachedResult(stored: StoredBody, range: ByteRange | undefined): GetResult {
  const octets = range === undefined ? stored.octets : stored.octets.subarray(range.start, range.end);
  let isRead = false;
  const once = () => {
    if (isRead) throw new TypeError("the body was already read");
    isRead = true;
  };
  let body: ReadableStream<Uint8Array> | undefined;
  return {
    ...toResultHead(stored),
    framing: undefined,
    range,
    get body() {
      if (body === undefined) {
        once();
        body = streamBytes(octets);
      }
      return body;
    },
    complete: Promise.resolve(stored.complete),
    transcript: new Transcript(),
    async *chunks() {
      once();
      yield copyBytes(octets);
    },
    async bytes() {
      once();
      return copyBytes(octets);
    },
    async text() {
      once();
      return new TextDecoder().decode(octets);
    },
    async [Symbol.asyncDispose]() {
      isRead = true;
    },
  };
}

/** The collected chunks, and the rest of the body. */
export interface SharedBody {
  readonly collected: AsyncGenerator<Uint8Array, "whole" | "too-large", void>;
  readonly rest: BodyChunks;
  /** Must be called when the body was read or canceled. */
  release(): void;
}

/** Returns the body of an in-flight call. */
export function inFlightResult(
  head: GetResult,
  following: SharedBody,
  maxBytes: number = DEFAULT_LIMITS.maxBytes,
): GetResult {
  let settle: (ending: BodyOutcome) => void = () => {};
  const complete = new Promise<BodyOutcome>((resolve) => {
    settle = resolve;
  });
  let body: ReadableStream<Uint8Array> | undefined;
  const stream = () => {
    body ??= streamSharedBody(following, (isWhole) => {
      following.release();
      if (isWhole) void head.complete.then(settle);
      else settle(false);
    });
    return body;
  };
  const bytes = () => readAll(stream(), maxBytes);
  return {
    url: head.url,
    mediaType: head.mediaType,
    size: head.size,
    modified: head.modified,
    etag: head.etag,
    framing: head.framing,
    range: undefined,
    get body() {
      return stream();
    },
    complete,
    transcript: head.transcript,
    async *chunks() {
      yield* stream();
    },
    bytes,
    text: async () => new TextDecoder().decode(await bytes()),
    // A locked stream is canceled by its reader.
    [Symbol.asyncDispose]: async () => {
      if (!stream().locked) await stream().cancel();
    },
  };
}

function toResultHead({ url, mediaType, size, modified, etag }: StoredBody) {
  return {
    url,
    mediaType,
    size,
    etag,
    modified: modified === undefined ? undefined : new Date(modified),
  };
}

/** Streams shared bytes. The stream gets copies, because it transfers what it is given. */
function streamBytes(octets: Uint8Array): ReadableStream<Uint8Array> {
  let at = 0;
  return new ReadableStream(
    {
      type: "bytes",
      pull(controller: ReadableByteStreamController) {
        if (at < octets.length) {
          controller.enqueue(copyBytes(octets, at, at + CHUNK_BYTES));
          at += CHUNK_BYTES;
        }
        if (at >= octets.length) {
          controller.close();
          controller.byobRequest?.respond(0);
        }
      },
    },
    { highWaterMark: 0 },
  );
}

const CHUNK_BYTES = 64 * 1024;

function streamSharedBody(
  { collected, rest }: SharedBody,
  over: (isWhole: boolean) => void,
): ReadableStream<Uint8Array> {
  let isCollected = true;
  return new ReadableStream(
    {
      type: "bytes",
      async pull(controller: ReadableByteStreamController) {
        try {
          while (isCollected) {
            const next = await collected.next();
            if (next.done === true) {
              isCollected = false;
              if (next.value === "too-large") break;
              controller.close();
              controller.byobRequest?.respond(0);
              return over(true);
            }
            // Copy: other callers read the same chunk.
            if (next.value.length > 0) return controller.enqueue(copyBytes(next.value));
          }
          if (!(await rest.enqueueNext(controller))) over(true);
        } catch (error) {
          over(false);
          controller.error(error);
        }
      },
      cancel() {
        over(false);
        // Do not wait: the generator may be blocked.
        collected.return("whole").catch(() => {});
      },
    },
    { highWaterMark: 0 },
  );
}

async function readAll(body: ReadableStream<Uint8Array>, maxBytes: number): Promise<Uint8Array> {
  const collected = new ByteCollector();
  for await (const octets of body) {
    if (collected.length + octets.length > maxBytes) {
      throw new AccessError("too-large", `the body exceeds the limit of ${maxBytes} bytes`, {
        hint: "increase the limit maxBytes",
      });
    }
    collected.add(octets);
  }
  return collected.take();
}
