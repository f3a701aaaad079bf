import { describe, expect, expectTypeOf, it } from "vitest";
import { createParser, createRegistry, defineScheme, type SchemeSyntax } from "../../src/index.ts";

interface Word {
  readonly word: string;
}

/** A scheme that has nothing but its syntax. */
const wordSyntax: SchemeSyntax<"word" | "words", Word> = {
  names: ["word", "words"],
  parse: ({ path }, report) => {
    if (path === "") {
      const [start, end] = [5, 5];
      report({ code: "bad-path", message: "missing word", component: "path", start, end, cite: "README" });
    }
    return { word: path };
  },
};
const parser = createParser(wordSyntax);

describe("createParser", () => {
  it("parses the URLs of its schemes with their parts", () => {
    const url = parser.parse("WORD:abc#d");
    expectTypeOf(url.parts).toEqualTypeOf<Word>();
    expect([url.scheme, url.parts.word, url.fragment]).toEqual(["word", "abc", "d"]);
  });

  it("parses other URLs by RFC 3986", () => {
    expect(parser.parse("x://u@h:1/p?q").host).toBe("h");
    expect(parser.parse("x:").parts).toBeUndefined();
  });

  it.each(["word:", "word:a b", "x://h:99999/", "http://h/%zz", "", "ftp://h/"])(
    "reports the problems of %j that a registry reports",
    (text) => {
      const scheme = defineScheme({
        ...{ name: wordSyntax.names, cite: ["README"], parse: wordSyntax.parse, examples: [] },
        format: ({ word }) => `word:${word}`,
      });
      const whole = createRegistry(scheme).tryParse(text);
      expect(parser.tryParse(text).problems).toEqual(whole.problems);
      expect(parser.tryParse(text).ok).toBe(whole.ok);
    },
  );

  it("takes whole schemes, whose parts can be changed", () => {
    const scheme = defineScheme({
      ...{ name: "word", cite: ["README"], parse: wordSyntax.parse, examples: [] },
      format: ({ word }) => `word:${word}`,
    });
    expect(createParser(scheme).parse("word:a").with({ word: "b" }).href).toBe("word:b");
  });

  it("changes components without a format, but no parts", () => {
    expect(parser.parse("word:a").with({ path: "b" }).parts.word).toBe("b");
    expect(() => parser.parse("word:a").with({ word: "b" })).toThrow(
      /cannot change the parts of a URL of word/,
    );
  });

  it("rejects two schemes with one name, and what is not a scheme", () => {
    expect(() => createParser(wordSyntax, wordSyntax)).toThrow(/"word" is already taken/);
    expect(() => createParser({ names: ["Word"], parse: () => ({}) })).toThrow(/invalid scheme name "Word"/);
    expect(() => createParser({ names: ["word"] } as never)).toThrow(/not a valid scheme/);
  });

  it("does not parse by RFC 1738", () => {
    expect(() => parser.parse("word:a", { profile: "rfc1738" } as object)).toThrow(/use createRegistry/);
  });
});
