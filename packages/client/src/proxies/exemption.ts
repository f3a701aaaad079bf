import { hostProblem } from "@anyurl/core";
import {
  type AddressBlock,
  addressSet,
  parseAddress,
  parseAddressBlock,
  reachesBlock,
} from "../connection/addresses.ts";

/**
 * Hosts that are reached without a proxy: all, those of a block of addresses, or a name and what is below it.
 */
export type NoProxyRule =
  | { readonly kind: "all" }
  | { readonly kind: "block"; readonly block: AddressBlock; readonly port: number | undefined }
  | { readonly kind: "name"; readonly name: string; readonly port: number | undefined };

/**
 * Reads one, as "*", "10.0.0.0/8", "::1", "[fe80::1]:70", "example.com", ".example.com" (the same) or
 * "example.com:8080".
 *
 * @returns `undefined` when it is none.
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
 * Can this host be reached without a proxy? Whole labels are compared: "ample.com" is not within "example.com". Addresses
 * are compared as for the policy: "10.0.0.0/8" has `::ffff:10.0.0.1`.
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

/** Without the root dot, in lower case. */
function comparable(name: string): string {
  return name.replace(/\.$/, "").toLowerCase();
}
