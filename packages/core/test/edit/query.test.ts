import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addQuery, getQuery, removeQuery, setQuery, sortQuery } from "../../src/edit/index.ts";
import { createRegistry, parse, type QueryOptions, readQuery, type Url } from "../../src/index.ts";
import { http } from "../schemes.ts";

const at = (query: string) => parse(`x://h/p${query}#f`);
const query = (url: Url) => (url.query === undefined ? "" : `?${url.query}`);
const either: QueryOptions = { separator: "&;" };

describe("setQuery", () => {
  it.each([
    ["", "a", "1", "?a=1"],
    ["?", "a", "1", "?a=1"],
    ["?a=1", "a", "2", "?a=2"],
    ["?%61=1&b=%7E&a=3&c", "a", "2", "?a=2&b=%7E&c"],
    ["?b", "a", undefined, "?b&a"],
    ["?b", "a", "", "?b&a="],
    ["?b", "a=&", "1&2;3=+#é", "?b&a%3D%26=1%262%3B3=%2B%23%C3%A9"],
  ])("%s with %j=%j is %s", (before, name, value, after) => {
    expect(query(setQuery(at(before), name, value))).toBe(after);
  });

  it("keeps the separators of the other pairs", () => {
    expect(query(setQuery(at("?a=1;b=2&c=3;d"), "b", "x", either))).toBe("?a=1;b=x&c=3;d");
  });

  it("rejects a pair that has no text", () => {
    expect(() => setQuery(at(""), "", undefined)).toThrow(expect.objectContaining({ code: "bad-query" }));
  });
});

describe("addQuery", () => {
  it.each([
    ["", {}, "?a=1"],
    ["?a=0", {}, "?a=0&a=1"],
    ["?b;c", { separator: ";" }, "?b;c;a=1"],
  ] as const)("%s with %j is %s", (before, options, after) => {
    expect(query(addQuery(at(before), "a", "1", options))).toBe(after);
  });
});

describe("removeQuery", () => {
  it.each([
    ["", ""],
    ["?", "?"],
    ["?a", ""],
    ["?b=%7e&a=1&%61=2&c", "?b=%7e&c"],
    ["?A=1", "?A=1"],
  ])("%s without a is %s", (before, after) => {
    expect(query(removeQuery(at(before), "a"))).toBe(after);
  });
});

describe("sortQuery", () => {
  it.each([
    ["", {}, ""],
    ["?", {}, "?"],
    ["?b=1&a=2&b=0&%61=1", {}, "?a=2&%61=1&b=1&b=0"],
    ["?b&&a", {}, "?&a&b"],
    // By code units, as URLSearchParams sorts.
    ["?a&B&%EF%BF%BD&%F0%9F%8C%88", {}, "?B&a&%F0%9F%8C%88&%EF%BF%BD"],
    ["?c;b&a", either, "?a;b&c"],
    ["?c;b&a", {}, "?a&c;b"],
  ] as const)("%s with %j is %s", (before, options, after) => {
    expect(query(sortQuery(at(before), options))).toBe(after);
  });
});

describe("every edit of a query", () => {
  const raw = fc
    .array(fc.constantFrom("a", "b", "=", "&", ";", "+", "%20", "%26", "%61", "%FF", "?", "/", ""))
    .map((each) => each.join(""));
  const text = fc
    .array(fc.constantFrom("a", "=", "&", ";", "+", " ", "%", "\udcff", "é", "#", "\0"))
    .map((each) => each.join(""));
  const options: fc.Arbitrary<QueryOptions> = fc.record(
    { separator: fc.constantFrom("&", ";", "&;"), form: fc.boolean() },
    { requiredKeys: [] },
  );
  const rest = (url: Url) => url.href.replace(/\?[^#]*/, "");
  const spelling = ({ query: each }: Url, name: string, how: QueryOptions) =>
    readQuery(each, how)
      .pairs.filter((pair) => pair.name !== name)
      .map((pair) => each!.slice(pair.start, pair.end));

  it("returns the value that was set, and keeps the spelling of everything else", () => {
    fc.assert(
      fc.property(raw, text, text, options, (before, name, value, how) => {
        const url = at(`?${before}`);
        const set = setQuery(url, name, value, how);
        const added = addQuery(url, name, value, how);
        expect(readQuery(set.query, how).getAll(name)).toEqual([value]);
        expect(getQuery(set, name, how)).toBe(value);
        expect(readQuery(added.query, how).getAll(name)).toEqual([
          ...readQuery(before, how).getAll(name),
          value,
        ]);
        for (const each of [set, added]) {
          expect(spelling(each, name, how)).toEqual(spelling(url, name, how));
          expect(rest(each)).toBe("x://h/p#f");
          expect(parse(each.href).query).toBe(each.query);
        }
      }),
    );
  });

  it("sorts once: a sorted query stays", () => {
    fc.assert(
      fc.property(raw, options, (before, how) => {
        const sorted = sortQuery(at(`?${before}`), how);
        expect(sortQuery(sorted, how).href).toBe(sorted.href);
        const names = readQuery(sorted.query, how).pairs.map(({ name }) => name);
        expect(names).toEqual([...readQuery(before, how).pairs.map(({ name }) => name)].sort());
        expect(rest(sorted)).toBe("x://h/p#f");
      }),
    );
  });

  it("returns a URL of the same registry", () => {
    expect(setQuery(createRegistry(http).parse("http://h:81/"), "a", "1").parts.effectivePort).toBe(81);
  });
});
