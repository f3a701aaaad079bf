import { realpath } from "node:fs/promises";
import { octetsOf, textOf } from "@anyurl/core";
import { SYSTEM } from "./system.ts";

/** A path as the system takes it: bytes on POSIX, where names need not be UTF-8; a string on Windows. */
export type NativePath = Buffer | string;

/** Returns the path of names below a directory. */
export function joinNativePath(directory: string, names: readonly string[]): string {
  const separator = SYSTEM === "windows" ? "\\" : "/";
  const start = directory.endsWith(separator) ? directory : directory + separator;
  return names.length === 0 ? directory : start + names.join(separator);
}

export function toNativePath(path: string): NativePath {
  return SYSTEM === "windows" ? path : Buffer.from(octetsOf(path));
}

/** The inverse of {@link toNativePath}. */
export function fromNativePath(path: NativePath): string {
  return typeof path === "string" ? path : textOf(path);
}

/** Returns the path with all links resolved. @throws the system's error: the path does not exist. */
export async function resolveRealPath(path: string): Promise<string> {
  const given = toNativePath(path);
  return fromNativePath(typeof given === "string" ? await realpath(given) : await realpath(given, "buffer"));
}

/** Returns the system's error code, for example "ENOENT". */
export function systemErrorCode(error: unknown): unknown {
  return (error as { readonly code?: unknown } | undefined)?.code;
}
