import { BlockList, isIP } from "node:net";
import { OptionValueError } from "@anyurl/core";
import type { ClientInfo } from "../guard/index.ts";

const ADDRESS_BLOCK = /^([0-9A-Fa-f.:]{2,45})(?:\/(\d{1,3}))?$/;

/** Maximum number of proxies in a chain. */
const MAX_HOPS = 16;

/** Parses the option `trustedProxies`. @throws {OptionValueError} an item is not an address or an address block. */
export function parseTrustedProxies(blocks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const block of blocks) {
    const [, address = "", bits] = ADDRESS_BLOCK.exec(block) ?? [];
    const version = isIP(address);
    const most = version === 4 ? 32 : 128;
    if (version === 0 || Number(bits ?? 0) > most)
      throw new OptionValueError('addresses or blocks such as "10.0.0.0/8"');
    list.addSubnet(address, Number(bits ?? most), version === 4 ? "ipv4" : "ipv6");
  }
  return list;
}

/**
 * Returns the client address of a request. Each proxy appends the address of its client to `X-Forwarded-For`. So the
 * last address that is not a trusted proxy is the client, and the addresses before it are not reliable.
 */
export function findClientAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  believed: BlockList,
): Pick<ClientInfo, "address" | "forwarded"> {
  if (forwardedFor === undefined) return { address: peer };
  if (peer === undefined || !isTrustedProxy(peer, believed)) return { address: peer, forwarded: true };
  const hops = forwardedFor.split(",").slice(-MAX_HOPS).reverse();
  let address = peer;
  for (const hop of hops) {
    const said = hop.trim();
    // Stop at an invalid address: the ones before it are unknown.
    if (isIP(said) === 0) break;
    address = said;
    if (!isTrustedProxy(said, believed)) break;
  }
  return { address, forwarded: true };
}

/** Is this the address of a trusted proxy? */
export function isTrustedProxy(address: string, believed: BlockList): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  const version = isIP(plain);
  return version !== 0 && believed.check(plain, version === 4 ? "ipv4" : "ipv6");
}
