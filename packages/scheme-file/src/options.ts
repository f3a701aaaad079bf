import { AccessError } from "@anyurl/core";

/** Options of `file:`. Options of a command line are strings. */
export interface FileOptions {
  /**
   * Other host names of this machine besides "localhost"; in a string, separated by commas. Never looked up in DNS.
   * Default: none.
   */
  readonly localNames: readonly string[];
  /** Accept 127.0.0.1 and [::1] as this machine. Default false. */
  readonly loopbackIsLocal: boolean;
  /** Allow `get` to read devices, pipes, and sockets, which may never end. Default false. */
  readonly allowSpecialFiles: boolean;
  /** `put` and `rename` overwrite existing files. Default true. */
  readonly overwrite: boolean;
}

const LOOPBACK: readonly string[] = ["127.0.0.1", "[::1]"];

/** @throws {AccessError} bad-option */
export function resolveOptions(given: Readonly<Record<string, unknown>>): FileOptions {
  const loopbackIsLocal = parseFlag(given, "loopbackIsLocal", false);
  const names = parseHostNames(given["localNames"]);
  return {
    localNames: loopbackIsLocal ? [...names, ...LOOPBACK] : names,
    loopbackIsLocal,
    allowSpecialFiles: parseFlag(given, "allowSpecialFiles", false),
    overwrite: parseFlag(given, "overwrite", true),
  };
}

function parseFlag(given: Readonly<Record<string, unknown>>, name: string, byDefault: boolean): boolean {
  const value = given[name];
  if (value === undefined) return byDefault;
  if (value === true || value === "true") return true;
  if (value === false || value === "false") return false;
  throw badOptionError(name, "true or false");
}

function parseHostNames(value: unknown): readonly string[] {
  if (value === undefined) return [];
  const names: readonly unknown[] =
    typeof value === "string" ? value.split(",") : Array.isArray(value) ? value : [0];
  if (!names.every((name) => typeof name === "string" && name !== ""))
    throw badOptionError("localNames", "a list of host names that are not empty");
  return names as readonly string[];
}

function badOptionError(name: string, what: string): AccessError {
  return new AccessError("bad-option", `invalid file option ${name}: expected ${what}`, { scheme: "file" });
}
