import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { resolvePolicy } from "@anyurl/client";
import { displayText, type PolicyOptions } from "anyurl";
import { LocalError, toLocalError } from "../../errors.ts";

/** Maximum size of a policy file, in bytes. */
const MAX_FILE = 1024 * 1024;

/**
 * The type check of each field. Unknown fields are not ignored: a misspelled one may have been meant to forbid
 * something.
 */
const POLICY_VALIDATORS: ReadonlyMap<string, (value: unknown) => boolean> = new Map([
  ["profile", isText],
  ["allowPorts", isTextList],
  ["allowAddresses", isTextList],
  ["denyAddresses", isTextList],
  ["allowSchemes", isTextList],
  ["clearTextPasswords", isText],
  ["files", isObject],
]);

/** The fields of `files`. */
const FILES: ReadonlySet<string> = new Set(["roots", "write", "followLinks"]);

/**
 * Reads a policy file: JSON with the fields of `PolicyOptions`. A field that it omits has the library's default, so it
 * opens no files.
 *
 * @throws {LocalError} bad-policy: the policy is invalid; system errors.
 */
export function readPolicyFile(path: string): PolicyOptions {
  const found = readJson(path);
  try {
    checkPolicy(found);
  } catch (error) {
    if (error instanceof RangeError || error instanceof TypeError)
      throw new LocalError("bad-policy", displayText(`${path}: ${error.message}`), HINT);
    throw error;
  }
  return found as PolicyOptions;
}

/**
 * Checks a policy. In a program, it may also be the name of a profile, or have `confirm`, which JSON cannot express.
 *
 * @throws {TypeError | RangeError} a field is unknown or invalid.
 */
export function checkPolicy(found: unknown, isProgram = false): void {
  if (!isProgram || typeof found !== "string") checkMembers(found, isProgram);
  resolvePolicy(found as PolicyOptions);
}

function checkMembers(found: unknown, isProgram: boolean): void {
  if (!isObject(found)) throw new TypeError("invalid policy: expected an object");
  for (const [name, value] of Object.entries(found)) {
    const fits = isProgram && name === "confirm" ? isFunction : POLICY_VALIDATORS.get(name);
    if (fits === undefined) throw new TypeError(`unknown policy field "${name.slice(0, 40)}"`);
    if (!fits(value)) throw new TypeError(`invalid type of "${name}"`);
  }
  const { files = {} } = found as { files?: object };
  const unknown = Object.keys(files).find((name) => !FILES.has(name));
  if (unknown !== undefined) throw new TypeError(`unknown field "${unknown.slice(0, 40)}" in "files"`);
}

const HINT = `use one of: ${[...POLICY_VALIDATORS.keys()].join(", ")}`;

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

function isFunction(value: unknown): boolean {
  return typeof value === "function";
}

function isText(value: unknown): boolean {
  return typeof value === "string";
}

function isTextList(value: unknown): boolean {
  return Array.isArray(value) && value.every(isText);
}

function isObject(value: unknown): value is Readonly<Record<string, never>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
