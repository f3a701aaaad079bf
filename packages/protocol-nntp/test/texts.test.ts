import { DEFAULT_LIMITS, octetsOf } from "@anyurl/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  matchesWildmat,
  readDateTime,
  readHead,
  readOverview,
  readOverviewFormat,
} from "../src/exchange/index.ts";

describe("dates (RFC 5322 §3.3, §4.3)", () => {
  it.each([
    ["Fri, 21 Nov 1997 09:55:06 -0600", "1997-11-21T15:55:06.000Z"],
    ["6 Oct 1998 04:38:40 -0500", "1998-10-06T09:38:40.000Z"],
    ["21 Nov 97 09:55:06 GMT", "1997-11-21T09:55:06.000Z"],
    ["Thu, 13 Feb 1969 23:32 -0330 (Newfoundland Time)", "1969-02-14T03:02:00.000Z"],
    ["Mon, 24 Nov 1997 14:22:01 PST", "1997-11-24T22:22:01.000Z"],
    ["1 Jan 30 00:00 XYZ", "2030-01-01T00:00:00.000Z"],
  ])("%s", (text, iso) => expect(readDateTime(text)?.toISOString()).toBe(iso));

  it.each([
    "",
    "yesterday",
    "31 Jun 2001 00:00 GMT",
    "1 Foo 2001 00:00",
    "1 Jan 2001 24:00",
    "1 Jan 2001 00:60",
    "x".repeat(999),
  ])("rejects %s", (text) => expect(readDateTime(text)).toBeUndefined());
});

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
        " lost\r\nSubject: one\r\n  two\r\n\tthree\r\nno field\r\n: none\r\nX Y: none\r\nsubject: again\r\n__proto__: x\r\n",
      ),
      DEFAULT_LIMITS,
    );
    expect(head.get("SUBJECT")).toBe("one  two\tthree");
    expect(head.get("__proto__")).toBe("x");
    expect(head.get("constructor")).toBeUndefined();
    expect(head.fields.map(({ name }) => name)).toEqual(["Subject", "subject", "__proto__"]);
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
