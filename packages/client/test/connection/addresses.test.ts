import { describe, expect, it } from "vitest";
import {
  type AddressClass,
  addressSet,
  classifyAddress,
  parseAddress,
} from "../../src/connection/addresses.ts";
import { blockedClass, resolvePolicy } from "../../src/connection/policy.ts";
import { type Bytes, bytesOf, EMBEDDINGS, edgesOf, formatAddress, textForms } from "./address-forms.ts";

const classOf = (text: string) => classifyAddress(parseAddress(text)!);

/** Checks the class of an address in every text form. */
function expectClass(bytes: Bytes, expected: AddressClass) {
  for (const text of textForms(bytes)) expect([text, classOf(text)]).toEqual([text, expected]);
}

it("the mapped form of an address is that of no other one (RFC 4291 §2.5.5.2)", () => {
  const sets = ["10.0.0.1", "8.8.8.8"].map((text) => addressSet(parseAddress(text)!));
  expect(sets.map((set) => set.map((octets) => formatAddress([...octets])))).toEqual([
    ["10.0.0.1", "::ffff:a00:1"],
    ["8.8.8.8", "::ffff:808:808"],
  ]);
});

describe("the class of an address", () => {
  // A block of the IANA special-purpose registries (RFC 6890), its class, and the classes before and after it.
  it.each<[block: string, AddressClass, before: AddressClass, after: AddressClass]>([
    ["0.0.0.0/8", "this-host", "public", "public"],
    ["10.0.0.0/8", "private", "public", "public"],
    ["100.64.0.0/10", "shared", "public", "public"],
    ["127.0.0.0/8", "loopback", "public", "public"],
    ["169.254.0.0/16", "link-local", "public", "public"],
    ["172.16.0.0/12", "private", "public", "public"],
    ["192.0.0.0/24", "reserved", "public", "public"],
    ["192.0.2.0/24", "reserved", "public", "public"],
    ["192.31.196.0/24", "special-purpose", "public", "public"],
    ["192.52.193.0/24", "special-purpose", "public", "public"],
    ["192.88.99.0/24", "reserved", "public", "public"],
    ["192.168.0.0/16", "private", "public", "public"],
    ["192.175.48.0/24", "special-purpose", "public", "public"],
    ["198.18.0.0/15", "reserved", "public", "public"],
    ["198.51.100.0/24", "reserved", "public", "public"],
    ["203.0.113.0/24", "reserved", "public", "public"],
    ["224.0.0.0/4", "multicast", "public", "reserved"],
    ["240.0.0.0/5", "reserved", "multicast", "reserved"],
    ["255.255.255.255/32", "multicast", "reserved", "public"],
    ["::/128", "this-host", "public", "loopback"],
    ["::1/128", "loopback", "this-host", "this-host"],
    ["64:ff9b:1::/48", "reserved", "public", "public"],
    ["100::/64", "reserved", "public", "reserved"],
    ["100:0:0:1::/64", "reserved", "reserved", "public"],
    ["2001::/23", "reserved", "public", "public"],
    ["2001:db8::/32", "reserved", "public", "public"],
    ["2620:4f:8000::/48", "special-purpose", "public", "public"],
    ["3fff::/20", "reserved", "public", "public"],
    ["5f00::/16", "reserved", "public", "public"],
    ["fc00::/7", "private", "public", "public"],
    ["fe80::/10", "link-local", "public", "private"],
    ["fec0::/10", "private", "link-local", "multicast"],
    ["ff00::/8", "multicast", "private", "public"],
  ])("%s is %s, first and last; before it %s, after it %s", (block, itself, beforeIt, afterIt) => {
    const { before, first, last, after } = edgesOf(block);
    expectClass(first, itself);
    expectClass(last, itself);
    if (before !== undefined) expectClass(before, beforeIt);
    if (after !== undefined) expectClass(after, afterIt);
  });

  it.each([
    ["::ffff:127.0.0.1", "loopback"],
    ["::ffff:8.8.8.8", "public"],
    ["::a00:1", "private"],
    ["::808:808", "special-purpose"],
    ["::1:0:0", "public"],
    ["::fffe:ffff:ffff", "public"],
    ["::ffff:0:127.0.0.1", "loopback"],
    ["::ffff:0:8.8.8.8", "special-purpose"],
    ["::fffe:ffff:ffff:ffff", "public"],
    ["::ffff:1:0:0", "public"],
    ["64:ff9b::169.254.169.254", "link-local"],
    ["64:ff9b::8.8.8.8", "public"],
    ["64:ff9b::1:0:0", "public"],
    ["64:ff9b:1:7f00:0:100:808:808", "reserved"],
    ["2001:ffff:ffff:ffff:ffff:ffff:ffff:ffff", "public"],
    ["2002:7f00:1::", "loopback"],
    ["2002:808:808::", "special-purpose"],
    ["2003::", "public"],
    ["2001:0:1:2:3:4:80ff:fffe", "reserved"],
    ["2620:0:2d0:200::5efe:7f00:1", "loopback"],
    ["2620:0:2d0:200:200:5efe:a9fe:a9fe", "link-local"],
    ["2620:0:2d0:200::5efe:808:808", "public"],
    ["2620:0:2d0:200:100:5efe:7f00:1", "public"],
    ["2620:0:2d0:200::5eff:7f00:1", "public"],
    ["fe80::5efe:e000:1", "multicast"],
  ] as const)("of %s is the strictest of all that it reaches: %s", (text, expected) => {
    expectClass(bytesOf(text), expected);
  });
});

