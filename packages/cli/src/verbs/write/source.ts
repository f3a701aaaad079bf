import { fstatSync, ReadStream } from "node:fs";
import { type FileHandle, open } from "node:fs/promises";
import { basename } from "node:path";
import process from "node:process";
import type { Source } from "@anyurl/core";
import { displayText } from "anyurl";
import { LocalError, toLocalError } from "../../errors.ts";

/** The source of an upload: a local file, or standard input. */
export interface LocalSource extends AsyncDisposable {
  readonly octets: Source;
  /** The name of the file; `undefined` for standard input. */
  readonly name: string | undefined;
}

/** Bytes per read. */
const BUFFER = 256 * 1024;

/** Opens the source before anything is sent; "-" is standard input. @throws {LocalError} system errors. */
export async function openSource(file: string): Promise<LocalSource> {
  if (file === "-") return { octets: readInput(), name: undefined, [Symbol.asyncDispose]: async () => {} };
  const handle = await open(file, "r").catch((error: unknown) => {
    if ((error as { code?: unknown }).code === "ENOENT")
      throw new LocalError("enoent", `${displayText(file)}: no such file`);
    throw toLocalError(error, displayText(file));
  });
  try {
    const size = await findSize(handle, file);
    return {
      octets: {
        // A file without a size, such as a pipe, is read only once.
        ...(size !== undefined && { size, isRepeatable: true }),
        [Symbol.asyncIterator]: () => readChunks(handle, file, size),
      },
      name: basename(file),
      [Symbol.asyncDispose]: () => handle.close(),
    };
  } catch (error) {
    await handle.close();
    throw toLocalError(error, displayText(file));
  }
}

/** Reads standard input. A file there is read up to its size, as any other file. */
async function* readInput(): AsyncGenerator<Uint8Array, void, void> {
  const input: unknown = process.stdin;
  // A file of the kernel has the size 0, whatever it contains.
  let left = (input instanceof ReadStream && fstatSync(process.stdin.fd).size) || Number.POSITIVE_INFINITY;
  for await (const chunk of process.stdin as AsyncIterable<Uint8Array>) {
    const octets = chunk.subarray(0, left);
    left -= octets.length;
    yield octets;
    if (left === 0) return;
  }
}

/**
 * Returns the size of a regular file. It is `undefined` for a pipe, and for a file of the kernel, whose size is 0 although
 * it has data.
 *
 * @throws {LocalError} eisdir.
 */
async function findSize(handle: FileHandle, file: string): Promise<number | undefined> {
  const facts = await handle.stat();
  if (facts.isDirectory())
    throw new LocalError("eisdir", `${displayText(file)}: it is a directory`, "use anyurl cp -r to copy it");
  if (!facts.isFile()) return undefined;
  if (facts.size > 0) return facts.size;
  const { bytesRead } = await handle.read(new Uint8Array(1), 0, 1, 0);
  return bytesRead === 0 ? 0 : undefined;
}

/**
 * Reads a file up to its size, also if it grows meanwhile: a file that is appended to itself would have no end. Each chunk
 * is valid until the next one is requested.
 */
async function* readChunks(
  handle: FileHandle,
  file: string,
  size: number | undefined,
): AsyncGenerator<Uint8Array, void, void> {
  const buffer = new Uint8Array(BUFFER);
  for (let at = 0; at !== size; ) {
    const wanted = Math.min(BUFFER, (size ?? Number.POSITIVE_INFINITY) - at);
    const position = size === undefined ? null : at;
    const { bytesRead } = await handle.read(buffer, 0, wanted, position).catch((error: unknown) => {
      throw toLocalError(error, displayText(file));
    });
    if (bytesRead === 0) return;
    at += bytesRead;
    yield buffer.subarray(0, bytesRead);
  }
}
