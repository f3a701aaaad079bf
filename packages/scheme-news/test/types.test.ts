import { createRegistry } from "@anyurl/core";
import { describe, expect, expectTypeOf, it } from "vitest";
import { type NewsParts, news } from "../src/index.ts";

const urls = createRegistry(news);

describe("the types of news", () => {
  it("infers the parts of a literal URL, of which one determines the others", () => {
    const url = urls.parse("news:a@b");
    expectTypeOf(url.parts).toEqualTypeOf<NewsParts>();
    expectTypeOf(urls.parse("SNEWS://h.example/a.b").scheme).toEqualTypeOf<"snews">();
    const { parts } = url;
    if (parts.messageId === undefined) throw new Error("no article");
    expectTypeOf(parts.messageId).toEqualTypeOf<string>();
    expectTypeOf(parts.newsgroupName).toEqualTypeOf<undefined>();
    expect(parts).toEqual({ newsgroupName: undefined, wildmat: undefined, messageId: "a@b" });
  });

  it("checks the fields of format", () => {
    expect(urls.format("news", { messageId: "a@b" })).toBe("news:a@b");
    expect(urls.format("news", { host: "h.example", port: 1119 })).toBe("news://h.example:1119/*");
    // @ts-expect-error: a news URL has no article number
    expect(() => urls.format("news", { newsgroupName: "a.b", articleNumber: "1" })).toThrow(
      expect.objectContaining({ code: "unknown-field" }),
    );
  });
});