describe("the policy for addresses", () => {
  it.each([
    ["127.0.0.1", true, false],
    ["10.0.0.1", true, false],
    ["100.64.0.1", true, false],
    ["169.254.169.254", false, false],
    ["fe80::1", false, false],
    ["fe80::1%eth0", true, false],
    ["0.0.0.0", false, false],
    ["224.0.0.1", false, false],
    ["192.0.2.1", false, false],
    ["8.8.8.8", true, true],
    ["::ffff:10.0.0.1", true, false],
    ["::ffff:169.254.169.254%eth0", false, false],
    ["fe80::5efe:a9fe:a9fe%eth0", false, false],
    ["ff02::1%eth0", false, false],
    ["2002:808:808::1", true, false],
    ["192.175.48.6", true, false],
    ["64:ff9b::808:808", true, true],
    ["64:ff9b:1::808:808", false, false],
    ["3fff::1", false, false],
    ["no address", false, false],
  ])("%s: default %s, untrusted %s", (address, byDefault, untrusted) => {
    expect(blockedClass(resolvePolicy(), address) === undefined).toBe(byDefault);
    expect(blockedClass(resolvePolicy("untrusted"), address) === undefined).toBe(untrusted);
  });

  it("lets a caller allow and deny blocks; deny wins", () => {
    const policy = resolvePolicy({
      profile: "untrusted",
      allowAddresses: ["10.1.0.0/16", "::1"],
      denyAddresses: ["10.1.2.0/24", "8.8.8.8"],
    });
    expect(blockedClass(policy, "10.1.1.1")).toBeUndefined();
    expect(blockedClass(policy, "::1")).toBeUndefined();
    expect(blockedClass(policy, "10.2.1.1")).toBe("private");
    expect(blockedClass(policy, "10.1.2.3")).toBe("denied");
    expect(blockedClass(policy, "8.8.8.8")).toBe("denied");
  });

  it.each(
    Object.entries(EMBEDDINGS).flatMap(([name, embed]) =>
      ["127.0.0.1", "168.63.129.16", "8.8.4.4"].map((ipv4) => [
        ipv4,
        name,
        formatAddress(embed(bytesOf(ipv4))),
      ]),
    ),
  )("denies %s carried as %s: %s", (ipv4, _, carrier) => {
    const denied = resolvePolicy({ denyAddresses: [`${ipv4}/32`], allowAddresses: ["::/0", "0.0.0.0/0"] });
    expect(blockedClass(denied, carrier)).toBe("denied");
    const other = resolvePolicy({ denyAddresses: ["7.7.7.7"], allowAddresses: ["::/0", "0.0.0.0/0"] });
    expect(blockedClass(other, carrier)).toBeUndefined();
  });

  it.each([
    ["::ffff:10.0.0.0/104", "10.1.2.3", true],
    ["::ffff:10.0.0.0/104", "::ffff:a01:203", true],
    ["::ffff:10.0.0.0/104", "64:ff9b::a01:203", true],
    ["::ffff:10.0.0.0/104", "11.0.0.1", false],
    ["::ffff:8.8.8.8", "8.8.8.8", true],
    ["::ffff:0:0/95", "8.8.8.8", true],
    ["::/0", "8.8.8.8", true],
    ["::/0", "2606:4700::1111", true],
    ["2000::/3", "8.8.8.8", false],
    ["0.0.0.0/0", "::ffff:8.8.8.8", true],
    ["0.0.0.0/0", "2606:4700::1111", false],
    ["0.0.0.0/8", "::1", false],
    ["64:ff9b::/96", "8.8.8.8", false],
    ["64:ff9b::/96", "64:ff9b::808:808", true],
  ])("with %s denied, refuses %s: %s", (block, address, expected) => {
    expect(blockedClass(resolvePolicy({ denyAddresses: [block] }), address) === "denied").toBe(expected);
  });

  // Only the dialed address counts: neither the address in it, nor an address that contains it.
  it.each([
    ["10.0.0.0/8", "::ffff:10.0.0.1", true],
    ["::ffff:10.0.0.0/104", "10.0.0.1", true],
    ["::ffff:10.0.0.0/104", "::ffff:a00:1", true],
    ["10.0.0.0/8", "64:ff9b::a00:1", false],
    ["10.0.0.0/8", "2002:a00:1::", false],
    ["10.0.0.0/8", "2620:0:2d0:200::5efe:a00:1", false],
    ["64:ff9b::/96", "10.0.0.1", false],
    ["64:ff9b::/96", "64:ff9b::a00:1", true],
    // The block of all IPv4-mapped addresses is that of all IPv4 addresses, and a larger one is not.
    ["::ffff:0:0/96", "10.0.0.1", true],
    ["::ffff:0:0/95", "10.0.0.1", false],
    ["::ffff:10.0.0.1", "10.0.0.1", true],
    ["::ffff:10.0.0.1", "10.0.0.2", false],
    ["10.0.0.0/31", "10.0.0.1", true],
    ["10.0.0.0/32", "10.0.0.1", false],
    ["fd00::/127", "fd00::1", true],
    ["fd00::/128", "fd00::1", false],
    ["::/0", "10.0.0.1", false],
    ["::/0", "::ffff:10.0.0.1", false],
    ["0.0.0.0/0", "::1", false],
  ])("with %s allowed, reaches %s under untrusted: %s", (block, address, expected) => {
    const policy = resolvePolicy({ profile: "untrusted", allowAddresses: [block] });
    expect(blockedClass(policy, address) === undefined).toBe(expected);
  });

  it.each([
    { allowAddresses: ["10.0.0.0/33"] },
    { allowAddresses: ["::/129"] },
    { allowAddresses: ["10.0.0.0/"] },
    { allowAddresses: ["/8"] },
    { denyAddresses: ["10.0.0.0/8/8"] },
    { allowAddresses: ["example.com"] },
    { denyAddresses: ["10.0.0/8"] },
    { allowPorts: ["70"] },
    { profile: "lax" as "default" },
    { denyAdresses: ["10.0.0.0/8"] } as object,
    { denyAddresses: [10] as never },
    { files: { root: [] } } as object,
  ])("rejects an invalid block: %j", (options) =>
    expect(() => resolvePolicy(options)).toThrow(expect.objectContaining({ code: "bad-option" })),
  );
});
