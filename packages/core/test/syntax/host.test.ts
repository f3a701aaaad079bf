import { isIPv4, isIPv6 } from "node:net";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createRegistry,
  formatIPv4,
  formatIPv6,
  hostProblem,
  parse,
  parseHost,
  parseIPv4,
  parseIPv6,
  tryParse,
} from "../../src/index.ts";
import { IPV6_ADDRESS } from "../abnf.ts";
import { http } from "../schemes.ts";
import { everyCodePoint } from "./enumerate.ts";

const urls = createRegistry(http);

/** Every shape of an IPv6 address: how many groups stand on each side of "::", and what stands last. */
function* shapes(): Generator<string> {
  const groups = ["0", "1", "db8", "FFFF", "0000", "00a"];
  const some = (count: number, from: number) =>
    Array.from({ length: count }, (_, i) => groups[(i + from) % groups.length]);
  for (let before = 0; before <= 9; before++) {
    for (const tail of [
      [],
      ["1.2.3.4"],
      ["01.2.3.4"],
      ["1.2.3"],
      ["1.2.3.256"],
      ["12345"],
      ["g"],
      [""],
      ["1.2.3.4", "5"],
    ]) {
      yield [...some(before, before), ...tail].join(":");
      for (let after = 0; after <= 9; after++) {
        const left = some(before, after).join(":");
        const right = [...some(after, before), ...tail].join(":");
        yield `${left}::${right}`;
        yield `${left}:::${right}`;
        yield `${left}::${right}::`;
        yield `1.2.3.4::${right}`;
      }
    }
  }
}

describe("IPv6 addresses (RFC 3986 §3.2.2)", () => {
  it("are those of the grammar, and of the system, in every shape", () => {
    let accepted = 0;
    for (const text of shapes()) {
      const octets = parseIPv6(text);
      if ((octets !== undefined) !== isIPv6(text) || isIPv6(text) !== IPV6_ADDRESS.test(text)) {
        expect.fail(
          `${text}: ours ${octets}, system's ${isIPv6(text)}, grammar's ${IPV6_ADDRESS.test(text)}`,
        );
      }
      expect(tryParse(`x://[${text}]`).ok).toBe(octets !== undefined);
      if (octets === undefined) continue;
      accepted++;
      expect(octets).toHaveLength(16);
      expect(parseIPv6(formatIPv6(octets))).toEqual(octets);
    }
    expect(accepted).toBeGreaterThan(60);
  });

  it("are those of the system, letter by letter", () => {
    const char = fc.constantFrom(...":::::0123456789abcdefABCDEF.g".split(""));
    const text = fc.oneof(
      fc.array(char, { maxLength: 45 }).map((chars) => chars.join("")),
      fc.tuple(fc.ipV6(), fc.nat(), char).map(([address, at, c]) => {
        const place = at % (address.length + 1);
        return address.slice(0, place) + c + address.slice(place + 1);
      }),
    );
    fc.assert(
      fc.property(text, (each) => {
        expect(parseIPv6(each) !== undefined).toBe(isIPv6(each));
        expect(IPV6_ADDRESS.test(each)).toBe(isIPv6(each));
      }),
      { numRuns: 10_000 },
    );
  });

  it("come back as they were from their text, which is short and in lower case (RFC 5952 §4)", () => {
    const group = fc.oneof(fc.constant(0), fc.nat({ max: 0xffff }));
    fc.assert(
      fc.property(fc.array(group, { minLength: 8, maxLength: 8 }), (groups) => {
        const octets = Uint8Array.from(groups.flatMap((value) => [value >> 8, value & 255]));
        const text = formatIPv6(octets);
        expect(isIPv6(text)).toBe(true);
        expect(parseIPv6(text)).toEqual(octets);
        expect(text).toMatch(/^[0-9a-f:.]+$/);
        expect(text).not.toMatch(/(^|:)0[0-9a-f]/);
        // "::" stands for the longest run of two or more zeros, and for the first of equals.
        const runs = [...groups.join(",").matchAll(/(?<![0-9])0(?:,0)*(?![0-9])/g)].map(
          ([run]) => run.split(",").length,
        );
        const longest = Math.max(0, ...runs);
        if (groups.slice(0, 5).every((each) => each === 0) && groups[5] === 0xffff) return;
        expect(text.includes("::")).toBe(longest >= 2);
        if (longest < 2) return;
        const [left = "", right = ""] = text.split("::");
        const count = (side: string) => (side === "" ? 0 : side.split(":").length);
        expect(8 - count(left) - count(right)).toBe(longest);
        expect(groups.slice(0, count(left)).join(",")).not.toMatch(
          new RegExp(`(?:^|,)0(?:,0){${longest - 1}}(?:,|$)`),
        );
      }),
      { numRuns: 2_000 },
    );
  });

  it.each([
    // RFC 5952 §1, §2, §4.
    ["2001:db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"],
    ["2001:0db8:0:0:1:0:0:1", "2001:db8::1:0:0:1"],
    ["2001:db8::1:0:0:1", "2001:db8::1:0:0:1"],
    ["2001:db8::0:1:0:0:1", "2001:db8::1:0:0:1"],
    ["2001:0db8::1:0:0:1", "2001:db8::1:0:0:1"],
    ["2001:db8:0:0:1::1", "2001:db8::1:0:0:1"],
    ["2001:DB8:0:0:1::1", "2001:db8::1:0:0:1"],
    ["2001:db8:0:0:0:0:2:1", "2001:db8::2:1"],
    ["2001:db8:0:1:1:1:1:1", "2001:db8:0:1:1:1:1:1"],
    ["2001:0:0:1:0:0:0:1", "2001:0:0:1::1"],
    ["2001:db8::aaaa:0:0:1", "2001:db8::aaaa:0:0:1"],
    ["0:0:0:0:0:0:0:0", "::"],
    ["0:0:0:0:0:0:0:1", "::1"],
    ["1:0:0:0:0:0:0:0", "1::"],
    ["::ffff:192.0.2.1", "::ffff:192.0.2.1"],
    ["::FFFF:C000:0201", "::ffff:192.0.2.1"],
    ["1:2:3:4:5:6:7::", "1:2:3:4:5:6:7:0"],
  ])("%s is written %s", (text, short) => expect(formatIPv6(parseIPv6(text)!)).toBe(short));
});

