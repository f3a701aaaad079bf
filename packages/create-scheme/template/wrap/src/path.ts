import { AccessError } from "@anyurl/core";
import type { Files } from "@anyurl/core/exchange";
import type { XDemoParts } from "./syntax.ts";

/**
 * The path of the file, as the operating system has it.
 *
 * @throws {AccessError} control-octet, separator-in-segment, bad-path.
 */
export function pathOf({ segments }: XDemoParts, system: Files["system"]): string {
  const windows = system === "windows";
  for (const segment of segments) {
    if (segment.includes("\0")) throw new AccessError("control-octet", "no name of a file holds NUL");
    if (segment.includes("/") || (windows && segment.includes("\\")))
      throw new AccessError("separator-in-segment", "no name of a file holds a separator");
    if (segment === "." || segment === "..")
      throw new AccessError("bad-path", '"." and ".." are steps, and no names', {
        hint: "resolve them first",
      });
  }
  if (!windows) return `/${segments.join("/")}`;
  if (!/^[A-Za-z]:$/.test(segments[0] ?? ""))
    throw new AccessError("bad-path", "on Windows a path begins with a drive", {
      hint: "write x-demo:///C:/…",
    });
  return segments.join("\\");
}
