import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { extract } from "../../src/extract/index.ts";
import {
  build,
  createRegistry,
  type IriOptions,
  normalizeGeneric,
  parse,
  parseReference,
  relativize,
  resolve,
  tryParse,
  tryParseIri,
  type Url,
  type UrlChange,
  UrlSyntaxError,
} from "../../src/index.ts";
import { ftp, http } from "../schemes.ts";
import { misread } from "../syntax/misread.ts";
import { mutated, relativeText, urlText } from "../syntax/text.ts";

/*
 * One rule for every URL that any function returns: its components and offsets are those of its text. A caller that
 * checks `url.host` and connects to `String(url)` must not see two hosts.
 */

const urls = createRegistry(http, ftp);
const RUNS = { numRuns: 3_000 };

const reference = fc.oneof(relativeText, urlText);
const change: fc.Arbitrary<UrlChange> = fc.record(
  {
    userinfo: fc.constantFrom(undefined, "", "u", "u:p@", "u:p"),
    host: fc.constantFrom(undefined, "", "g.example", "[::1]", "a/b", "a:1"),
    port: fc.constantFrom(undefined, "", 81, "0"),
    path: fc.constantFrom("", "/", "//x/y", "a:b", "/./b?c"),
    query: fc.constantFrom(undefined, "", "a#b", "x=1"),
    fragment: fc.constantFrom(undefined, "", "f"),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<UrlChange>;

/** Returns the result of an action; `undefined` if it throws. */
function given<T>(action: () => T): T | undefined {
  try {
    return action();
  } catch (error) {
    if (error instanceof UrlSyntaxError) return undefined;
    throw error;
  }
}

function checkUrl(url: Url | undefined, read: (text: string) => Url = parse): void {
  if (url === undefined) return;
  expect(misread(url, read)).toBeUndefined();
  // And so are those that are made of it, and its normal form.
  const options = { hierarchical: true, defaultPort: 80 };
  expect(normalizeGeneric(url, options)).toBe(normalizeGeneric(read(url.href), options));
}

describe("the components and offsets of a URL match its text,", () => {
  it("from parse and tryParse", () => {
    fc.assert(
      fc.property(fc.oneof(urlText, mutated(urlText)), (text) => {
        checkUrl(tryParse(text).url);
        checkUrl(urls.tryParse(text).url);
        const strict = (each: string) => urls.parse(each, { profile: "rfc1738" }) as Url;
        const url = urls.tryParse(text, { profile: "rfc1738" }).url as Url | undefined;
        if (url !== undefined) expect(misread(url, strict)).toBeUndefined();
      }),
      RUNS,
    );
  });

  it("from parseReference", () => {
    fc.assert(
      fc.property(fc.oneof(reference, mutated(reference)), (text) => {
        const read = given(() => parseReference(text));
        if (read !== undefined) expect(misread(read, parseReference)).toBeUndefined();
      }),
      RUNS,
    );
  });

  it("from resolve, with any options and any base", () => {
    const options = fc.record(
      { compatible: fc.boolean(), literalDotsOnly: fc.boolean(), keepDotSegments: fc.boolean() },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(urlText, reference, reference, options, (base, first, second, some) => {
        const target = resolve(base, first, some);
        checkUrl(target);
        // A target is a base as any other.
        checkUrl(resolve(target, second, some));
        checkUrl(given(() => urls.resolve(base, first, some)));
      }),
      RUNS,
    );
  });

  it("from with", () => {
    fc.assert(
      fc.property(urlText, reference, change, (base, text, some) => {
        checkUrl(given(() => parse(base).with(some)));
        checkUrl(given(() => resolve(base, text).with(some)));
      }),
      RUNS,
    );
  });

  it("from parseIri", () => {
    const letters = fc.constantFrom("é", "日本", "%C3%A9", "~", "ü.example", "😀");
    const options = fc.constantFrom<IriOptions>(
      { percentEncodeHost: true },
      { toAscii: (name) => name.replace(/[^ -~]+/g, (run) => `xn--${run.length}`) },
    );
    fc.assert(
      fc.property(urlText, letters, fc.nat(), options, (text, piece, place, some) => {
        const at = place % (text.length + 1);
        const { url } = tryParseIri(text.slice(0, at) + piece + text.slice(at), some);
        checkUrl(url);
      }),
      RUNS,
    );
  });

  it("from extract", () => {
    let found = 0;
    fc.assert(
      fc.property(fc.array(urlText, { minLength: 1, maxLength: 3 }), (texts) => {
        for (const text of [texts.join(" , "), texts.map((each) => `<${each}>`).join(" ")]) {
          for (const { url } of extract(text, urls, { schemes: ["x"] })) {
            found++;
            checkUrl(url);
          }
        }
      }),
      { numRuns: 500 },
    );
    expect(found).toBeGreaterThan(100);
  });
});

describe("a text that a function returns", () => {
  it("is a URL with the given components, from build", () => {
    const some = fc.record(
      {
        user: fc.string(),
        password: fc.string(),
        host: fc.constantFrom("h.example", "[::1]", ""),
        port: fc.nat({ max: 65_535 }),
        query: fc.string(),
        fragment: fc.string(),
        segments: fc.array(fc.string(), { maxLength: 3 }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(some, (init) => {
        const text = given(() => build({ scheme: "x", ...init }));
        if (text === undefined) return;
        const { host, port } = parse(text);
        expect({ host, port }).toEqual({
          host: init.host,
          port: init.port === undefined ? undefined : `${init.port}`,
        });
      }),
      RUNS,
    );
  });

  it("resolves to the target, from relativize", () => {
    fc.assert(
      fc.property(urlText, reference, (base, text) => {
        const target = resolve(base, text);
        const back = resolve(base, relativize(base, target));
        checkUrl(back);
        // A path with dot segments has no reference.
        if (!/(?:^|\/)(?:\.|%2e){1,2}(?:\/|$)/i.test(target.path)) expect(back.href).toBe(target.href);
      }),
      RUNS,
    );
  });
});
