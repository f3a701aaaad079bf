import { textOf } from "@anyurl/core";

/** What a server says that it can do (RFC 3977 §3.3): by label, the arguments, all in upper case. */
export type Capabilities = ReadonlyMap<string, readonly string[]>;

/** Labels that are looked at: a server that names thousands is not remembered. */
const MAX_LABELS = 256;

/** Reads the lines of a CAPABILITIES response. */
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
