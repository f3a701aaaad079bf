import { AccessError, formatIPv4, formatIPv6, hostProblem } from "@anyurl/core";
import { parseAddress } from "../connection/addresses.ts";

/** Where a tunnel leads to. */
export interface Target {
  /** A name, or an address without brackets. */
  readonly host: string;
  readonly port: number;
}

/** A host as a proxy is told it: the octets of an address, or a name. */
export type TargetHost = { readonly octets: Uint8Array } | { readonly name: string };

/**
 * Reads a host once more before it goes to a proxy.
 *
 * @throws {AccessError} bad-host: what is neither name nor address; an address with a zone, which means a
 *   link of ours.
 */
export function toTargetHost(host: string): TargetHost {
  const octets = host.includes("%") ? undefined : parseAddress(host);
  if (octets !== undefined) return { octets };
  if (host.includes("%") || host.includes(":")) throw badHost("a proxy is given no address with a zone");
  const problem = host === "" ? { message: "there is no host" } : hostProblem(host);
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
