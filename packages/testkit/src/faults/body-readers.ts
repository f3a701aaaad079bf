import { isAccessError, octetsOf } from "@anyurl/core";
import { copyBytes } from "@anyurl/core/exchange";

/** All ways to read a whole body. */
export const BODY_READERS = [
  "a default reader",
  "a reader with its own buffer",
  "chunks()",
  "bytes()",
  "text()",
  "a Response",
  "fetch",
] as const;
export type BodyReader = (typeof BODY_READERS)[number];

/** The result of `get`. The methods are tested if the client has them. */
export interface PeeredResult {
  readonly body: ReadableStream<Uint8Array>;
  readonly size?: number | undefined;
  readonly complete: Promise<true | false | "unknown">;
  readonly chunks?: () => AsyncIterable<Uint8Array>;
  readonly bytes?: () => Promise<Uint8Array>;
  readonly text?: () => Promise<string>;
}

/** `toFetch` of @anyurl/client, which makes a `fetch` of the client of the kit. It is tested if the kit has it. */
export type ToFetch = (
  client: never,
) => (url: string, init: { readonly signal: AbortSignal }) => Promise<Response>;

/** The part of a client that reads. */
interface ReadingClient<Call> {
  get(url: string, options: Call): Promise<PeeredResult>;
}

/** Bytes of a reader's own buffer. */
const OWN_BUFFER = 64 * 1024;

/** Adds the bytes that were read, which belong to the caller. */
type Add = (octets: Uint8Array) => void;
type Read = (gotten: PeeredResult, add: Add, bufferSize: number) => Promise<void>;

/** The client of the kit lacks an optional way to read. */
export class LacksReader extends Error {
  constructor(reader: BodyReader) {
    super(`the client of the kit does not support ${reader}`);
  }
}

const READERS: Readonly<Record<Exclude<BodyReader, "fetch">, Read>> = {
  "a default reader": async ({ body }, add) => {
    for await (const chunk of body) add(chunk);
  },
  "a reader with its own buffer": async ({ body }, add, bufferSize) => {
    const reader = byobReader(body);
    let buffer = new Uint8Array(bufferSize);
    for (;;) {
      const { value, done } = await reader.read(buffer);
      if (done) return;
      add(copyBytes(value));
      buffer = new Uint8Array(value.buffer);
    }
  },
  "chunks()": async ({ chunks }, add) => {
    for await (const chunk of present(chunks, "chunks()")()) add(copyBytes(chunk));
  },
  "bytes()": async ({ bytes }, add) => add(await present(bytes, "bytes()")()),
  "a Response": async ({ body }, add) => add(new Uint8Array(await new Response(body).arrayBuffer())),
  "text()": async ({ text }, add) => add(octetsOf(await present(text, "text()")())),
};

/** @throws {LacksReader} the body is not a byte stream. */
function byobReader(body: ReadableStream<Uint8Array>): ReadableStreamBYOBReader {
  try {
    return body.getReader({ mode: "byob" });
  } catch {
    throw new LacksReader("a reader with its own buffer");
  }
}

export interface ReadInit {
  readonly reader: BodyReader;
  readonly toFetch: ToFetch | undefined;
  readonly add: Add;
  /** Bytes of "a reader with its own buffer". */
  readonly bufferSize?: number;
}

/** Gets a URL and reads its body to the end. @throws {LacksReader} */
export async function readWhole<Call extends { readonly signal: AbortSignal }>(
  client: ReadingClient<Call>,
  url: string,
  options: Call,
  { reader, toFetch, add, bufferSize = OWN_BUFFER }: ReadInit,
): Promise<true | false | "unknown"> {
  if (reader === "fetch") {
    try {
      const response = await present(toFetch, "fetch")(client as never)(url, { signal: options.signal });
      add(new Uint8Array(await response.arrayBuffer()));
      return "unknown";
    } catch (error) {
      // For HTTP, the error of the client is the cause.
      throw error instanceof TypeError && isAccessError(error.cause) ? error.cause : error;
    }
  }
  const gotten = await client.get(url, options);
  try {
    await READERS[reader](gotten, add, bufferSize);
  } catch (error) {
    if (error instanceof LacksReader) await gotten.body.cancel();
    throw error;
  }
  return gotten.complete;
}

/** @throws {LacksReader} */
function present<T>(method: T | undefined, reader: BodyReader): T {
  if (method === undefined) throw new LacksReader(reader);
  return method;
}