describe("an IPvFuture (RFC 3986 §3.2.2)", () => {
  it("may be as long as a URL may be", () => {
    const host = `[v1.${"a".repeat(5_000)}]`;
    expect(parse(`x://${host}/`).host).toBe(host);
    expect(tryParse(`x://[v${"1".repeat(5_000)}]/`).problems).toMatchObject([{ code: "bad-ip-literal" }]);
  });
});

describe("IPv4 addresses (RFC 3986 §3.2.2)", () => {
  it("are four numbers up to 255, each way of writing them", () => {
    for (let value = 0; value <= 300; value++) {
      for (const text of [
        `${value}.0.0.1`,
        `0.${value}.0.1`,
        `0.0.${value}.1`,
        `1.0.0.${value}`,
        `0${value}.1.1.1`,
      ]) {
        expect(parseIPv4(text) !== undefined).toBe(isIPv4(text));
      }
    }
    expect(parseIPv4("192.0.2.33")).toEqual(Uint8Array.of(192, 0, 2, 33));
    expect(formatIPv4(Uint8Array.of(192, 0, 2, 33))).toBe("192.0.2.33");
  });

  it("are those of the system, letter by letter", () => {
    const text = fc
      .array(fc.constantFrom(..."..0123456789ax".split("")), { maxLength: 16 })
      .map((each) => each.join(""));
    fc.assert(
      fc.property(fc.oneof(text, fc.ipV4()), (each) => {
        expect(parseIPv4(each) !== undefined).toBe(isIPv4(each));
      }),
      { numRuns: 5_000 },
    );
  });
});

describe("parseHost", () => {
  it.each([
    ["", { kind: "empty" }],
    ["Host.Example.", { kind: "name", name: "host.example." }],
    ["ex%41mple", { kind: "name", name: "example" }],
    ["127.1", { kind: "name", name: "127.1" }],
    ["[V1F.a:B]", { kind: "ipvfuture", version: "1F", address: "a:B" }],
    ["10.0.0.1", { kind: "ipv4", octets: Uint8Array.of(10, 0, 0, 1) }],
    ["[fe80::1%25a%2Db]", { kind: "ipv6", octets: parseIPv6("fe80::1")!, zone: "a-b" }],
  ])("%s is %o", (raw, host) => expect(parseHost(raw)).toEqual(host));

  it("puts no character into lower case but the letters of ASCII", () => {
    expect(parseHost("%E2%84%AA")).toEqual({ kind: "name", name: "\u212a" }); // the Kelvin sign is no "k"
    expect(parseHost("%C4%B0")).toEqual({ kind: "name", name: "\u0130" });
  });
});

