import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatQuery, parse, type QueryOptions, readQuery } from "../../src/index.ts";

const SEPARATORS = ["&", ";", "&;"] as const;
const options: fc.Arbitrary<QueryOptions> = fc.record(
  { separator: fc.constantFrom(...SEPARATORS), form: fc.boolean() },
  { requiredKeys: [] },
);
const rawQuery = fc
  .array(
    fc.constantFrom("a", "b", "=", "&", ";", "+", "%20", "%26", "%3D", "%2B", "%FF", "%C3%A9", "?", "/", ""),
  )
  .map((each) => each.join(""));
const decoded = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc
    .array(fc.constantFrom("a", "=", "&", ";", "+", " ", "%", "\udcff", "é", "#", "\0"))
    .map((each) => each.join("")),
);

describe("readQuery", () => {
  it.each([
    ["", {}, []],
    ["a", {}, [["a", undefined]]],
    ["a=", {}, [["a", ""]]],
    ["=a", {}, [["", "a"]]],
    ["=", {}, [["", ""]]],
    [
      "a=1&a=2&b",
      {},
      [
        ["a", "1"],
        ["a", "2"],
        ["b", undefined],
      ],
    ],
    [
      "a&&b",
      {},
      [
        ["a", undefined],
        ["", undefined],
        ["b", undefined],
      ],
    ],
    [
      "a&",
      {},
      [
        ["a", undefined],
        ["", undefined],
      ],
    ],
    ["a=b=c", {}, [["a", "b=c"]]],
    ["a=b;c=d", {}, [["a", "b;c=d"]]],
    [
      "a=b;c=d&e",
      { separator: ";" },
      [
        ["a", "b"],
        ["c", "d&e"],
      ],
    ],
    [
      "a=b;c=d&e",
      { separator: "&;" },
      [
        ["a", "b"],
        ["c", "d"],
        ["e", undefined],
      ],
    ],
    ["a+b=c%2Bd", {}, [["a+b", "c+d"]]],
    ["a+b=c%2Bd", { form: true }, [["a b", "c+d"]]],
    ["%26=%3D%FF", {}, [["&", "=\udcff"]]],
  ] as const)("%s with %j", (raw, given, pairs) => {
    expect(readQuery(raw, given).pairs.map(({ name, value }) => [name, value])).toEqual(pairs);
  });

  it("distinguishes no query from an empty one", () => {
    expect(readQuery(parse("x:a").query).raw).toBeUndefined();
    expect(readQuery(parse("x:a?").query).raw).toBe("");
    expect(String(readQuery(undefined))).toBe("");
  });

  it("keeps its text, and splits it only at separators", () => {
    fc.assert(
      fc.property(rawQuery, options, (raw, given) => {
        const query = readQuery(raw, given);
        expect(String(query)).toBe(raw);
        let shown = "";
        for (const { rawName, rawValue, start, end } of query.pairs) {
          if (start > 0) shown += raw[start - 1];
          expect(raw.slice(start, end)).toBe(rawValue === undefined ? rawName : `${rawName}=${rawValue}`);
          expect(rawName).not.toContain("=");
          shown += raw.slice(start, end);
        }
        expect(shown).toBe(raw);
      }),
    );
  });

  it("finds pairs by the decoded name", () => {
    const query = readQuery("a%20b=1&x&a b=2&a%20b".replace(" ", "%20"));
    expect(query.get("a b")).toBe("1");
    expect(query.getAll("a b")).toEqual(["1", "2", undefined]);
    expect([query.has("x"), query.get("x"), query.has("y"), query.get("y")]).toEqual([
      true,
      undefined,
      false,
      undefined,
    ]);
    expect(readQuery("constructor").has("toString")).toBe(false);
  });

  it("rejects a malformed escape", () => {
    expect(() => readQuery("a=%zz")).toThrow(expect.objectContaining({ code: "bad-escape" }));
  });
});

