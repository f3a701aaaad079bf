import { DEFAULT_LIMITS, type Source } from "@anyurl/core";
import type { HttpField } from "@anyurl/core/exchange";
import { type SourceInput, toSource } from "../body/source.ts";
import { systemClock } from "../call/clock.ts";
import { type Target, targetText } from "./target.ts";

/** A request for an HTTP URL, as the Fetch standard reads it. */
export interface HttpFetchRequest {
  readonly text: string;
  readonly method: string;
  readonly fields: readonly HttpField[];
  readonly body: Source | undefined;
  readonly redirect: RequestRedirect;
  readonly integrity: string;
  readonly signal: AbortSignal | undefined;
  /** Cancels a body that nothing reads. */
  cancel(reason: unknown): void;
}

/** The body of a request, and how to cancel it. */
interface RequestBody {
  readonly source: Source | undefined;
  readonly stream: ReadableStream<Uint8Array> | undefined;
}

/** Fields that a browser does not let a program set, and that the client sets itself (Fetch, "forbidden"). */
const OWN_FIELDS: ReadonlySet<string> = new Set([
  ...["connection", "keep-alive", "proxy-connection", "te", "trailer", "transfer-encoding", "upgrade"],
  ...["proxy-authorization", "proxy-authenticate", "http2-settings", "host", "content-length", "expect"],
]);

/** `Request` requires a URL. It gets this one, because the platform would change the text of the real one. */
const URL_FOR_REQUEST = "http://h.invalid/";

/**
 * Reads a request for an HTTP URL. The platform's own `Request` checks it, so all of its rules apply.
 *
 * @param maxHeld the most bytes of a body of unknown size that are held to send its length.
 * @throws {TypeError} what the constructor of `Request` throws.
 */
export async function readHttpRequest(
  input: Target,
  init: RequestInit = {},
  maxHeld: number = DEFAULT_LIMITS.maxHeld,
): Promise<HttpFetchRequest> {
  const isRequest = typeof input === "object" && !("href" in input);
  const given = init.signal === undefined && isRequest ? input.signal : init.signal;
  if (given !== undefined && given !== null && typeof given.addEventListener !== "function")
    throw new TypeError("invalid signal: expected an AbortSignal");
  // Without the signal, which the client follows itself.
  const made = new Request(isRequest ? input : URL_FOR_REQUEST, { ...init, signal: null });
  const fields = [...made.headers].filter(([name]) => !OWN_FIELDS.has(name));
  const has = (wanted: string) => fields.some(([name]) => name === wanted);
  if (!has("accept-language")) fields.push(["accept-language", "*"]);
  const { source, stream } = await readBody(made, init.body ?? undefined, isRequest, maxHeld);
  const { method, redirect, integrity } = made;
  return {
    ...{ text: targetText(input), method, redirect, integrity },
    fields: fields.map(([name, value]) => [name, toBytes(value)] as const),
    body: source,
    signal: given ?? undefined,
    cancel: (reason) => {
      if (stream?.locked === false) stream.cancel(reason).catch(() => {});
    },
  };
}

async function readBody(
  made: Request,
  given: RequestInit["body"] | undefined,
  isRequest: boolean,
  maxHeld: number,
): Promise<RequestBody> {
  const stream = made.body as ReadableStream<Uint8Array> | null;
  if (stream === null) return { source: undefined, stream: undefined };
  if (given instanceof FormData) return { source: await holdBody(stream, maxHeld, true), stream };
  if (given === undefined && isRequest) return { source: await holdBody(stream, maxHeld, false), stream };
  if (given instanceof URLSearchParams) return { source: knownSource(String(given)), stream };
  if (ArrayBuffer.isView(given)) {
    const bytes = new Uint8Array(given.buffer, given.byteOffset, given.byteLength);
    return { source: knownSource(Uint8Array.from(bytes)), stream };
  }
  if (given instanceof ArrayBuffer) return { source: knownSource(given.slice(0)), stream };
  if (typeof given === "string" || given instanceof Blob) return { source: knownSource(given), stream };
  // The standard sends a stream once: it fails after a redirect or a challenge that would need it again.
  return { source: { ...(await toSource(stream, "body")), isRepeatable: false }, stream };
}

/** Text, bytes, and blobs make a source without waiting. */
function knownSource(given: Exclude<SourceInput, Response>): Source {
  return toSource(given, "body") as Source;
}

/**
 * Reads a body ahead: to its end if it `mayWait` for it, else as far as it is there. If it ends within `maxHeld` bytes, its
 * size is known, and it can be sent again.
 */
async function holdBody(
  stream: ReadableStream<Uint8Array>,
  maxHeld: number,
  mayWait: boolean,
): Promise<Source> {
  const reader = stream.getReader();
  const held: Uint8Array[] = [];
  let size = 0;
  for (;;) {
    const reading = reader.read();
    reading.catch(() => {});
    const next = mayWait ? await reading : await Promise.race([reading, nextTask()]);
    if (next === undefined) return resume(held, reading, reader);
    if (next.done) break;
    held.push(next.value);
    size += next.value.length;
    if (size > maxHeld) return resume(held, reader.read(), reader);
  }
  return {
    size,
    isRepeatable: true,
    async *[Symbol.asyncIterator]() {
      yield* held;
    },
  };
}

/** Resolves when everything that was ready has run. */
function nextTask(): Promise<undefined> {
  return new Promise((resolve) => systemClock.setTimeout(() => resolve(undefined), 0));
}

function resume(
  held: readonly Uint8Array[],
  coming: Promise<ReadableStreamReadResult<Uint8Array>>,
  reader: ReadableStreamDefaultReader<Uint8Array>,
): Source {
  async function* chunks(): AsyncGenerator<Uint8Array, void, void> {
    let isOver = false;
    try {
      yield* held;
      for (let next = await coming; ; next = await reader.read()) {
        if (next.done) break;
        yield next.value;
      }
      isOver = true;
    } finally {
      if (!isOver) await reader.cancel();
    }
  }
  return { [Symbol.asyncIterator]: chunks };
}

/** Converts the characters of a header value, which stand for single bytes, to text that preserves bytes. */
function toBytes(value: string): string {
  return value.replace(/[\x80-\xff]/g, (char) => String.fromCharCode(0xdc00 + char.charCodeAt(0)));
}

/** Converts an error to the one of the platform's `fetch`: a TypeError, whose cause says what happened. */
export function toPlatformError(error: unknown, message: string): unknown {
  if (error instanceof TypeError) return error;
  return new TypeError(message, { cause: error });
}
