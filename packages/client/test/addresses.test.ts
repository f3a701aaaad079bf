import { describe, expect, it } from "vitest";
import { addressOctets, classify } from "../src/addresses.ts";
import { policyOf, refusedClass } from "../src/policy.ts";

const classOf = (text: string) => classify(addressOctets(text)!);

describe("the class of an address", () => {
  // The first and the last address of each block, and its neighbours.
  it.each([
    ["0.0.0.0", "this-host"],
    ["0.255.255.255", "this-host"],
    ["1.0.0.0", "public"],
    ["9.255.255.255", "public"],
    ["10.0.0.0", "private"],
    ["10.255.255.255", "private"],
    ["11.0.0.0", "public"],
    ["100.63.255.255", "public"],
    ["100.64.0.0", "shared"],
    ["100.127.255.255", "shared"],
    ["100.128.0.0", "public"],
    ["126.255.255.255", "public"],
    ["127.0.0.0", "loopback"],
    ["127.255.255.255", "loopback"],
    ["128.0.0.0", "public"],
    ["169.253.255.255", "public"],
    ["169.254.0.0", "link-local"],
    ["169.254.255.255", "link-local"],
    ["169.255.0.0", "public"],
    ["172.15.255.255", "public"],
    ["172.16.0.0", "private"],
    ["172.31.255.255", "private"],
    ["172.32.0.0", "public"],
    ["191.255.255.255", "public"],
    ["192.0.0.0", "reserved"],
    ["192.0.0.255", "reserved"],
    ["192.0.1.0", "public"],
    ["192.0.2.0", "reserved"],
    ["192.0.2.255", "reserved"],
    ["192.0.3.0", "public"],
    ["192.88.98.255", "public"],
    ["192.88.99.0", "reserved"],
    ["192.88.99.255", "reserved"],
    ["192.88.100.0", "public"],
    ["192.167.255.255", "public"],
    ["192.168.0.0", "private"],
    ["192.168.255.255", "private"],
    ["192.169.0.0", "public"],
    ["198.17.255.255", "public"],
    ["198.18.0.0", "reserved"],
    ["198.19.255.255", "reserved"],
    ["198.20.0.0", "public"],
    ["198.51.99.255", "public"],
    ["198.51.100.0", "reserved"],
    ["198.51.100.255", "reserved"],
    ["198.51.101.0", "public"],
    ["203.0.112.255", "public"],
    ["203.0.113.0", "reserved"],
    ["203.0.113.255", "reserved"],
    ["203.0.114.0", "public"],
    ["223.255.255.255", "public"],
    ["224.0.0.0", "multicast"],
    ["239.255.255.255", "multicast"],
    ["240.0.0.0", "reserved"],
    ["255.255.255.254", "reserved"],
    ["255.255.255.255", "multicast"],
    ["::", "this-host"],
    ["::1", "loopback"],
    ["fbff:ffff::", "public"],
    ["fc00::", "private"],
    ["fdff:ffff:ffff:ffff::1", "private"],
    ["fe00::", "public"],
    ["fe7f:ffff::", "public"],
    ["fe80::", "link-local"],
    ["febf:ffff::", "link-local"],
    ["fec0::", "private"],
    ["feff:ffff::1", "private"],
    ["ff00::", "multicast"],
    ["ffff:ffff::1", "multicast"],
    ["2001:db7:ffff::1", "public"],
    ["2001:db8::", "reserved"],
    ["2001:db8:ffff::1", "reserved"],
    ["2001:db9::", "public"],
    ["2001:1::1", "reserved"],
    ["2001:1ff:ffff::1", "reserved"],
    ["2001:200::1", "public"],
    ["100::1", "reserved"],
    ["100:0:0:1::1", "public"],
    ["2606:4700::1111", "public"],
  ])("%s is %s", (text, expected) => expect(classOf(text)).toBe(expected));

  it.each([
    ["::ffff:127.0.0.1", "loopback"],
    ["::ffff:7f00:1", "loopback"],
    ["::ffff:8.8.8.8", "public"],
    ["::10.0.0.1", "private"],
    ["64:ff9b::169.254.169.254", "link-local"],
    ["64:ff9b:1::c0a8:1", "private"],
    ["2002:7f00:1::", "loopback"],
    ["2002:808:808::", "public"],
    ["2001:0:1:2:3:4:80ff:fffe", "loopback"],
  ])("%s counts as the IPv4 address in it: %s", (text, expected) => expect(classOf(text)).toBe(expected));
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
    ["no address", false, false],
  ])("%s: default %s, untrusted %s", (address, byDefault, untrusted) => {
    expect(refusedClass(policyOf(), address) === undefined).toBe(byDefault);
    expect(refusedClass(policyOf("untrusted"), address) === undefined).toBe(untrusted);
  });

  it("lets a caller allow and deny blocks; deny wins", () => {
    const policy = policyOf({
      profile: "untrusted",
      allowAddresses: ["10.1.0.0/16", "::1"],
      denyAddresses: ["10.1.2.0/24", "8.8.8.8"],
    });
    expect(refusedClass(policy, "10.1.1.1")).toBeUndefined();
    expect(refusedClass(policy, "::1")).toBeUndefined();
    expect(refusedClass(policy, "10.2.1.1")).toBe("private");
    expect(refusedClass(policy, "10.1.2.3")).toBe("denied");
    expect(refusedClass(policy, "8.8.8.8")).toBe("denied");
  });

  it.each([
    { allowAddresses: ["10.0.0.0/33"] },
    { allowAddresses: ["example.com"] },
    { denyAddresses: ["10.0.0/8"] },
    { allowPorts: ["70"] },
    { profile: "lax" as "default" },
  ])("takes no nonsense: %j", (options) => expect(() => policyOf(options)).toThrow(RangeError));
});
