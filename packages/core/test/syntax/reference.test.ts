import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type ParseOptions, parse, parseReference, type Reference, tryParse } from "../../src/index.ts";
import { APPENDIX_B, RELATIVE_REF, URI } from "../abnf.ts";
import { anyText, mutated, relativeText, urlText } from "./text.ts";

const RUNS = { numRuns: 2_000 };

function referenceOf(text: string, options?: ParseOptions): Reference | undefined {
  try {
    return parseReference(text, options);
  } catch {
    return undefined;
  }
}

describe("every parsed URL", () => {
  it("keeps its text", () => {
    fc.assert(
      fc.property(urlText, (text) => {
        const url = parse(text);
        expect(String(url)).toBe(text);
        expect(url.href).toBe(text);
        expect(`${url}`).toBe(text);
      }),
      RUNS,
    );
  });

  it("splits like the regular expression of RFC 3986 appendix B", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const url = referenceOf(text);
        if (url === undefined) return;
        const [, , scheme, , authority, path, , query, , fragment] = APPENDIX_B.exec(text)!;
        expect([url.scheme, url.authority, url.path, url.query, url.fragment]).toEqual([
          ...[scheme?.toLowerCase(), authority, path, query, fragment],
        ]);
      }),
      RUNS,
    );
  });

  it("is recomposed from its components (§5.3), with absent and empty distinguished", () => {
    fc.assert(
      fc.property(fc.oneof(urlText, relativeText), (text) => {
        const {
          scheme,
          userinfo,
          user,
          password,
          host,
          port,
          authority,
          path,
          urlPath,
          query,
          fragment,
          offsets,
        } = parseReference(text);
        const login = password === undefined ? user : `${user}:${password}`;
        expect(userinfo).toBe(login);
        const hostport = port === undefined ? host : `${host}:${port}`;
        expect(authority).toBe(userinfo === undefined ? hostport : `${userinfo}@${hostport}`);
        expect(urlPath).toBe(path.startsWith("/") ? path.slice(1) : undefined);
        const again =
          (scheme === undefined ? "" : `${text.slice(0, offsets.schemeEnd)}:`) +
          (authority === undefined ? "" : `//${authority}`) +
          path +
          (query === undefined ? "" : `?${query}`) +
          (fragment === undefined ? "" : `#${fragment}`);
        expect(again).toBe(text);
      }),
      RUNS,
    );
  });

  it("has the offsets of its components", () => {
    const text = "ftp://user:pw@host.dom:21/a/b;type=i?query#fragment";
    const { offsets } = parse(text);
    expect(text.slice(0, offsets.schemeEnd)).toBe("ftp");
    expect(text.slice(offsets.hostStart, offsets.hostEnd)).toBe("host.dom");
    expect(text.slice(offsets.pathStart, offsets.pathEnd)).toBe("/a/b;type=i");
    expect(text.slice(offsets.pathEnd, offsets.queryEnd)).toBe("?query");
    expect(text.slice(offsets.queryEnd)).toBe("#fragment");
    expect(parse("x:y").offsets).toMatchObject({ schemeEnd: 1, hostStart: -1, hostEnd: -1, pathStart: 2 });
    expect(parseReference("y").offsets).toMatchObject({ schemeEnd: -1, hostStart: -1, pathStart: 0 });
  });

  it("cannot be changed", () => {
    const url = parse("x://h/a");
    for (const name of ["href", "scheme", "host", "path", "query", "parts"]) {
      expect(() => Object.assign(url, { [name]: "evil" })).toThrow(TypeError);
    }
    expect(String(url)).toBe("x://h/a");
  });
});

describe("the offsets of a URL", () => {
  it("are a copy: a change does not move its components", () => {
    const url = parse("http://a.example/b?c");
    const offsets = url.offsets as { hostStart: number; pathEnd: number };
    offsets.hostStart = 0;
    offsets.pathEnd = 0;
    expect(url).toMatchObject({ host: "a.example", path: "/b", query: "c" });
    expect(url.offsets).toMatchObject({ hostStart: 7, pathEnd: 18 });
  });
});