describe("a changed query", () => {
  it.each([
    ["a=1&b=2&a=3", "a", "9", "a=9&b=2"],
    ["a=1&b=%7e", "c", "x y", "a=1&b=%7e&c=x%20y"],
    ["", "a", "", "a="],
    [undefined, "a", undefined, "a"],
    ["b;a", "a", "1;2", "b;a&a=1%3B2"],
    ["a=+", "b", "+", "a=+&b=%2B"],
    ["%61=1", "a", "2", "a=2"],
  ])("%s with %s as %j is %s", (raw, name, value, text) => {
    expect(readQuery(raw).with(name, value).raw).toBe(text);
  });

  it("keeps the separator before each pair", () => {
    const query = readQuery("a=1;b=2&c=3;d", { separator: "&;" });
    expect(query.without("b").raw).toBe("a=1&c=3;d");
    expect(query.without("a").raw).toBe("b=2&c=3;d");
    expect(query.append("e", "5").raw).toBe("a=1;b=2&c=3;d&e=5");
  });

  it("is the same query without a change, and no query without pairs", () => {
    const query = readQuery("a=1&a=2");
    expect(query.without("b")).toBe(query);
    expect(query.without("a").raw).toBeUndefined();
    expect(query.raw).toBe("a=1&a=2");
  });

  it("has the new pair, and keeps the text of all others", () => {
    fc.assert(
      fc.property(
        rawQuery,
        decoded,
        fc.option(decoded, { nil: undefined }),
        options,
        (raw, name, value, given) => {
          const before = readQuery(raw, given);
          const rest = (query: typeof before) =>
            query.pairs
              .filter((pair) => pair.name !== name)
              .map(({ start, end }) => query.raw!.slice(start, end));
          if (name === "" && value === undefined && before.pairs.every((pair) => pair.name === "")) {
            expect(() => before.with(name, value)).toThrow(expect.objectContaining({ code: "bad-query" }));
            return;
          }
          const after = before.with(name, value);
          const without = before.without(name);
          // A single pair of empty name and no value is not a pair.
          if (without.raw === "") return;
          expect(after.getAll(name)).toEqual([value]);
          expect(rest(after)).toEqual(rest(before));
          expect(rest(without)).toEqual(rest(before));
          expect(before.append(name, value).getAll(name)).toEqual([...before.getAll(name), value]);
          expect(parse(`x:?${after.raw}`).query).toBe(after.raw);
        },
      ),
      { numRuns: 2_000 },
    );
  });
});

describe("formatQuery", () => {
  it("parses back unchanged by every reader", () => {
    const pairs = fc.array(fc.tuple(decoded, decoded), { maxLength: 5 });
    fc.assert(
      fc.property(pairs, options, (given, how) => {
        const raw = formatQuery(given, how);
        const read = (by: QueryOptions) => readQuery(raw, by).pairs.map(({ name, value }) => [name, value]);
        expect(read(how)).toEqual(given);
        expect(parse(`x:?${raw}`).query).toBe(raw);
        if (how.form !== true) expect(read({ ...how, form: true })).toEqual(given);
      }),
      { numRuns: 2_000 },
    );
  });

  it("formats a form like URLSearchParams", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.string({ unit: "grapheme" }), fc.string({ unit: "grapheme" }))),
        (pairs) => {
          expect(formatQuery(pairs, { form: true })).toBe(
            String(new URLSearchParams(pairs.map(([a, b]) => [a, b]))),
          );
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it.each([
    [
      [
        ["a", undefined],
        ["b", ""],
      ],
      {},
      "a&b=",
    ],
    [[["a b", "c&d=e;f+g"]], {}, "a%20b=c%26d=e%3Bf%2Bg"],
    [[["a b", "c&d=e;f+g"]], { form: true }, "a+b=c%26d%3De%3Bf%2Bg"],
    [
      [
        ["a", "1"],
        ["b", "2"],
      ],
      { separator: ";" },
      "a=1;b=2",
    ],
    [[["é", "\udcff"]], {}, "%C3%A9=%FF"],
    [[], {}, ""],
  ] as const)("%j with %j is %s", (pairs, given, text) => void expect(formatQuery(pairs, given)).toBe(text));

  it("rejects half of a character", () => {
    expect(() => formatQuery([["a", "\ud800"]])).toThrow(
      expect.objectContaining({ code: "illegal-character" }),
    );
  });

  it("rejects the one pair that has no text", () => {
    const refused = expect.objectContaining({ code: "bad-query", component: "query", start: 0, end: 0 });
    expect(() => formatQuery([["", undefined]])).toThrow(refused);
    expect(() => readQuery("").append("", undefined)).toThrow(refused);
    expect(() => readQuery(undefined).with("", undefined)).toThrow(refused);
    expect(() => readQuery("=1").with("", undefined)).toThrow(refused);
    // The separator makes it visible beside another pair.
    expect(readQuery(formatQuery(TWO_EMPTY)).pairs).toHaveLength(2);
    expect(readQuery("a").append("", undefined).toString()).toBe("a&");
    expect(formatQuery([["", ""]])).toBe("=");
    expect(readQuery("a&").without("a").pairs).toEqual([]);
  });

  it("is reversed by readQuery, or rejected", () => {
    const name = fc.constantFrom("", "a", "&", "=");
    const value = fc.constantFrom(undefined, "", "b", "&=");
    fc.assert(
      fc.property(fc.array(fc.tuple(name, value), { maxLength: 4 }), (pairs) => {
        if (pairs.length === 1 && pairs[0]![0] === "" && pairs[0]![1] === undefined) return;
        const read = readQuery(formatQuery(pairs)).pairs.map((pair) => [pair.name, pair.value]);
        expect(read).toEqual(pairs);
      }),
    );
  });
});

const TWO_EMPTY = [
  ["", undefined],
  ["", undefined],
] as const;
