import { AccessError } from "@anyurl/core";
import type { Files } from "@anyurl/core/exchange";
import type { XDemoParts } from "./syntax.ts";

/**
 * Returns the path of the file in the form of the operating system.
 *
 * @throws {AccessError} control-octet, separator-in-segment, bad-path.
 */
export function toSystemPath({ segments }: XDemoParts, system: Files["system"]): string {
  const windows = system === "windows";
  for (const segment of segments) {
    if (segment.includes("\0")) throw new AccessError("control-octet", "a file name cannot contain NUL");
    if (segment.includes("/") || (windows && segment.includes("\\")))
      throw new AccessError("separator-in-segment", "the file name contains a separator");
    if (segment === "." || segment === "..")
      throw new AccessError("bad-path", '"." and ".." are not file names', {
        hint: "resolve them first",
      });
  }
  if (!windows) return `/${segments.join("/")}`;
  if (!/^[A-Za-z]:$/.test(segments[0] ?? ""))
    throw new AccessError("bad-path", "missing drive: on Windows a path begins with one", {
      hint: "write x-demo:///C:/…",
    });
  return segments.join("\\");
}
