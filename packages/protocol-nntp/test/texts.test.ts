import { DEFAULT_LIMITS, octetsOf } from "@anyurl/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { matchesWildmat, readHead, readOverview, readOverviewFormat } from "../src/exchange/index.ts";

describe("wildmat-patterns (RFC 3977 §4.2)", () => {
  it.each([
    ["abc", "*bc", true],
    ["abc", "a?c", true],
    ["abc", "a?", false],
    ["", "*", true],
    ["a.b.c", "a.*.c", true],
    ["a.b", "a?b", true],
    ["grüße", "gr??e", true],
    ["aaab", "*a*b", true],
    ["aaa", "a*b", false],
  ])("%s fits %s: %s", (name, pattern, fits) => expect(matchesWildmat(name, pattern)).toBe(fits));

  it("matches like a regular expression", () => {
    const unit = (...chars: string[]) => fc.string({ unit: fc.constantFrom(...chars), maxLength: 8 });
    fc.assert(
      fc.property(unit("a", "b"), unit("a", "b", "*", "?"), (name, pattern) => {
        const source = pattern.replaceAll("*", ".*").replaceAll("?", ".");
        expect(matchesWildmat(name, pattern)).toBe(new RegExp(`^${source}$`).test(name));
      }),
    );
  });

  it("takes little time for any pattern", () => {
    expect(matchesWildmat("a".repeat(2_000), `${"*a".repeat(200)}b`)).toBe(false);
  });
});

describe("heads", () => {
  it("readHead parses any bytes", () => {
    const head = readHead(
      octetsOf(
        " lost\r\nSubject: one\r\n  two\r\n\tthree\r\nno field\r\n of it\r\n: none\r\nX Y: none\r\nsubject: again\r\n__proto__: x\r\n",
      ),
      DEFAULT_LIMITS,
    );
    expect(head.get("SUBJECT")).toBe("one  two\tthree");
    expect(head.get("__proto__")).toBe("x");
    expect(head.get("constructor")).toBeUndefined();
    expect(head.fields.map(({ name }) => name)).toEqual(["Subject", "subject", "__proto__"]);
  });
});

describe("the name of a field (RFC 5322 §3.6.8)", () => {
  it.each([
    ["!", true],
    ["~", true],
    ["X-A", true],
    [" ", false],
    ["\x7f", false],
    ["a b", false],
    ["a\x1f", false],
    ["", false],
  ])("%j: %s", (name, expected) => {
    // A line can end with LF alone.
    for (const end of ["\r\n", "\n"]) {
      const { fields } = readHead(octetsOf(`${name}: x${end}A: y${end}`), DEFAULT_LIMITS);
      expect(fields).toEqual([...(expected ? [{ name, body: "x" }] : []), { name: "A", body: "y" }]);
    }
  });
});

describe("overviews", () => {
  it("uses the order of fields from the server, or the standard order", () => {
    const format = readOverviewFormat(["Message-ID:", "xref:full", "SUBJECT:"].map(octetsOf));
    expect(readOverview(octetsOf("007\t<a@b>\tx\tsubject"), format)).toMatchObject({
      number: "7",
      messageId: "<a@b>",
      subject: "subject",
      from: "",
    });
    expect(readOverviewFormat([octetsOf("Nonsense:")])).toEqual(readOverviewFormat([]));
  });

  it("keeps bytes that are not UTF-8", () => {
    expect(readOverview(octetsOf("1\tgr\udcfc\udcdfe"))?.subject).toBe("gr\udcfc\udcdfe");
    expect(readOverview(octetsOf("\ufeff1\tx"))).toBeUndefined();
  });
});
