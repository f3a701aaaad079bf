import { createRegistry } from "@anyurl/core";
import { describe, expect, expectTypeOf, it } from "vitest";
import { type NntpParts, nntp } from "../src/index.ts";

const urls = createRegistry(nntp);

describe("the types of nntp", () => {
  it("infers the parts of a literal URL", () => {
    const url = urls.parse("nntp://h.example/a.b/1");
    expectTypeOf(url.parts).toEqualTypeOf<NntpParts>();
    expectTypeOf(url.parts.articleNumber).toEqualTypeOf<string | undefined>();
    expectTypeOf(urls.parse("NNTPS://h.example/a.b").scheme).toEqualTypeOf<"nntps">();
    expect(url.parts).toEqual({ newsgroupName: "a.b", articleNumber: "1" });
  });

  it("checks the fields of format", () => {
    expect(urls.format("nntp", { host: "h.example", newsgroupName: "a.b" })).toBe("nntp://h.example/a.b");
    const wrong = { host: "h.example", newsgroupName: "a.b", articleNumber: 1e21 };
    // @ts-expect-error: a number cannot hold all of them
    expect(() => urls.format("nntp", wrong)).toThrow(expect.objectContaining({ code: "bad-article-number" }));
    // @ts-expect-error: the field is called newsgroupName
    expect(() => urls.format("nntp", { host: "h.example" })).toThrow(
      expect.objectContaining({ code: "bad-group-name" }),
    );
  });
});
