import { describe, expect, it } from "vitest";
import { decidePort, resolvePolicy } from "../../src/connection/policy.ts";
import type { PolicyOptions } from "../../src/index.ts";

describe("a policy", () => {
  const BY_DEFAULT = {
    ...{ profile: "default", allowPorts: new Set(), allow: [], deny: [], schemes: undefined },
    ...{ clearTextPasswords: "allow", firstUse: "allow", files: [], confirm: undefined },
  };
  const UNTRUSTED = {
    ...BY_DEFAULT,
    ...{ profile: "untrusted", clearTextPasswords: "refuse", firstUse: "refuse" },
  };

  it.each<[options: "default" | "untrusted" | PolicyOptions | undefined, policy: object]>([
    [undefined, BY_DEFAULT],
    [{}, BY_DEFAULT],
    ["default", BY_DEFAULT],
    ["untrusted", UNTRUSTED],
    [{ profile: "untrusted" }, UNTRUSTED],
    [
      { profile: "untrusted", firstUse: "allow" },
      { ...UNTRUSTED, firstUse: "allow" },
    ],
    [
      { profile: "untrusted", clearTextPasswords: "allow" },
      { ...UNTRUSTED, clearTextPasswords: "allow" },
    ],
    [{ firstUse: "refuse" }, { ...BY_DEFAULT, firstUse: "refuse" }],
    [{ allowSchemes: [] }, { ...BY_DEFAULT, schemes: new Set() }],
    [{ allowSchemes: ["ftp"] }, { ...BY_DEFAULT, schemes: new Set(["ftp"]) }],
    [
      { allowPorts: ["gopher:*", "x-a+b.c:1"] },
      { ...BY_DEFAULT, allowPorts: new Set(["gopher:*", "x-a+b.c:1"]) },
    ],
    [
      { allowAddresses: ["10.1.0.0/16"], denyAddresses: ["::1"] },
      {
        ...BY_DEFAULT,
        allow: [{ octets: Uint8Array.of(10, 1, 0, 0), bits: 16 }],
        deny: [{ octets: new Uint8Array(16).fill(1, 15), bits: 128 }],
      },
    ],
  ])("%j has the values that its profile has for the others", (options, policy) => {
    expect(resolvePolicy(options)).toEqual(policy);
  });

  it.each<[options: object, message: string]>([
    [{ profile: "untrusted", files: {} }, 'expected no files under the profile "untrusted"'],
    [{ allowPorts: ["70"] }, 'expected "scheme:port" instead of "70"'],
    [{ allowPorts: ["ftp:*", "FTP:21"] }, 'expected "scheme:port" instead of "FTP:21"'],
    [{ denyAddresses: ["h"] }, 'expected addresses, or addresses with a prefix length, instead of "h"'],
  ])("%j is an error that says why", (options, message) => {
    expect(() => resolvePolicy(options)).toThrow(
      expect.objectContaining({ code: "bad-option", message: expect.stringContaining(message) }),
    );
  });
});

describe("a port that an outside server named", () => {
  it.each<[port: number, rules: object, expected: string]>([
    // No option allows a port that browsers block.
    [25, { reserved: "any" }, "refuse"],
    [6667, {}, "refuse"],
    [6667, { reserved: "any" }, "refuse"],
    // Others are as in the URL of a user.
    [1023, {}, "allow"],
    [1022, {}, "ask"],
    [1022, { reserved: "any" }, "allow"],
    [8080, {}, "allow"],
    // The scheme's own ports do not belong to another service.
    [21, {}, "allow"],
    [990, { usual: [990] }, "allow"],
    [1, { usual: [1] }, "allow"],
    [0, { usual: [0], reserved: "any" }, "refuse"],
    [65_535, {}, "allow"],
    [65_536, { usual: [65_536], reserved: "any" }, "refuse"],
  ])("%i with the rules %j: %s", (port, rules, expected) => {
    const policy = resolvePolicy({ allowPorts: ["ftp:1023", "ftp:6667"] });
    expect(decidePort(policy, "ftp", port, 21, rules, true)).toBe(expected);
    const all = resolvePolicy({ profile: "untrusted", allowPorts: ["ftp:*"] });
    const withAll = expected === "ask" ? "allow" : expected;
    expect(decidePort(all, "ftp", port, 21, rules, true)).toBe(withAll);
  });
});
