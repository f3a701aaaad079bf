import { createRegistry, type Url } from "@anyurl/core";
import { describe, expect, expectTypeOf, it } from "vitest";
import { type HttpParts, http } from "../src/index.ts";

const urls = createRegistry(http);

describe("the types of http", () => {
  it("infers the parts of a literal URL", () => {
    const url = urls.parse("http://h.example/a/b?c");
    expectTypeOf(url.parts).toEqualTypeOf<HttpParts>();
    expectTypeOf(url.scheme).toEqualTypeOf<"http">();
    expect(url.parts).toEqual({ segments: ["a", "b"], searchpart: "c" });
    expectTypeOf(urls.parse("HTTPS://h.example/").parts.segments).toEqualTypeOf<readonly string[]>();
  });

  it("narrows a URL that is known only at run time", () => {
    const url: Url = urls.parse("https://h.example/x" as string);
    // @ts-expect-error: the URL is not yet known to be an http URL
    expect(url.parts.segments).toEqual(["x"]);
    if (!http.is(url)) throw new Error("not narrowed");
    expectTypeOf(url.parts).toEqualTypeOf<HttpParts>();
  });

  it("checks the fields of format", () => {
    expect(urls.format("https", { host: "h.example", segments: ["a/b"] })).toBe("https://h.example/a%2Fb");
    // @ts-expect-error: the field of a query is called searchpart, as in RFC 1738
    void (() => urls.format("http", { host: "h.example", query: "x" }));
  });
});
