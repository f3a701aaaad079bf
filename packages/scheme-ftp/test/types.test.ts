import { createRegistry, type Url } from "@anyurl/core";
import { describe, expect, expectTypeOf, it } from "vitest";
import { type FtpParts, ftp, type Typecode } from "../src/index.ts";

const urls = createRegistry(ftp);

describe("the types of ftp", () => {
  it("infers the parts of a literal URL", () => {
    const url = urls.parse("ftp://h.example/a/b;type=d");
    expectTypeOf(url.parts.typecode).toEqualTypeOf<Typecode | undefined>();
    expectTypeOf(url.parts.cwds).toEqualTypeOf<readonly string[]>();
    expectTypeOf(url.scheme).toEqualTypeOf<"ftp">();
    expect(url.parts).toEqual({ cwds: ["a"], name: "b", typecode: "d" });
    expectTypeOf(urls.parse("FTPS://h.example/").parts).toEqualTypeOf<FtpParts>();
  });

  it("narrows a URL that is known only at run time", () => {
    const text: string = "ftp://h.example/x";
    const url: Url = urls.parse(text);
    // @ts-expect-error: not narrowed to an ftp URL yet
    expect(url.parts.name).toBe("x");
    if (!ftp.is(url)) throw new Error("not narrowed");
    expectTypeOf(url.parts).toEqualTypeOf<FtpParts>();
    expect(url.parts.name).toBe("x");
  });

  it("parses an unknown scheme by the generic syntax", () => {
    const url = urls.parse("x-foo://h.example/a?b#c");
    expectTypeOf(url.parts).toEqualTypeOf<undefined>();
    expect([url.host, url.path, url.query, url.fragment]).toEqual(["h.example", "/a", "b", "c"]);
  });

  it("types the arguments of format", () => {
    expect(urls.format("ftp", { host: "h.example", cwds: ["a/b"], name: "c;d" })).toBe(
      "ftp://h.example/a%2Fb/c%3Bd",
    );
    // @ts-expect-error: invalid typecode
    expect(() => urls.format("ftp", { host: "h.example", name: "x", typecode: "x" })).toThrow();
    // @ts-expect-error: scheme not registered
    expect(() => urls.format("gopher", { host: "h.example" })).toThrow(
      expect.objectContaining({ code: "unknown-scheme" }),
    );
  });
});

describe("isDirectory", () => {
  it.each([
    ["ftp://h.example", true],
    ["ftp://h.example/a/", true],
    ["ftp://h.example/a;type=d", true],
    ["ftp://h.example/a", false],
    ["ftp://h.example/;type=i", false],
  ])("%s: %s", (url, expected) => expect(urls.isDirectory(url)).toBe(expected));
});
