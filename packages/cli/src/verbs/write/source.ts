import { type FileHandle, open } from "node:fs/promises";
import { basename } from "node:path";
import process from "node:process";
import type { Source } from "@anyurl/core";
import { displayText } from "anyurl";
import { LocalError, toLocalError } from "../../errors.ts";

/** The source of an upload: a local file, or standard input. */
export interface LocalSource extends AsyncDisposable {
  readonly octets: Source;
  /** Size in bytes; `undefined` if unknown. */
  readonly size: number | undefined;
  /** The name of the file; `undefined` for standard input. */
  readonly name: string | undefined;
}

/** Bytes per read. */
const BUFFER = 256 * 1024;

/** Opens the source before anything is sent; "-" is standard input. @throws {LocalError} system errors. */
export async function openSource(file: string): Promise<LocalSource> {
  if (file === "-")
    return { octets: process.stdin, size: undefined, name: undefined, [Symbol.asyncDispose]: async () => {} };
  const handle = await open(file, "r").catch((error: unknown) => {
    if ((error as { code?: unknown }).code === "ENOENT")
      throw new LocalError("enoent", `${displayText(file)}: no such file`);
    throw toLocalError(error, displayText(file));
  });
  const facts = await handle.stat().catch(async (error: unknown) => {
    await handle.close();
    throw toLocalError(error, displayText(file));
  });
  if (facts.isDirectory()) {
    await handle.close();
    throw new LocalError("eisdir", `${displayText(file)}: it is a directory`, "use anyurl cp -r to copy it");
  }
  return {
    octets: readChunks(handle, file),
    // The size of a pipe is 0, although it has data.
    size: facts.isFile() ? facts.size : undefined,
    name: basename(file),
    [Symbol.asyncDispose]: () => handle.close(),
  };
}

/** Reads a file. Each chunk is valid until the next one is requested. */
async function* readChunks(handle: FileHandle, file: string): AsyncGenerator<Uint8Array, void, void> {
  const buffer = new Uint8Array(BUFFER);
  for (;;) {
    const { bytesRead } = await handle.read(buffer, 0, BUFFER).catch((error: unknown) => {
      throw toLocalError(error, displayText(file));
    });
    if (bytesRead === 0) return;
    yield buffer.subarray(0, bytesRead);
  }
}
