import type { HostIo, Output } from "../host-io.ts";

/**
 * Returns whether names are links to their URLs (OSC 8). Terminals that do not know the sequence ignore it, except for
 * the simplest ones.
 */
export function hasLinks(
  { isTerminal }: Pick<Output, "isTerminal">,
  env: HostIo["env"],
  when: "auto" | "always" | "never" = "auto",
): boolean {
  if (when !== "auto") return when === "always";
  return isTerminal && !/^(?:dumb|linux)?$/.test(env["TERM"] ?? "");
}

/** Makes a text a link. A URL with other characters than those of RFC 3986 §2 could end the sequence, so it gets none. */
export function linkText(text: string, url: string | undefined): string {
  if (url === undefined || !/^[\x21-\x7e]+$/.test(url)) return text;
  return `\x1b]8;;${url}\x1b\\${text}\x1b]8;;\x1b\\`;
}