describe("an accepted text", () => {
  it.each(["http://[::1]@h.example/", "http://[::1]:80@h.example/", "http://u@[::1]@h.example/"])(
    "has no IP literal in its userinfo: rejects %s",
    (text) => expect(tryParse(text).ok).toBe(false),
  );

  it("matches the grammar of RFC 3986 appendix A, and nothing else does", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const isUri = URI.test(text);
        expect(tryParse(text).ok).toBe(isUri);
        expect(referenceOf(text) !== undefined).toBe(isUri || RELATIVE_REF.test(text));
      }),
      { numRuns: 10_000 },
    );
  });

  it("is returned unchanged or rejected", () => {
    fc.assert(
      fc.property(fc.oneof(mutated(urlText), mutated(relativeText)), (text) => {
        const { ok, url } = tryParse(text);
        if (ok) expect(String(url)).toBe(text);
      }),
      RUNS,
    );
  });

  it("has a scheme of at most 64 characters (RFC 3986 §3.1 has no limit)", () => {
    expect(parse(`${"x".repeat(64)}:`).scheme).toHaveLength(64);
    const long = tryParse(`${"x".repeat(65)}:y`);
    expect(long.problems).toEqual([expect.objectContaining({ code: "bad-scheme", start: 64, end: 65 })]);
  });

  it("has at most 65 536 code units, or the given maximum", () => {
    const text = `x:${"a".repeat(65_534)}`;
    expect(String(parse(text))).toBe(text);
    expect(tryParse(`${text}a`).problems).toEqual([
      expect.objectContaining({ code: "too-long", start: 65_536 }),
    ]);
    expect(tryParse(`${text}a`, { maxUrlLength: Number.POSITIVE_INFINITY }).ok).toBe(true);
    expect(tryParse("x:abc", { maxUrlLength: 4 }).problems[0]?.code).toBe("too-long");
    expect(tryParse("x:ab", { maxUrlLength: 4 }).ok).toBe(true);
    expect(() => parseReference("x:abc", { maxUrlLength: 4 })).toThrow(
      expect.objectContaining({ code: "too-long" }),
    );
  });

  it.each([Number.NaN, -1, "10", null, {}])("always has a limit: maxUrlLength %s", (maxUrlLength) => {
    const options = { maxUrlLength } as ParseOptions;
    expect(() => parse("x:y", options)).toThrow(RangeError);
    expect(() => tryParse("x:y", options)).toThrow(RangeError);
    expect(() => parseReference("y", options)).toThrow(RangeError);
  });
});

describe("relative references (RFC 3986 §4.2)", () => {
  it("keep a colon out of their first segment", () => {
    expect(() => parseReference("1a:b")).toThrow(expect.objectContaining({ code: "bad-scheme" }));
    expect(parseReference("./1a:b").path).toBe("./1a:b");
    expect(parseReference("a/b:c").path).toBe("a/b:c");
    expect(parseReference("?a:b").query).toBe("a:b");
    expect(parseReference("#a:b").fragment).toBe("a:b");
  });

  it("are not URLs", () => {
    fc.assert(
      fc.property(relativeText, (text) => {
        expect(tryParse(text).problems[0]?.code).toBe("no-scheme");
        expect(parseReference(text).scheme).toBeUndefined();
      }),
    );
  });
});

describe("hostile texts", () => {
  // Quadratic time would take minutes instead of milliseconds for these.
  const n = 1 << 19;
  const shapes = ["x://", "x:", "x://h/", "x://h?", "x:#", "x://[", "x://u@"].flatMap((front) =>
    [
      "a",
      "/",
      "../",
      "%2e%2e/",
      "@",
      ":",
      "[",
      "]",
      "%",
      "%4",
      "?",
      "#",
      "::",
      "[::1]",
      "\ud800",
      "é",
      "%41",
    ].map((piece) => [front, piece] as const),
  );

  it.each(shapes)("%s and very many %j take a moment", (front, piece) => {
    const text = front + piece.repeat(Math.ceil(n / piece.length));
    const { ok, url, problems } = tryParse(text, { maxUrlLength: text.length });
    // Three repetitions show as well as half a million whether the text is a URL.
    expect(ok).toBe(URI.test(front + piece.repeat(3)));
    if (ok) expect(String(url)).toBe(text);
    else expect(problems.length).toBeLessThanOrEqual(100);
    expect(tryParse(text).problems[0]?.code).toBe("too-long");
  });
});