describe("hosts that can be looked up", () => {
  it.each([
    ...[
      "example.com",
      "EXAMPLE.com",
      "a",
      "a-b.c",
      "my_host.example",
      "h.example.",
      "xn--mnchen-3ya.example",
    ],
    ...[
      "3com.com",
      "1.2.3.com",
      "a.0x",
      "127.0.0.1",
      "0x7f.example",
      "ex%41mple.com",
      "h%2Dx.example",
    ].filter((host) => host !== "a.0x"),
    ...["[::1]", "[v1.a]", ""],
    // UTF-8, percent-encoded (RFC 3986 §3.2.2), whatever IDNA makes of it.
    ...["m%C3%BCnchen.example", "m%c3%bcnchen.example.", "%E2%84%AA.example", "a%E3%80%82b", "%F0%9F%98%80"],
    ...[`${"a".repeat(63)}.example`, `${"a.".repeat(126)}a`, `${"a.".repeat(126)}a.`],
  ])("%s", (host) => expect(hostProblem(host)).toBeUndefined());

  it.each([
    // What C resolvers and others take for 127.0.0.1.
    ...["127.1", "127.0.1", "2130706433", "017700000001", "0x7f000001", "0X7F.1", "0x7f.0.0.1", "0177.0.0.1"],
    ...[
      "127.0.0.01",
      "127.0.0.0x1",
      "127.0.0.1.",
      "%31%32%37.0.0.1",
      "127.0.0.%31",
      "0x",
      "a.0x",
      "h.1",
      "1.2.3.4.5",
    ],
    ...["256.1.1.1", "999.999.999.999", "00.0.0.0", "4294967296", "1.", "0"],
    // Delimiters, controls and spaces in disguise.
    ...[
      "a%2Fb",
      "a%40b",
      "a%3Ab",
      "a%5Bb",
      "a%00b",
      "a%0Ab",
      "a%20b",
      "a%25b",
      "a%23b",
      "a%3Fb",
      "a%5Cb",
      "a%7Fb",
    ],
    // Invalid labels.
    ...["-l", "l-", "a.-b", "a..b", ".a", ".", "..", "a..", "a!b", "a,b", "a~b", "a;b", "a(b)", "$"],
    // Invalid UTF-8 and C1 controls.
    ...["%E9", "m%C3nchen.example", "%C3%BC%FF", "%ED%A0%80", "%C2%80.example", "a%C2%9Fb"],
    // An escaped delimiter beside UTF-8.
    ...["%C3%BC%2Fb", "%C3%BC%40b", "%C3%BC%25b", "%C3%BC%00", "%C3%BC%20b", "%C3%BC..b", "-%C3%BC"],
    // RFC 1034 §3.1: 63 for a label, 253 for a name, without the root dot.
    ...["a".repeat(64), `${"a.".repeat(126)}ab`, `${"a.".repeat(127)}a`, `${"a.".repeat(126)}ab.`],
  ])("rejects %s", (host) => {
    expect(hostProblem(host)).toMatchObject({ code: "bad-host", component: "host" });
    const { problems } = urls.tryParse(`http://u@${host}:80/`);
    expect(problems).toEqual([expect.objectContaining({ code: "bad-host", start: 9, end: 9 + host.length })]);
    // The URL is still well-formed, because a scheme without a network can define its hosts.
    expect(parse(`x://${host}`).host).toBe(host);
  });

  it("has a hint for a comma before the port, which a translation of RFC 1738 has in place of the colon", () => {
    expect(hostProblem("servidor.example,21")).toMatchObject({ hint: 'write ":" before a port, not ","' });
    expect(hostProblem("a,b.example")).not.toHaveProperty("hint");
  });

  it("hold no escaped ASCII but letters, digits, hyphen, underscore and dot, and no escaped control", () => {
    for (const point of everyCodePoint()) {
      if (point >= 0xd800 && point <= 0xdfff) continue;
      const char = String.fromCodePoint(point);
      const escaped = [...new TextEncoder().encode(char)]
        .map((octet) => `%${octet.toString(16).padStart(2, "0")}`)
        .join("");
      const fine = point < 0x80 ? /^[A-Za-z0-9._-]$/.test(char) : point > 0x9f;
      if ((hostProblem(`a${escaped}b`) === undefined) !== fine)
        expect.fail(`U+${point.toString(16)}: ${escaped}`);
    }
  });
});

describe("zone identifiers", () => {
  it.each(["[fe80::1%25eth0]", "[fe80::1%25a.b_c~d-e]", "[febf::%25%61]"])(
    "are accepted in %s with the option zoneId only",
    (host) => {
      expect(tryParse(`x://${host}`, { zoneId: true }).ok).toBe(true);
      expect(tryParse(`x://${host}`).problems[0]?.code).toBe("zone-id-not-allowed");
    },
  );

  it.each([
    "[fe80::1%eth0]",
    "[fe80::1%25]",
    "[fe80::1%25a!b]",
    "[fe80::1%25a%4]",
    "[%25eth0]",
    "[fe80::1%2525]x",
  ])("are never accepted in %s", (host) =>
    expect(tryParse(`x://${host}`, { zoneId: true }).problems[0]?.code).toMatch(/^bad-|illegal/),
  );

  it.each(["[2001:db8::1%25eth0]", "[::1%25lo]", "[fec0::1%25eth0]"])("%s: no link-local address", (host) => {
    expect(tryParse(`x://${host}`, { zoneId: true }).problems[0]?.code).toBe("zone-id-not-allowed");
  });
});
