import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  checkSchemeName,
  createRegistry,
  defineScheme,
  override,
  type Scheme,
  schemeNameKind,
  tryParse,
} from "../../src/index.ts";
import { ftp } from "../schemes.ts";
import vectors from "../vectors/registration.json" with { type: "json" };
import { anyUnicode } from "./text.ts";

function schemeNamed(name: string, more: { readonly defaultPort?: number } = {}): Scheme {
  return defineScheme({
    name,
    cite: ["RFC 7595"],
    examples: [],
    parse: (url) => ({ path: url.path }),
    format: () => `${name}:`,
    ...more,
  }) as Scheme;
}

describe("checkSchemeName", () => {
  it.each(vectors.names)("$rule: $name", ({ name, problems, allowSingleLetter, start, end }) => {
    const found = checkSchemeName(name, allowSingleLetter === undefined ? {} : { allowSingleLetter });
    expect(found.map(({ code }) => code)).toEqual(problems);
    for (const each of found) {
      expect(each.severity).toBe(each.code === "bad-scheme" ? "error" : "warning");
      expect(each.cite).toMatch(/^RFC \d+ §/);
      expect(each.component).toBe("scheme");
    }
    if (start !== undefined) expect(found[0]).toMatchObject({ start, end });
  });

  it("accepts 64 characters, like the parser", () => {
    expect(checkSchemeName("a".repeat(64))).toEqual([]);
    expect(checkSchemeName("a".repeat(65))).toMatchObject([{ code: "bad-scheme", start: 64, end: 65 }]);
  });

  it("rejects exactly what the parser rejects", () => {
    const name = fc.oneof(
      anyUnicode({ maxLength: 4 }),
      fc.array(fc.constantFrom(..."aZ0+-._\u212a\u017f")).map((each) => each.join("")),
    );
    fc.assert(
      fc.property(name, (text) => {
        const isGood = checkSchemeName(text, { allowSingleLetter: true }).every(
          ({ code }) => code !== "bad-scheme",
        );
        // A "/", "?" or "#" before the ":" makes it something else; the parser does not take that either.
        expect(tryParse(`${text}:`).ok && !text.includes(":")).toBe(isGood);
        expect(schemeNameKind(text) !== undefined).toBe(isGood);
      }),
      { numRuns: 3_000 },
    );
  });
});

describe("schemeNameKind", () => {
  it.each(vectors.names)(
    "$rule: $name is $kind",
    ({ name, kind }) => void expect(schemeNameKind(name)).toBe(kind),
  );
});

describe("a registry", () => {
  it.each(vectors.parsed)("$rule: $url", ({ url: text, scheme, path, code, rfc1738 }) => {
    const result = createRegistry(ftp).tryParse(text);
    if (code === undefined) expect(result.url).toMatchObject({ scheme, path });
    else expect(result.problems[0]?.code).toBe(code);
    if (rfc1738 === true) expect(createRegistry(ftp).tryParse(text, { profile: "rfc1738" }).ok).toBe(true);
  });

  it.each(["x-test", "com.example.mything"])("takes %s", (name) => {
    expect(createRegistry(schemeNamed(name)).parse(`${name}:a`)).toMatchObject({ parts: { path: "a" } });
  });

  it.each(["1abc", "a_b", "a:b", "é", "", "a b", "X-Test", "\u212a"])(
    "does not know a scheme named %j",
    (name) => {
      expect(() => schemeNamed(name)).toThrow(TypeError);
    },
  );

  it("rejects a second scheme for a name, unless it is an override", () => {
    const [one, two] = [schemeNamed("x-test"), schemeNamed("x-test")];
    expect(() => createRegistry(one, two)).toThrow(expect.objectContaining({ code: "scheme-taken" }));
    expect(createRegistry(one, override(two)).scheme("x-test")?.is).toBe(two.is);
  });

  it("accepts the same scheme twice", () => {
    const one = schemeNamed("x-test");
    expect(createRegistry(one, ftp, one).names()).toEqual(["x-test", "ftp"]);
  });

  it("does not share the schemes of another registry", () => {
    const [with_, without] = [createRegistry(schemeNamed("x-test")), createRegistry()];
    expect(with_.parse("x-test:a").parts).toEqual({ path: "a" });
    expect(without.parse("x-test:a").parts).toBeUndefined();
    expect(without.scheme("x-test")).toBeUndefined();
  });

  it.each(["x-test:anything", "afs:x", "mailserver:x"])("has no plan for %s, which has no access", (text) => {
    expect(() => createRegistry().plan(text)).toThrow(expect.objectContaining({ code: "unknown-scheme" }));
  });

  it.each([70_000, -1, 1.5, Number.NaN])("rejects a scheme with the default port %d", (defaultPort) => {
    expect(() => schemeNamed("x-test", { defaultPort })).toThrow(RangeError);
  });

  it("folds only ASCII letters", () => {
    const urls = createRegistry(schemeNamed("kk"));
    expect(urls.scheme("Kk")?.names).toEqual(["kk"]);
    expect(urls.scheme("\u212ak")).toBeUndefined();
  });
});
