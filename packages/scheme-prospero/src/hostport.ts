import { asciiLowerCase, hostProblem, parseIPv4, parseIPv6 } from "@anyurl/core";

/** A host in Prospero's notation, followed by a port in parentheses. */
export interface Hostport {
  /** In lower case, without brackets. */
  readonly host: string;
  /** `undefined` if missing. */
  readonly port: number | undefined;
}

const HOSTPORT = /^([^()]{1,255})(?:\(([0-9]{1,5})\))?$/;

/** Parses `PROS.EXAMPLE.ORG(1526)`; `undefined` if the host or port is invalid. */
export function parseHostport(text: string): Hostport | undefined {
  const match = HOSTPORT.exec(text);
  if (match === null) return undefined;
  const host = asciiLowerCase(match[1]!);
  const port = match[2] === undefined ? undefined : Number(match[2]);
  if (port === 0 || (port ?? 1) > 65_535) return undefined;
  // An address, or a name that is also valid in a URL: no escapes, spaces, or control characters.
  const isHost =
    parseIPv4(host) !== undefined ||
    parseIPv6(host) !== undefined ||
    (/^[a-z0-9._-]+$/.test(host) && hostProblem(host) === undefined);
  return isHost ? { host, port } : undefined;
}

/** Formats a host for a URL. */
export function formatUrlHost(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
