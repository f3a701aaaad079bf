import { AccessError, type Source } from "@anyurl/core";

/**
 * What can be written: text (as UTF-8), bytes, or something that yields bytes. Of a file handle, the whole file is read,
 * from its first byte.
 */
export type SourceInput =
  | string
  | Uint8Array
  | ArrayBuffer
  | ArrayBufferView
  | Blob
  | ReadableStream<Uint8Array>
  | Response
  | FileHandle
  | AsyncIterable<Uint8Array>;

/** An open file, as `open` of `node:fs/promises` returns it. */
export interface FileHandle {
  stat(): Promise<{ readonly size: number; isFile(): boolean }>;
  read(
    buffer: Uint8Array,
    offset: number,
    length: number,
    position: number | null,
  ): Promise<{ readonly bytesRead: number }>;
}

/** Bytes of a file that are read at once. */
const FILE_CHUNK_BYTES: number = 64 * 1024;

/**
 * Converts what a caller gave to the one form that schemes read. Text, bytes, and a blob have a size, and can be read
 * again, and so can a file.
 *
 * @param name the argument, for the error.
 * @throws {AccessError} bad-argument: it has another type, or was read before.
 */
export function toSource(given: SourceInput, name = "source"): Source | Promise<Source> {
  if (typeof given === "string") return fromBytes(new TextEncoder().encode(given));
  if (typeof given !== "object" || given === null) throw typeError(name, given);
  if (ArrayBuffer.isView(given))
    return fromBytes(new Uint8Array(given.buffer, given.byteOffset, given.byteLength));
  if (isTagged(given, "ArrayBuffer")) return fromBytes(new Uint8Array(given as ArrayBuffer));
  if (isBlob(given)) return fromBlob(given);
  if (isTagged(given, "Response")) return fromResponse(given as Response, name);
  if (isStream(given)) return fromStream(given, name);
  if (isFileHandle(given)) return fromFile(given);
  if (Symbol.asyncIterator in given && typeof given[Symbol.asyncIterator] === "function")
    return checkChunks(given, name);
  throw typeError(name, given);
}

function fromBytes(bytes: Uint8Array): Source {
  return {
    size: bytes.length,
    isRepeatable: true,
    async *[Symbol.asyncIterator]() {
      yield bytes;
    },
  };
}

function fromBlob(blob: Blob): Source {
  return {
    size: blob.size,
    isRepeatable: true,
    [Symbol.asyncIterator]: () => readStream(blob.stream().getReader(), "source"),
  };
}

/** The size of a response is not used: its header may be that of encoded content. */
function fromResponse(response: Response, name: string): Source {
  if (response.bodyUsed) throw usedError(name, "the body of this Response");
  return response.body === null ? fromBytes(new Uint8Array(0)) : fromStream(response.body, name);
}

function fromStream(stream: ReadableStream<Uint8Array>, name: string): Source {
  if (stream.locked) throw usedError(name, "this stream");
  // Locked at once, so that no other reader takes a part of it.
  const reader = stream.getReader();
  return { [Symbol.asyncIterator]: () => readStream(reader, name) };
}

async function* readChunks(
  next: () => Promise<IteratorResult<Uint8Array>>,
  end: () => Promise<unknown>,
  name: string,
): AsyncGenerator<Uint8Array, void, void> {
  let isDone = false;
  try {
    for (;;) {
      const result = await next();
      if (result.done === true) {
        isDone = true;
        return;
      }
      yield checkChunk(result.value, name);
    }
  } finally {
    if (!isDone) await end();
  }
}

function readStream(
  reader: ReadableStreamDefaultReader<Uint8Array>,
  name: string,
): AsyncGenerator<Uint8Array, void, void> {
  const chunks = readChunks(
    async () => (await reader.read()) as IteratorResult<Uint8Array>,
    () => reader.cancel(),
    name,
  );
  const leave = chunks.return.bind(chunks);
  // Cancels at once: a generator that waits for a chunk would end only when it has arrived.
  chunks.return = async (value) => {
    await reader.cancel();
    return leave(value);
  };
  return chunks;
}

