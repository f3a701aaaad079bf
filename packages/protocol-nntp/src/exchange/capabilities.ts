import { textOf } from "@anyurl/core";

/** The capabilities of a server (RFC 3977 §3.3): the arguments by label, all in upper case. */
export type Capabilities = ReadonlyMap<string, readonly string[]>;

/** Maximum number of labels that are kept: bounds the memory if a server lists thousands. */
const MAX_LABELS = 256;

/** Parses the lines of a CAPABILITIES response. */
export function readCapabilities(lines: Iterable<Uint8Array>): Capabilities {
  const capabilities = new Map<string, readonly string[]>();
  for (const line of lines) {
    const [label = "", ...rest] = textOf(line)
      .toUpperCase()
      .split(/[ \t]+/);
    if (label !== "" && capabilities.size < MAX_LABELS) capabilities.set(label, rest);
  }
  return capabilities;
}
