import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { resolvePolicy } from "@anyurl/client";
import { displayText, isAccessError, type PolicyOptions } from "anyurl";
import { LocalError, toLocalError } from "../../errors.ts";

/** Maximum size of a policy file, in bytes. */
const MAX_FILE = 1024 * 1024;

/**
 * Reads a policy file: JSON with the fields of `PolicyOptions`. A field that it omits has the library's default, so it
 * opens no files.
 *
 * @throws {LocalError} bad-policy: the policy is invalid; system errors.
 */
export function readPolicyFile(path: string): PolicyOptions {
  const found = readJson(path);
  try {
    resolvePolicy(found as PolicyOptions);
  } catch (error) {
    if (!isAccessError(error)) throw error;
    throw new LocalError("bad-policy", displayText(`${path}: ${error.message}`), error.hint);
  }
  return found as PolicyOptions;
}

function readJson(path: string): unknown {
  const text = readTextFile(path);
  try {
    return JSON.parse(text) as unknown;
  } catch {
    throw new LocalError("bad-policy", displayText(`${path}: not valid JSON`));
  }
}

function readTextFile(path: string): string {
  let handle: number | undefined;
  try {
    handle = openSync(path, "r");
    const { size } = fstatSync(handle);
    const octets = new Uint8Array(MAX_FILE + 1);
    let length = 0;
    for (let read = 1; read > 0 && length < octets.length; length += read) {
      read = readSync(handle, octets, length, octets.length - length, null);
    }
    if (size > MAX_FILE || length > MAX_FILE)
      throw new LocalError(
        "bad-policy",
        displayText(`${path}: the file exceeds the limit of ${MAX_FILE} bytes`),
      );
    return new TextDecoder("utf-8", { fatal: true }).decode(octets.subarray(0, length));
  } catch (error) {
    if (error instanceof TypeError)
      throw new LocalError("bad-policy", displayText(`${path}: not valid UTF-8`));
    if ((error as { code?: unknown }).code === "ENOENT")
      throw new LocalError("enoent", displayText(`${path}: no such file`));
    throw toLocalError(error, displayText(path));
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}
