import { BlockList, isIP } from "node:net";
import type { Caller } from "../guard/index.ts";

const BLOCK = /^([0-9A-Fa-f.:]{2,45})(?:\/(\d{1,3}))?$/;

/** More proxies in a row than anybody has. */
const MAX_HOPS = 16;

/** @throws {RangeError} one of them is no address and no block. */
export function trustedProxies(blocks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const block of blocks) {
    const [, address = "", bits] = BLOCK.exec(block) ?? [];
    const version = isIP(address);
    const most = version === 4 ? 32 : 128;
    if (version === 0 || Number(bits ?? 0) > most)
      throw new RangeError(
        'invalid option trustedProxies: expected addresses or blocks such as "10.0.0.0/8"',
      );
    list.addSubnet(address, Number(bits ?? most), version === 4 ? "ipv4" : "ipv6");
  }
  return list;
}

/**
 * The address that a request comes from. Each proxy writes behind the list of `X-Forwarded-For` who has come to it: so the
 * last one that is no proxy of ours is the client, and what stands before it is what the client likes to say.
 */
export function callerAddress(
  peer: string | undefined,
  forwardedFor: string | undefined,
  believed: BlockList,
): Pick<Caller, "address" | "forwarded"> {
  if (forwardedFor === undefined) return { address: peer };
  if (peer === undefined || !isBelieved(peer, believed)) return { address: peer, forwarded: true };
  const hops = forwardedFor.split(",").slice(-MAX_HOPS).reverse();
  let address = peer;
  for (const hop of hops) {
    const said = hop.trim();
    // A proxy that says nothing we can read is as far as we can see.
    if (isIP(said) === 0) break;
    address = said;
    if (!isBelieved(said, believed)) break;
  }
  return { address, forwarded: true };
}

/** Is this the address of one of our own proxies? */
export function isBelieved(address: string, believed: BlockList): boolean {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, "");
  const version = isIP(plain);
  return version !== 0 && believed.check(plain, version === 4 ? "ipv4" : "ipv6");
}
