import { AccessError, formatIPv4, formatIPv6, hostProblem } from "@anyurl/core";
import { parseAddress } from "../connection/addresses.ts";

/** The endpoint that a tunnel connects to. */
export interface Target {
  /** A name, or an address without brackets. */
  readonly host: string;
  readonly port: number;
}

/** A host in the form that is sent to a proxy: the bytes of an address, or a name. */
export type TargetHost = { readonly octets: Uint8Array } | { readonly name: string };

/**
 * Validates a host again before it is sent to a proxy.
 *
 * @throws {AccessError} bad-host: the host is neither a name nor an address, or it has a zone ID, which is valid on
 *   this machine only.
 */
export function toTargetHost(host: string): TargetHost {
  const octets = host.includes("%") ? undefined : parseAddress(host);
  if (octets !== undefined) return { octets };
  if (host.includes("%") || host.includes(":")) throw badHost("a proxy cannot use an address with a zone ID");
  const problem = host === "" ? { message: "missing host" } : hostProblem(host);
  if (problem !== undefined) throw badHost(problem.message);
  return { name: host };
}

/** uri-host ":" port   (RFC 9110 §7.2) */
export function formatHostport({ host, port }: Target): string {
  const target = toTargetHost(host);
  if ("name" in target) return `${target.name}:${port}`;
  const { octets } = target;
  return octets.length === 4 ? `${formatIPv4(octets)}:${port}` : `[${formatIPv6(octets)}]:${port}`;
}

function badHost(message: string): AccessError {
  return new AccessError("bad-host", message);
}
