import { textOf } from "@anyurl/core";
import type { LineDialogue } from "@anyurl/core/exchange";

/** A connection to a news server, and its current state. */
export interface Session extends LineDialogue {
  readonly login: Login;
  readonly clearTextLogin: boolean;
  /** `undefined`: a server of RFC 977, which has no CAPABILITIES. */
  capabilities: Capabilities | undefined;
  /** Whether TLS is active. */
  secured: boolean;
  authenticated: boolean;
}

/** The login from the URL. */
export interface Login {
  readonly user: string | undefined;
  readonly password: string | undefined;
}

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
