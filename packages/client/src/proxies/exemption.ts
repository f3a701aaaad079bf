import { hostProblem } from "@anyurl/core";
import {
  type AddressBlock,
  addressSet,
  parseAddress,
  parseAddressBlock,
  reachesBlock,
} from "../connection/addresses.ts";

/** Hosts that are connected to without a proxy: all hosts, a block of addresses, or a name with its subdomains. */
export type NoProxyRule =
  | { readonly kind: "all" }
  | { readonly kind: "block"; readonly block: AddressBlock; readonly port: number | undefined }
  | { readonly kind: "name"; readonly name: string; readonly port: number | undefined };

/**
 * Parses one entry, such as "*", "10.0.0.0/8", "::1", "[fe80::1]:70", "example.com", ".example.com" (the same) or
 * "example.com:8080".
 *
 * @returns `undefined` if it is invalid.
 */
export function parseNoProxyRule(text: string): NoProxyRule | undefined {
  if (text === "*") return { kind: "all" };
  const [, bracketed, host = bracketed ?? text, digits] =
    /^(?:\[([^\]]*)\]|([^[\]:]*))(?::([0-9]{1,5}))?$/.exec(text) ?? [];
  const port = digits === undefined ? undefined : Number(digits);
  const block = blockFrom(host);
  if (block !== undefined) return { kind: "block", block, port };
  const name = host.replace(/^\*?\./, "");
  if (bracketed !== undefined || name === "" || hostProblem(name) !== undefined) return undefined;
  return { kind: "name", name: comparable(name), port };
}

/**
 * Checks whether a host is exempt from the proxy. Whole labels are compared: "ample.com" does not match "example.com".
 * Addresses are compared as in the policy: "10.0.0.0/8" matches `::ffff:10.0.0.1`.
 */
export function isExempt(host: string, port: number, exemption: NoProxyRule): boolean {
  if (exemption.kind === "all") return true;
  if (exemption.port !== undefined && exemption.port !== port) return false;
  const octets = parseAddress(host);
  if (exemption.kind === "block")
    return octets !== undefined && reachesBlock(addressSet(octets), exemption.block);
  const name = comparable(host);
  return octets === undefined && (name === exemption.name || name.endsWith(`.${exemption.name}`));
}

function blockFrom(text: string): AddressBlock | undefined {
  try {
    return parseAddressBlock(text);
  } catch {
    return undefined;
  }
}

/** Removes the root dot, and converts to lower case. */
function comparable(name: string): string {
  return name.replace(/\.$/, "").toLowerCase();
}