function checkChunks(given: AsyncIterable<Uint8Array>, name: string): Source {
  const { size, isRepeatable } = given as Source;
  return {
    ...(typeof size === "number" && { size }),
    ...(typeof isRepeatable === "boolean" && { isRepeatable }),
    [Symbol.asyncIterator]() {
      const chunks = given[Symbol.asyncIterator]();
      const end = async () => chunks.return?.();
      return endsUnread(
        readChunks(() => chunks.next(), end, name),
        end,
      );
    },
  };
}

/** A generator that has not started does not run its `finally` block, so ending it ends what it reads here. */
function endsUnread(
  chunks: AsyncGenerator<Uint8Array, void, void>,
  end: () => Promise<unknown>,
): AsyncGenerator<Uint8Array, void, void> {
  const { next: start, return: leave } = chunks;
  let isStarted = false;
  chunks.next = () => {
    isStarted = true;
    return start.call(chunks);
  };
  chunks.return = async (value) => {
    if (!isStarted) await end();
    return leave.call(chunks, value);
  };
  return chunks;
}

async function fromFile(file: FileHandle): Promise<Source> {
  const { size, isFile } = await file.stat().then((stats) => ({ size: stats.size, isFile: stats.isFile() }));
  // A file of the kernel has the size 0, whatever it contains; and a pipe has no positions.
  if (!isFile || size === 0) return { [Symbol.asyncIterator]: () => readFile(file, undefined) };
  return { size, isRepeatable: true, [Symbol.asyncIterator]: () => readFile(file, size) };
}

/** @param size where to stop, also if the file grows meanwhile; `undefined`: read on from the current position. */
async function* readFile(file: FileHandle, size: number | undefined): AsyncGenerator<Uint8Array, void, void> {
  const buffer = new Uint8Array(FILE_CHUNK_BYTES);
  for (let at = 0; ; ) {
    const wanted = Math.min(buffer.length, (size ?? Number.POSITIVE_INFINITY) - at);
    const position = size === undefined ? null : at;
    const { bytesRead } = await file.read(buffer, 0, wanted, position);
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
    at += bytesRead;
    if (at === size) return;
  }
}

function checkChunk(chunk: Uint8Array, name: string): Uint8Array {
  // The tag, because the array may come from another realm.
  if (isTagged(chunk, "Uint8Array")) return chunk;
  throw new AccessError("bad-argument", `invalid chunk of the ${name}: expected Uint8Array`, {
    hint: typeof chunk === "string" ? "yield bytes: new TextEncoder().encode(text)" : "yield bytes",
  });
}

function isTagged(value: unknown, tag: string): boolean {
  return (
    (value as { readonly [Symbol.toStringTag]?: unknown } | undefined)?.[Symbol.toStringTag] === tag ||
    Object.prototype.toString.call(value) === `[object ${tag}]`
  );
}

function isBlob(value: object): value is Blob {
  return isTagged(value, "Blob") || isTagged(value, "File");
}

function isStream(value: object): value is ReadableStream<Uint8Array> {
  return "getReader" in value && typeof value.getReader === "function";
}

function isFileHandle(value: object): value is FileHandle {
  return (
    "read" in value && "stat" in value && typeof value.read === "function" && typeof value.stat === "function"
  );
}

function typeError(name: string, given: unknown): AccessError {
  const kind = given === null ? "null" : typeof given;
  return new AccessError("bad-argument", `invalid ${name}: ${kind}`, {
    hint: "give a string, bytes, a Blob, a stream, a Response, a file handle, or an async iterable of bytes",
  });
}

function usedError(name: string, what: string): AccessError {
  return new AccessError("bad-argument", `invalid ${name}: ${what} was read before`, {
    hint: "give one that nothing has read",
  });
}
