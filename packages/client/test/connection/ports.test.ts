import { describe, expect, it } from "vitest";
import { decideDataPort, decidePort, resolvePolicy } from "../../src/connection/policy.ts";

/** WHATWG Fetch, "bad port", of 2026. */
const BAD = new Set(
  "1 7 9 11 13 15 17 19 20 21 22 23 25 37 42 43 53 69 77 79 87 95 101 102 103 104 109 110 111 113 115 117 119 123 135 137 139 143 161 179 389 427 465 512 513 514 515 526 530 531 532 540 548 554 556 563 587 601 636 989 990 993 995 1719 1720 1723 2049 3659 4045 4190 5060 5061 6000 6566 6665 6666 6667 6668 6669 6679 6697 10080"
    .split(" ")
    .map(Number),
);

describe("every port of every kind of scheme", () => {
  it.each([
    ["ftp", 21],
    ["gopher", 70],
    ["telnet", 23],
    ["x-new", undefined],
  ])("%s, whose own is %s", (scheme, own) => {
    for (let port = -1; port <= 65_537; port++) {
      const expected =
        port < 1 || port > 65_535
          ? "refuse"
          : port === own
            ? "allow"
            : BAD.has(port)
              ? "refuse"
              : port < 1024
                ? "ask"
                : "allow";
      if (decidePort(resolvePolicy(), scheme, port, own) !== expected) expect([scheme, port]).toBe(expected);
      const untrusted = port === own ? "allow" : "refuse";
      if (decidePort(resolvePolicy("untrusted"), scheme, port, own) !== untrusted)
        expect([scheme, port]).toBe(untrusted);
      const data = port < 1024 || port > 65_535 || BAD.has(port) ? "refuse" : "allow";
      if (decideDataPort(port) !== data) expect(["data", port]).toBe(data);
    }
  });

  it.each([
    ["refuse", 1023, "refuse"],
    ["refuse", 25, "refuse"],
    ["refuse", 1024, "allow"],
    ["ask", 1023, "ask"],
    ["allow", 1023, "allow"],
    ["allow", 25, "refuse"],
    ["allow", 6667, "refuse"],
    ["any", 25, "allow"],
    ["any", 6667, "allow"],
    ["any", 0, "refuse"],
  ] as const)("a scheme that says %s of the reserved space has port %i: %s", (reserved, port, expected) => {
    expect(decidePort(resolvePolicy(), "x", port, 4000, { reserved })).toBe(expected);
    expect(decidePort(resolvePolicy("untrusted"), "x", port, 4000, { reserved })).toBe("refuse");
  });

  it("allows the usual ports of a scheme, for a server's URL too", () => {
    const rules = { reserved: "allow", usual: [80, 443, 8080, 8443] } as const;
    for (const profile of ["default", "untrusted"] as const) {
      for (const port of rules.usual)
        expect(decidePort(resolvePolicy(profile), "http", port, 80, rules)).toBe("allow");
    }
    expect(decidePort(resolvePolicy("untrusted"), "http", 8081, 80, rules)).toBe("refuse");
  });

  it("accepts allowPorts entries with a scheme name", () => {
    const policy = resolvePolicy({ profile: "untrusted", allowPorts: ["gopher:7070", "ftp:*"] });
    expect(decidePort(policy, "gopher", 7070, 70)).toBe("allow");
    expect(decidePort(policy, "gopher", 7071, 70)).toBe("refuse");
    expect(decidePort(policy, "ftp", 25, 21)).toBe("allow");
    expect(decidePort(policy, "ftp", 0, 21)).toBe("refuse");
    expect(decidePort(policy, "x-ftp", 25, 21)).toBe("refuse");
  });
});
