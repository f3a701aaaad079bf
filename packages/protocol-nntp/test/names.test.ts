import type { Url } from "@anyurl/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  checkMessageId,
  checkNewsgroupName,
  checkRfc1738Group,
  checkWildmat,
  findMessageIdAt,
  findPlainNameEnd,
  isWildmat,
  rejectControls,
  reportName,
} from "../src/index.ts";

describe("newsgroup-name (RFC 5536 §3.1.4, RFC 3977 §4.1)", () => {
  it.each<readonly [string, boolean]>([
    ["comp.lang.c++", true],
    ["a", true],
    ["3dfx.products", true],
    ["group.n/a", true],
    ["grüße.de", true],
    ["a.😀", true],
    ["a:b;c~d@e", true],
    ...[
      "",
      ".",
      "..",
      "a.",
      ".a",
      "a..b",
      "a b",
      "a\tb",
      "a\u007fb",
      "a\u0080b",
      "a*",
      "a?",
      "a,b",
      "!a",
    ].map((name): readonly [string, boolean] => [name, false]),
    ...["a[b", "a]b", "a\\b", "a\udcff", "\ud83d", "a\nb"].map((name): readonly [string, boolean] => [
      name,
      false,
    ]),
  ])("%j: %s", (name, expected) => expect(checkNewsgroupName(name) === undefined).toBe(expected));

  it("finds the end of a plain name without a full check", () => {
    const text = fc.string({ unit: fc.constantFrom(..."ab.0-/?%*"), maxLength: 12 });
    fc.assert(
      fc.property(text, (name) => {
        const end = findPlainNameEnd(`x:${name}`, 2, 2 + name.length) - 2;
        if (end < 0) return;
        expect(checkNewsgroupName(name.slice(0, end))).toBe(undefined);
        expect(name.slice(end)).toMatch(/^(?:[^\w.+-]|$)/);
      }),
    );
    expect(findPlainNameEnd("nntp://h/a.b/1", 9, 14)).toBe(12);
    expect(findPlainNameEnd("news:a.b", 5, 8)).toBe(8);
    expect(
      ["news:a.", "news:.a", "news:a..b", "news:", "news:/"].map((text) =>
        findPlainNameEnd(text, 5, text.length),
      ),
    ).toEqual([...[-1, -1, -1, -1, -1]]);
  });
});

describe("wildmat-pattern (RFC 3977 §4.1)", () => {
  it.each<readonly [string, boolean]>([
    ["*", true],
    ["a.*", true],
    ["th?se", true],
    ["grü*", true],
    ...["", "a,b*", "!a*", "a[bc]*", "a\\*", "a *", "a*\u0000", "*\udcff"].map(
      (text): readonly [string, boolean] => [text, false],
    ),
  ])("%j: %s", (text, expected) => expect(checkWildmat(text) === undefined).toBe(expected));

  it("detects wildcards", () => expect(["a.b", "a.*", "?"].map(isWildmat)).toEqual([false, true, true]));
});

describe("group (RFC 1738 §5)", () => {
  it.each<readonly [string, boolean]>([
    ["comp.lang.c++", true],
    ["a..b", true],
    ...["", "3com.x", ".a", "a%41", "a/b", "a*", "\u212a"].map((raw): readonly [string, boolean] => [
      raw,
      false,
    ]),
  ])("%s: %s", (raw, expected) => expect(checkRfc1738Group(raw) === undefined).toBe(expected));
});

describe("msg-id-core (RFC 5536 §3.1.3)", () => {
  it.each([
    ["one@example.org", 3],
    ["two$1%2@example.org", 7],
    ["x@[a@b]", 1],
    ["x@[]", 1],
    ["a@b@c", undefined],
    ["a b@c", undefined],
    ["a@[b>c]", undefined],
    ["a@[b[c]", undefined],
    ["a@[b", undefined],
    ["<a@b>", undefined],
    ["a.b", undefined],
    ["ü@b", undefined],
  ])("%s", (id, at) => {
    expect(checkMessageId(id) === undefined).toBe(at !== undefined);
    if (at !== undefined) expect(findMessageIdAt(id)).toBe(at);
  });

  it("divides a message-id at its last @, although current rules allow only one", () =>
    expect(["a@b@c", "@[a@b]", "a", "@", "a@[b@c"].map(findMessageIdAt)).toEqual([3, 0, -1, 0, 4]));
});

describe("a name in a URL", () => {
  /** Reports the problems of what stands in "x:" and before "!", decoded as `name`. */
  const problemsOf = (raw: string, name: string, hint?: string) => {
    const found: string[] = [];
    const [start, end] = [2, 2 + raw.length];
    reportName(
      { url: { href: `x:${raw}!` } as Url, start, end, name, code: "bad-group-name", cite: "RFC 5538 §3" },
      checkNewsgroupName,
      ({ code, severity = "error", start, end, component, hint, cite }) =>
        found.push(
          [code, severity, component, start, end, cite, ...(hint === undefined ? [] : [hint])].join(" "),
        ),
      hint,
    );
    return found;
  };

  it.each<readonly [raw: string, name: string, problems: readonly string[]]>([
    ["a.b", "a.b", []],
    ["a..b", "a..b", ["bad-group-name error path 2 6 RFC 5538 §3"]],
    ["%61", "a", []],
    ["a%20b", "a b", ["bad-group-name error path 2 7 RFC 5538 §3"]],
    // NUL, CR and LF make a name that cannot be sent, but its syntax is right (RFC 1738 §6).
    ["a%00b", "a\0b", ["control-octet warning path 3 6 RFC 1738 §6"]],
    [
      "a%0D%0Ab",
      "a\r\nb",
      ["control-octet warning path 3 6 RFC 1738 §6", "control-octet warning path 6 9 RFC 1738 §6"],
    ],
    [
      "a.%0A",
      "a.\n",
      ["control-octet warning path 4 7 RFC 1738 §6", "bad-group-name error path 2 7 RFC 5538 §3"],
    ],
  ])("%s: %j has the problems %j", (raw, name, problems) => {
    expect(problemsOf(raw, name)).toEqual(problems);
  });

  it("has a hint only if there is one", () => {
    expect(problemsOf("", "", "add it")).toEqual(["bad-group-name error path 2 2 RFC 5538 §3 add it"]);
    expect(problemsOf("", "", "")).toEqual(["bad-group-name error path 2 2 RFC 5538 §3"]);
  });

  it.each(["\0", "a\rb", "a\n"])("cannot be written with %j", (name) => {
    expect(() => rejectControls(name)).toThrow(expect.objectContaining({ code: "control-octet" }));
    expect(() => rejectControls(name.replace(/[\0\r\n]/, "\t"))).not.toThrow();
  });
});
