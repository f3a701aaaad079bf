import { AccessError } from "@anyurl/core";
import type { Files } from "@anyurl/core/exchange";
import type { ZipParts } from "./syntax.ts";

/**
 * The path of the archive, as the operating system has it.
 *
 * @throws {AccessError} control-octet, separator-in-segment, bad-path.
 */
export function archivePath({ archive }: ZipParts, system: Files["system"]): string {
  const windows = system === "windows";
  for (const segment of archive) {
    if (segment.includes("\0")) throw new AccessError("control-octet", "a file name cannot contain NUL");
    if (segment.includes("/") || (windows && segment.includes("\\")))
      throw new AccessError("separator-in-segment", "no name of a file holds a separator");
    if (segment === "." || segment === "..")
      throw new AccessError("bad-path", '"." and ".." are steps, and no names');
  }
  if (!windows) return `/${archive.join("/")}`;
  if (!/^[A-Za-z]:$/.test(archive[0] ?? ""))
    throw new AccessError("bad-path", "on Windows a path begins with a drive");
  return archive.join("\\");
}

/**
 * The entry's name in the archive.
 *
 * @throws {AccessError} separator-in-segment
 */
export function entryName({ entry }: ZipParts): string {
  if (entry.some((segment) => segment.includes("/")))
    throw new AccessError("separator-in-segment", 'a name in an archive is cut at "/"');
  return entry.join("/");
}

/** Returns why an untrusted name in an archive has no URL; `undefined` if it can have one. */
export function unsafeName(name: string): string | undefined {
  if (name === "" || name === "." || name === "..") return "the name is a step, not a name";
  if (/[\0\r\n]/.test(name)) return "the name holds NUL, CR or LF";
  return name.includes("\\") ? "the name is a path elsewhere" : undefined;
}
