import { asciiLowerCase, hostProblem, parseIPv4, parseIPv6 } from "@anyurl/core";

/** A host as Prospero's texts name it: a port stands in parentheses behind it. */
export interface Hostport {
  /** In lower case, without brackets. */
  readonly host: string;
  /** `undefined` where none is given. */
  readonly port: number | undefined;
}

const HOSTPORT = /^([^()]{1,255})(?:\(([0-9]{1,5})\))?$/;

/** Reads `PROS.EXAMPLE.ORG(1526)`; `undefined` where it is no host that can be asked for, or no port there is. */
export function hostportOf(text: string): Hostport | undefined {
  const match = HOSTPORT.exec(text);
  if (match === null) return undefined;
  const host = asciiLowerCase(match[1]!);
  const port = match[2] === undefined ? undefined : Number(match[2]);
  if (port === 0 || (port ?? 1) > 65_535) return undefined;
  // An address, or a name that the grammar of URLs has, too: no escapes, no blanks, no controls.
  const isHost =
    parseIPv4(host) !== undefined ||
    parseIPv6(host) !== undefined ||
    (/^[a-z0-9._-]+$/.test(host) && hostProblem(host) === undefined);
  return isHost ? { host, port } : undefined;
}

/** As a host stands in a URL. */
export function bracketed(host: string): string {
  return host.includes(":") ? `[${host}]` : host;
}
