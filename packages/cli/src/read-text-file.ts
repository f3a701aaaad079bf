import { closeSync, fstatSync, openSync, readSync, type Stats } from "node:fs";
import { displayText } from "anyurl";
import { LocalError, toLocalError } from "./errors.ts";

/** Maximum size of a file with settings, in bytes. */
const MAX_BYTES = 1024 * 1024;

/**
 * Reads a file with settings as UTF-8. It can be a pipe such as the shell's `<(…)`, whose size is unknown.
 *
 * @param code the code of an error in the contents of the file.
 * @param check checks the opened file, which cannot be replaced before it is read.
 * @throws {LocalError} the file is too large or not UTF-8; system errors.
 */
export function readTextFile(path: string, code: string, check: (file: Stats) => void = () => {}): string {
  let handle: number | undefined;
  try {
    handle = openSync(path, "r");
    check(fstatSync(handle));
    const bytes = readAll(handle);
    if (bytes.length > MAX_BYTES)
      throw new LocalError(code, displayText(`${path}: the file exceeds the limit of ${MAX_BYTES} bytes`));
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    if (error instanceof TypeError) throw new LocalError(code, displayText(`${path}: not valid UTF-8`));
    if ((error as { code?: unknown }).code === "ENOENT")
      throw new LocalError("enoent", displayText(`${path}: no such file`));
    throw toLocalError(error, displayText(path));
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** Reads a JSON file. @throws {LocalError} as {@link readTextFile}; the file is not JSON. */
export function readJsonFile(path: string, code: string): unknown {
  const text = readTextFile(path, code);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new LocalError(code, displayText(`${path}: not valid JSON`));
  }
}

/** Reads at most one byte more than the limit. */
function readAll(handle: number): Uint8Array {
  const bytes = new Uint8Array(MAX_BYTES + 1);
  let length = 0;
  for (let read = 1; read > 0 && length < bytes.length; length += read) {
    read = readSync(handle, bytes, length, bytes.length - length, null);
  }
  return bytes.subarray(0, length);
}
