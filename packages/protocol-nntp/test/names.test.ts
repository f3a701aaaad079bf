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
    expect(findMessageIdAt("a@b@c")).toBe(3));
});
