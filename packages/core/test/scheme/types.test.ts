import { describe, expect, expectTypeOf, it } from "vitest";
import {
  type Can,
  createRegistry,
  defineScheme,
  type Entity,
  type LiteralScheme,
  parse,
  type Registry,
  type Url,
  type UrlOf,
} from "../../src/index.ts";

interface Letter {
  readonly words: string;
}
interface Number1 {
  readonly value: number;
}

const letter = defineScheme({
  name: ["letter", "letters"],
  cite: [],
  examples: [],
  parse: (url): Letter => ({ words: url.path }),
  format: ({ words }: Letter) => `letter:${words}`,
  access: async () => ({ get: async (): Promise<Entity> => expect.fail("never opened") }),
});
const number = defineScheme({
  name: "number",
  cite: [],
  examples: [],
  parse: (url): Number1 => ({ value: Number(url.path) }),
  format: ({ digits }: { readonly digits: string }) => `number:${digits}`,
});
const urls = createRegistry(letter, number);
type Schemes = typeof letter | typeof number;

describe("the types of a registry", () => {
  it("give a literal URL the parts of its scheme", () => {
    const url = urls.parse("letter:abc");
    expectTypeOf(url).toEqualTypeOf<Url<"letter", Letter>>();
    expectTypeOf(url.parts.words).toBeString();
    expectTypeOf(urls.parse("LETTERS:abc")).toEqualTypeOf<Url<"letters", Letter>>();
    expectTypeOf(urls.parse("number:1").parts).toEqualTypeOf<Number1>();
    // @ts-expect-error: a number has no words
    expect(urls.parse("number:1").parts.words).toBeUndefined();
    expect([url.parts.words, urls.parse("number:17").parts.value]).toEqual(["abc", 17]);
  });

  it("give the URL of an unknown scheme no parts", () => {
    const url = urls.parse("x-foo://h.example/a");
    expectTypeOf(url).toEqualTypeOf<Url<"x-foo", undefined>>();
    expect([url.scheme, url.parts]).toEqual(["x-foo", undefined]);
  });

  it("are a union for a text that is known only at run time, which the scheme narrows", () => {
    const text: string = "letter:abc";
    const url = urls.parse(text);
    // @ts-expect-error: the parts are unknown without narrowing
    expect(url.parts.words).toBe("abc");
    if (url.scheme === "number") return expect.fail("the wrong scheme");
    if (url.scheme !== "letter" && url.scheme !== "letters") {
      // What is left is a scheme that the registry does not have.
      expectTypeOf(url.parts).toBeUndefined();
      return expect.fail("no scheme");
    }
    expectTypeOf(url.parts).toEqualTypeOf<Letter>();
    expect(url.parts.words).toBe("abc");
    expectTypeOf(url).toExtend<Url>();
    expect(url.with({ path: "x" }).path).toBe("x");
  });

  it("are generic in a registry whose schemes are unknown", () => {
    const any: Registry = urls;
    expectTypeOf(any.parse("letter:abc" as string)).toEqualTypeOf<Url>();
    expectTypeOf(createRegistry().parse("letter:abc" as string)).toEqualTypeOf<Url>();
    expect(any.parse("letter:abc").path).toBe("abc");
  });

  it("narrow by the scheme that read the URL", () => {
    const url: Url = urls.parse("letter:abc" as string);
    expect(number.is(url)).toBe(false);
    if (!letter.is(url)) return expect.fail("not narrowed");
    expectTypeOf(url.parts).toEqualTypeOf<Letter>();
    expect(url.parts.words).toBe("abc");
    // A URL from the generic parser has no scheme.
    expect(letter.is(parse("letter:abc"))).toBe(false);
  });

  it("give tryParse the same on success", () => {
    const result = urls.tryParse("number:17");
    if (!result.ok) return expect.fail("refused");
    expectTypeOf(result.url.parts).toEqualTypeOf<Number1>();
    expect(result.url.parts.value).toBe(17);
  });

  it("know the fields of format", () => {
    expect(urls.format("letter", { words: "abc" })).toBe("letter:abc");
    expect(urls.format("number", { digits: "17" })).toBe("number:17");
    // @ts-expect-error: a number is written of digits
    expect(urls.format("number", { words: "abc" })).toBe("number:undefined");
    // @ts-expect-error: no such scheme in here
    expect(() => urls.format("x-foo", {})).toThrow();
  });

  it("know the operations of a URL", () => {
    expectTypeOf<Can<Schemes, "letter:abc", "get">>().toEqualTypeOf<"letter:abc">();
    expectTypeOf<Can<Schemes, "letter:abc", "put">>().toBeNever();
    expectTypeOf<Can<Schemes, "number:1", "get">>().toBeNever();
    expectTypeOf<Can<Schemes, string, "put">>().toBeString();
    expectTypeOf<Can<Schemes, Url<"letters", Letter>, "get">>().toEqualTypeOf<Url<"letters", Letter>>();
    expectTypeOf<LiteralScheme<"FTP://h/">>().toEqualTypeOf<"ftp">();
    expectTypeOf<UrlOf<Schemes, "letter:a:b">>().toEqualTypeOf<Url<"letter", Letter>>();
  });

  it("keep URLs and their parts read-only", () => {
    const url = urls.parse("letter:abc");
    // @ts-expect-error: read-only
    expect(() => (url.path = "x")).toThrow(TypeError);
    // @ts-expect-error: read-only
    expect(() => (url.parts.words = "x")).toThrow(TypeError);
  });
});
