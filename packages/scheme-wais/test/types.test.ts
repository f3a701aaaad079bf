import { createRegistry } from "@anyurl/core";
import { describe, expect, expectTypeOf, it } from "vitest";
import { type Spelling, type WaisParts, wais } from "../src/index.ts";

const urls = createRegistry(wais);

describe("the types of wais", () => {
  it("gives a literal URL its parts", () => {
    const url = urls.parse("WAIS://h.example/db?words");
    expectTypeOf(url.parts).toEqualTypeOf<WaisParts>();
    expectTypeOf(url.parts.spelling).toEqualTypeOf<Spelling | undefined>();
    expectTypeOf(url.scheme).toEqualTypeOf<"wais">();
    expect(Object.keys(url.parts)).toEqual(["database", "search", "wtype", "wpath", "spelling", "length"]);
  });

  it("types what format takes", () => {
    expect(urls.format("wais", { host: "h.example", database: "db", search: "a b" })).toBe(
      "wais://h.example/db?a%20b",
    );
    // @ts-expect-error: a wais URL has no user
    expect(() => urls.format("wais", { host: "h.example", user: "u" })).toThrow(
      expect.objectContaining({ code: "unknown-field" }),
    );
    const bad = { host: "h.example", wtype: "TEXT", wpath: "x", spelling: "letters" } as const;
    // @ts-expect-error: no such spelling
    expect(() => urls.format("wais", bad)).toThrow(expect.objectContaining({ code: "bad-document-id" }));
  });

  it("types what with takes", () => {
    const url = urls.parse("wais://h.example/db?words");
    expect(String(url.with({ search: "c++" }))).toBe("wais://h.example/db?c%2B%2B");
    expect(String(url.with({ search: undefined, wtype: "TEXT", wpath: "\x01\x01x" }))).toBe(
      "wais://h.example/db/TEXT/%01%01x",
    );
    const document = urls.parse("wais://h.example/db/TEXT/%01%01x");
    expect(String(document.with({ spelling: "fields", length: 5 }))).toBe("wais://h.example/db/TEXT/5/1=x;");
    expect(String(document.with({ wtype: undefined, wpath: undefined }))).toBe("wais://h.example/db");
  });
});
