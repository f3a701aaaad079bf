import { createRegistry } from "@anyurl/core";
import { describe, expect, expectTypeOf, it } from "vitest";
import { type GopherParts, gopher } from "../src/index.ts";

const urls = createRegistry(gopher);

describe("the types of gopher", () => {
  it("infers the parts of a literal URL", () => {
    expectTypeOf(urls.parse("gopher://h.example/0/x").parts).toEqualTypeOf<GopherParts>();
    expectTypeOf(urls.parse("GOPHERS://h.example/").scheme).toEqualTypeOf<"gophers">();
    expect(urls.parse("gopher://h.example/0/x").parts).toEqual({
      gophertype: "0",
      selector: "/x",
      search: undefined,
      gopherPlus: undefined,
    });
  });

  it("checks the fields of format", () => {
    expect(
      urls.format("gopher", { host: "h.example", gophertype: "7", selector: "/find", search: "a b" }),
    ).toBe("gopher://h.example/7/find%09a%20b");
    // @ts-expect-error: a gopher URL has no user
    expect(() => urls.format("gopher", { host: "h.example", user: "u" })).toThrow(
      expect.objectContaining({ code: "unknown-field" }),
    );
  });
});

describe("isDirectory", () => {
  it.each([
    ["gopher://h.example", true],
    ["gopher://h.example/1/x", true],
    ["gopher://h.example/7/find%09words", true],
    ["gopher://h.example/7/find", false],
    ["gopher://h.example/0/x", false],
    ["gopher://h.example/1/x%09%09$", true],
    ["gopher://h.example/1/x%09%09+", true],
    ["gopher://h.example/7/find%09words%09+", true],
    ["gopher://h.example/1/x%09%09!", false],
    ["gopher://h.example/1/x%09%09?", false],
    ["gopher://h.example/1/x%09%09+image/gif", false],
    ["gopher://h.example/0/x%09%09+", false],
  ])("%s: %s", (url, expected) => expect(urls.isDirectory(url)).toBe(expected));
});
