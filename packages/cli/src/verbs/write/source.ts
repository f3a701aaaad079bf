import { type FileHandle, open } from "node:fs/promises";
import { basename } from "node:path";
import process from "node:process";
import type { Source } from "@anyurl/core";
import { displayText } from "anyurl";
import { LocalError, toLocalError } from "../../errors.ts";

/** What is going to be written: a file of this machine, or standard input. */
export interface LocalSource extends AsyncDisposable {
  readonly octets: Source;
  /** Octets, where they are known beforehand. */
  readonly size: number | undefined;
  /** The file's own name; standard input has none. */
  readonly name: string | undefined;
}

/** Octets of one read. */
const BUFFER = 256 * 1024;

/** Opens it before anything is sent; "-" is standard input. @throws {LocalError} what the system says. */
export async function openSource(file: string): Promise<LocalSource> {
  if (file === "-")
    return { octets: process.stdin, size: undefined, name: undefined, [Symbol.asyncDispose]: async () => {} };
  const handle = await open(file, "r").catch((error: unknown) => {
    if ((error as { code?: unknown }).code === "ENOENT")
      throw new LocalError("enoent", `${displayText(file)}: no such file`);
    throw toLocalError(error, displayText(file));
  });
  const facts = await handle.stat();
  if (facts.isDirectory()) {
    await handle.close();
    throw new LocalError("eisdir", `${displayText(file)}: it is a directory`, "use anyurl cp -r to copy it");
  }
  return {
    octets: readChunks(handle, file),
    // A pipe has a size of 0, and octets.
    size: facts.isFile() ? facts.size : undefined,
    name: basename(file),
    [Symbol.asyncDispose]: () => handle.close(),
  };
}

/** Each piece holds until the next one is asked for. */
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
