import { BlockList } from "node:net";
import ipaddr from "ipaddr.js";
import { describe, expect, it } from "vitest";
import { blockedClass, resolvePolicy } from "../../src/connection/policy.ts";
import { createRandom } from "../../src/layers/seeded-random.ts";
import { type Bytes, EMBEDDINGS, edgesOf, formatAddress, textForms } from "./address-forms.ts";

/** Every block that ipaddr.js or this client names, and blocks that a caller could deny. */
const BLOCKS: readonly string[] = [
  "0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24",
  "192.31.196.0/24 192.52.193.0/24 192.88.99.0/24 192.168.0.0/16 192.175.48.0/24 198.18.0.0/15 198.51.100.0/24",
  "203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 255.255.255.255/32 168.63.129.16/32 8.8.8.0/30 ::/128 ::1/128",
  "64:ff9b::/96 64:ff9b:1::/48 100::/64 2001::/23 2001::/32 2001:2::/48 2001:3::/32 2001:4:112::/48 2001:10::/28",
  "2001:20::/28 2001:30::/28 2001:db8::/32 2002::/16 2620:4f:8000::/48 3fff::/20 5f00::/16 fc00::/7 fe80::/10",
  "fec0::/10 ff00::/8 ::ffff:0:0:0/96 ::ffff:9.9.9.0/120 2606:4700::/47 2606:4700:4000::/35",
]
  .join(" ")
  .split(" ");

const chance = createRandom(1738, 0);
const byte = () => Math.floor(chance() * 256);
const random = (length: number): Bytes => Array.from({ length }, byte);
const oneOf = <T>(list: readonly T[]): T => list[Math.floor(chance() * list.length)]!;

const EDGES = BLOCKS.map((block) => ({ bits: Number(block.split("/")[1]), ...edgesOf(block) }));

/** An address in a block, at its edges, or outside of all of them. */
function address(): Bytes {
  const kind = chance();
  if (kind < 0.15) return random(4);
  if (kind < 0.3) return random(16);
  const { bits, before, first, last, after } = oneOf(EDGES);
  if (kind < 0.6) return oneOf([before, first, last, after].filter((edge) => edge !== undefined));
  return first.map((value, i) => value | (byte() & (0xff >> Math.min(8, Math.max(0, bits - 8 * i)))));
}

function* addresses(count: number): Generator<string> {
  for (let i = 0; i < count; i++) {
    const bytes = address();
    const carried = bytes.length === 4 && chance() < 0.6;
    yield oneOf(textForms(carried ? oneOf(Object.values(EMBEDDINGS))(bytes) : bytes));
  }
}

const NAT64 = ipaddr.parseCIDR("64:ff9b::/96");

/**
 * Checks whether ipaddr.js rejects an address. An IPv4-mapped address counts as its IPv4 address, by the library's own
 * `process`. An address of the well-known NAT64 prefix counts as the IPv4 address in it: the registry has the prefix as
 * globally reachable (RFC 6890), and in a network with DNS64 every host without IPv6 has such an address.
 */
function isRefusedByIpaddr(text: string): boolean {
  const parsed = ipaddr.process(text);
  const inner = parsed.kind() === "ipv6" && parsed.match(NAT64) ? parsed.toByteArray().slice(12) : undefined;
  return (inner === undefined ? parsed : ipaddr.fromByteArray(inner)).range() !== "unicast";
}

function blockListOf(blocks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const block of blocks) {
    const [text = "", bits] = block.split("/");
    list.addSubnet(text, Number(bits), text.includes(":") ? "ipv6" : "ipv4");
  }
  return list;
}

const familyOf = (text: string) => (text.includes(":") ? "ipv6" : "ipv4");

describe("the policy for addresses, compared with others", () => {
  it("rejects under untrusted everything that ipaddr.js does not call unicast", () => {
    const policy = resolvePolicy("untrusted");
    const missed: string[] = [];
    let refused = 0;
    for (const text of addresses(20_000)) {
      if (!isRefusedByIpaddr(text)) continue;
      refused++;
      if (blockedClass(policy, text) === undefined) missed.push(text);
    }
    expect(missed).toEqual([]);
    expect(refused).toBeGreaterThan(6_000);
  });

  it("denies everything that the BlockList of Node denies", () => {
    const list = blockListOf(BLOCKS);
    const policy = resolvePolicy({ denyAddresses: BLOCKS, allowAddresses: ["::/0", "0.0.0.0/0"] });
    const missed: string[] = [];
    let denied = 0;
    for (const text of addresses(20_000)) {
      if (!list.check(text, familyOf(text))) continue;
      denied++;
      if (blockedClass(policy, text) !== "denied") missed.push(text);
    }
    expect(missed).toEqual([]);
    expect(denied).toBeGreaterThan(6_000);
  });

  it("denies the same addresses of a family as a BlockList of one random block", () => {
    const wrong: string[] = [];
    for (let i = 0; i < 1000; i++) {
      const first = address();
      const block = `${formatAddress(first)}/${Math.floor(chance() * (first.length * 8 + 1))}`;
      const list = blockListOf([block]);
      const policy = resolvePolicy({ denyAddresses: [block], allowAddresses: ["::/0", "0.0.0.0/0"] });
      for (const text of addresses(20)) {
        const expected = list.check(text, familyOf(text));
        const denied = blockedClass(policy, text) === "denied";
        const isPlain = familyOf(text) === "ipv4" && familyOf(block) === "ipv4";
        if ((expected || isPlain) && denied !== expected) wrong.push(`${text} in ${block}`);
      }
    }
    expect(wrong).toEqual([]);
  });

  it("never judges a carrier of an IPv4 address more mildly than the address", () => {
    const policy = resolvePolicy("untrusted");
    const edges = EDGES.flatMap(({ before, first, last, after }) => [before, first, last, after]);
    const ipv4Edges = edges.filter((edge) => edge?.length === 4) as Bytes[];
    const passed: string[] = [];
    for (const ipv4 of [...ipv4Edges, ...Array.from({ length: 1000 }, () => random(4))]) {
      if (blockedClass(policy, formatAddress(ipv4)) === undefined) continue;
      for (const [name, embed] of Object.entries(EMBEDDINGS)) {
        const text = formatAddress(embed(ipv4));
        if (blockedClass(policy, text) === undefined) passed.push(`${text}, ${name}`);
      }
    }
    expect(passed).toEqual([]);
  });
});
