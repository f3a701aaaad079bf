import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type IriOptions,
  iriToUri,
  parse,
  parseIri,
  resolve,
  syntaxError,
  tryParse,
  tryParseIri,
} from "../../src/index.ts";
import { vectorsOf } from "../vectors.ts";
import { everyCodePoint, Mismatches } from "./enumerate.ts";
import { anyText, urlText } from "./text.ts";

interface Row {
  readonly rule: string;
  readonly iri: string;
}
interface Vectors {
  readonly toUri: readonly (Row & { readonly uri: string })[];
  readonly refused: readonly (Row & {
    readonly code: string;
    readonly start: number;
    readonly component: string;
  })[];
}
const vectors = vectorsOf<Vectors>("iri");

/** An IDNA with one name, which shows its calls and the use of its results. */
const asked: string[] = [];
const toAscii = (host: string): string => {
  asked.push(host);
  const known: Readonly<Record<string, string>> = {
    "résumé.example.org": "xn--rsum-bpad.example.org",
    "münchen.example": "xn--mnchen-3ya.example",
  };
  const ascii = known[host];
  if (ascii !== undefined) return ascii;
  throw syntaxError({ code: "bad-host", component: "host", message: "unknown", start: 1, end: 2, cite: "x" });
};

const problemOf = (text: string, options?: IriOptions) => tryParseIri(text, options).problems[0];

describe("parseIri and iriToUri", () => {
  it.each(vectors.toUri)("$rule: $iri", ({ iri, uri }) => {
    expect(parseIri(iri).href).toBe(uri);
    expect(iriToUri(iri)).toBe(uri);
    // "applying the mapping a second time will not change anything"
    expect(iriToUri(uri)).toBe(uri);
  });

  it.each(vectors.refused)("$rule: $iri is $code at $start", ({ rule, iri, code, start, component }) => {
    expect(() => parseIri(iri)).toThrow(expect.objectContaining({ code, start, component }));
    const result = tryParseIri(iri);
    expect(result).toMatchObject({ ok: false, url: undefined });
    expect(result.problems[0]).toMatchObject({ code, start, component, severity: "error" });
    if (rule.startsWith("RFC 3987 §4.1")) expect(result.problems[0]!.cite).toBe("RFC 3987 §4.1");
  });

  it("returns a URL like any other", () => {
    const url = parseIri("http://h.example/é?ü#ß");
    expect(url).toMatchObject({
      scheme: "http",
      host: "h.example",
      path: "/%C3%A9",
      query: "%C3%BC",
      fragment: "%C3%9F",
    });
    expect(url.with({ query: undefined }).href).toBe("http://h.example/%C3%A9#%C3%9F");
  });

  it("finds every problem, each with its range in the IRI", () => {
    const text = "http://hé/é \u202e%zz?\ue000#\ue000";
    expect(
      tryParseIri(text, { percentEncodeHost: true }).problems.map(({ code, start, end }) => [
        code,
        text.slice(start, end),
      ]),
    ).toEqual([
      ["illegal-character", " "],
      ["illegal-character", "\u202e"],
      ["bad-escape", "%"],
      ["illegal-character", "\ue000"],
    ]);
  });

  it("converts relative references for resolve", () => {
    expect(iriToUri("../é?ü#ß")).toBe("../%C3%A9?%C3%BC#%C3%9F");
    expect(resolve("http://h.example/a/b", iriToUri("//h.example/é")).href).toBe("http://h.example/%C3%A9");
    expect(iriToUri("")).toBe("");
    expect(() => iriToUri("é:b")).toThrow(expect.objectContaining({ code: "bad-scheme" }));
  });

  it("limits the length of both the IRI and the URL", () => {
    expect(parseIri("x:é", { maxUrlLength: 8 }).href).toBe("x:%C3%A9");
    expect(problemOf("x:é", { maxUrlLength: 7 })).toMatchObject({
      ...{ code: "too-long", start: 0, end: 3 },
      message: "the URI has 8 characters, but the limit is 7",
    });
    expect(problemOf("x:éé", { maxUrlLength: 3 })).toMatchObject({ code: "too-long", start: 3, end: 4 });
    expect(problemOf(`x:${"é".repeat(20_000)}`)).toMatchObject({ code: "too-long" });
    expect(() => parseIri("x:é", { maxUrlLength: Number.NaN })).toThrow(RangeError);
  });
});

describe("the host of an IRI", () => {
  it("is converted by toAscii (RFC 3987 §3.1, RFC 3490 §4.1)", () => {
    expect(parseIri("http://résumé.example.org", { toAscii }).href).toBe("http://xn--rsum-bpad.example.org");
    expect(parseIri("http://u:p@münchen.example:80/é", { toAscii }).href).toBe(
      "http://u:p@xn--mnchen-3ya.example:80/%C3%A9",
    );
  });

  it("is percent-encoded with the option percentEncodeHost", () => {
    const percentEncodeHost = true;
    expect(parseIri("http://résumé.example.org", { toAscii, percentEncodeHost }).href).toBe(
      "http://r%C3%A9sum%C3%A9.example.org",
    );
    expect(problemOf("http://[v1.é]/", { percentEncodeHost })).toMatchObject({ code: "bad-ip-literal" });
  });

  it("is rejected without either, and the hint names the converter", () => {
    const problem = problemOf("http://münchen.example/");
    expect(problem).toMatchObject({ code: "bad-host", component: "host", start: 7, end: 22 });
    expect(problem?.hint).toContain("@anyurl/idna");
  });

  it("is not converted if it is ASCII: a URI maps to itself", () => {
    asked.length = 0;
    for (const uri of [
      "http://EXAMPLE.com/é",
      "http://xn--a/é",
      "http://r%C3%A9sum%C3%A9/é",
      "http://[::1]/é",
      "x:é",
      "x:///é",
    ]) {
      expect(parseIri(uri, { toAscii }).host).toBe(parse(uri.replace("é", "")).host);
    }
    expect(asked).toEqual([]);
  });

  it("is converted without its escapes", () => {
    const hosts: string[] = [];
    const options: IriOptions = {
      toAscii: (host) => {
        hosts.push(host);
        return "a.example";
      },
    };
    expect(parseIri("http://m%C3%BCnchén.example", options).host).toBe("a.example");
    expect(hosts).toEqual(["münchén.example"]);
  });

  it("reports its problem with its range", () => {
    expect(problemOf("http://u@hé.example/", { toAscii })).toMatchObject({
      code: "bad-host",
      start: 10,
      end: 11,
    });
    // Offsets change after an escape.
    expect(problemOf("http://u@h%41é.example/", { toAscii })).toMatchObject({
      code: "bad-host",
      start: 9,
      end: 22,
    });
  });

  it.each([
    ["127.0.0.1"],
    ["127.1"],
    ["2130706433"],
    ["0x7f000001"],
    ["[::1]"],
    ["a/b"],
    ["a@b"],
    ["a:80"],
    ["a#"],
    ["a%2Fb"],
    ["%zz"],
    ["\ud800"],
    ["a..b"],
    ["é"],
    [""],
    ["-a"],
    ["a".repeat(64)],
  ])("never becomes %s, whatever toAscii returns", (ascii) => {
    const problem = problemOf("http://u@é.example:80/", { toAscii: () => ascii });
    expect(problem).toMatchObject({ code: "bad-host", component: "host", start: 9, end: 18 });
  });

  it("passes on other errors of toAscii", () => {
    const bug = new TypeError("a bug of the caller's");
    const options: IriOptions = {
      toAscii: () => {
        throw bug;
      },
    };
    expect(() => tryParseIri("http://é/", options)).toThrow(bug);
  });
});

describe("every code point in an IRI", () => {
  /** ucschar and iprivate as RFC 3987 §2.2 prints them, and the formatting characters of §4.1 and their successors. */
  const UCSCHAR =
    /^[\u{A0}-\u{D7FF}\u{F900}-\u{FDCF}\u{FDF0}-\u{FFEF}\u{10000}-\u{1FFFD}\u{20000}-\u{2FFFD}\u{30000}-\u{3FFFD}\u{40000}-\u{4FFFD}\u{50000}-\u{5FFFD}\u{60000}-\u{6FFFD}\u{70000}-\u{7FFFD}\u{80000}-\u{8FFFD}\u{90000}-\u{9FFFD}\u{A0000}-\u{AFFFD}\u{B0000}-\u{BFFFD}\u{C0000}-\u{CFFFD}\u{D0000}-\u{DFFFD}\u{E1000}-\u{EFFFD}]$/u;
  const IPRIVATE = /^[\u{E000}-\u{F8FF}\u{F0000}-\u{FFFFD}\u{100000}-\u{10FFFD}]$/u;
  const BIDI = /^\p{Bidi_Control}$/u;

  const PLACES = [
    ["userinfo", (text: string) => `x://${text}@h`],
    ["host", (text: string) => `x://${text}`],
    ["path", (text: string) => `x:${text}`],
    ["query", (text: string) => `x:?${text}`],
    ["fragment", (text: string) => `x:?#${text}`],
  ] as const;

  it.each(PLACES)("in a %s becomes its UTF-8 bytes, or is illegal there", (component, place) => {
    const before = place("§").indexOf("§");
    const options = { percentEncodeHost: true, maxUrlLength: Number.POSITIVE_INFINITY };
    const found = new Mismatches();
    let legal = "";
    let illegal: string[] = [];
    const checkLegal = () => {
      expect(parseIri(place(legal), options).href).toBe(place(encodeURIComponent(legal)));
      legal = "";
    };
    const checkIllegal = () => {
      // "é" keeps halves of a pair apart.
      const { ok, problems } = tryParseIri(place(illegal.join("é")), options);
      expect(ok).toBe(false);
      expect(problems).toHaveLength(illegal.length);
      let at = before;
      for (const [i, char] of illegal.entries()) {
        const { code, component: where, start, end, cite } = problems[i]!;
        const [section, last] = [BIDI.test(char) ? "4.1" : "2.2", at + char.length];
        const same = code === "illegal-character" && where === component && cite === `RFC 3987 §${section}`;
        found.check(same && start === at && end === last, () => `U+${char.codePointAt(0)!.toString(16)}`);
        at = last + 1;
      }
      illegal = [];
    };
    for (const code of everyCodePoint(0x80)) {
      const char = String.fromCodePoint(code);
      const isLegal =
        (UCSCHAR.test(char) && !BIDI.test(char)) || (component === "query" && IPRIVATE.test(char));
      if (isLegal) legal += char;
      else illegal.push(char);
      if (legal.length >= 10_000) checkLegal();
      // No more than 100 problems are reported of one text.
      if (illegal.length >= 99) checkIllegal();
    }
    checkLegal();
    checkIllegal();
    expect(found.rows).toEqual([]);
  });

  it("is rejected in a scheme or a port", () => {
    const found = new Mismatches();
    // Ideographs and syllables are all alike; fullwidth digits, which look like a port, come after them.
    const isUniform = (code: number) => code >= 0x3400 && code < 0xf900;
    for (const code of everyCodePoint(0x80)) {
      if (code > 0xffff || (isUniform(code) && code % 61 !== 0)) continue;
      const char = String.fromCodePoint(code);
      const [scheme, port] = [problemOf(`x${char}:y`), problemOf(`x://h:8${char}`)];
      found.check(
        scheme?.code === "bad-scheme" && scheme.start === 1,
        () => `U+${code.toString(16)} in a scheme`,
      );
      found.check(port?.code === "bad-port" && port.start === 7, () => `U+${code.toString(16)} in a port`);
    }
    expect(found.rows).toEqual([]);
  });
});

describe("any text as an IRI", () => {
  const iriText = fc
    .tuple(
      fc.oneof(urlText, anyText),
      fc.array(
        fc.tuple(fc.nat(), fc.constantFrom(..."éß\u0301אب😀\u3002\uff0f\u202e\ue000\ufdd0\ud800\udc80")),
        { maxLength: 6 },
      ),
    )
    .map(([text, edits]) =>
      edits.reduce((now, [at, char]) => {
        const place = at % (now.length + 1);
        return now.slice(0, place) + char + now.slice(place);
      }, text),
    );

  it("is parsed, or rejected with a problem in range", () => {
    fc.assert(
      fc.property(iriText, fc.boolean(), (text, percentEncodeHost) => {
        const result = tryParseIri(text, { percentEncodeHost, toAscii });
        if (result.ok) {
          // The result is a valid URL, and only the non-ASCII characters of the IRI have changed.
          expect(result.url.href).toBe(parse(result.url.href).href);
          expect(iriToUri(text, { percentEncodeHost, toAscii })).toBe(result.url.href);
        } else {
          expect(result.problems.length).toBeGreaterThan(0);
          for (const { start, end } of result.problems) {
            expect(start).toBeGreaterThanOrEqual(0);
            expect(end).toBeGreaterThanOrEqual(start);
            expect(end).toBeLessThanOrEqual(text.length);
          }
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("parses like a URL if it is ASCII", () => {
    fc.assert(
      fc.property(fc.oneof(urlText, anyText), (text) => {
        fc.pre(/^[\0-\x7f]*$/.test(text));
        const plain = tryParse(text);
        const read = tryParseIri(text, { toAscii });
        expect(read.problems).toEqual(plain.problems);
        expect(read.url?.href).toBe(plain.url?.href);
      }),
    );
  });

  it.each([
    ["aé", true],
    ["?é", true],
    ["\u202ea", false],
    ["@é", false],
  ])("of a million code units %j is parsed in one pass", (piece, good) => {
    const text = `x://${piece.repeat(1_000_000 / piece.length)}`;
    const options = { maxUrlLength: Number.POSITIVE_INFINITY, percentEncodeHost: true };
    const { ok, problems } = tryParseIri(text, options);
    expect(ok).toBe(good);
    expect(problems.length).toBeLessThanOrEqual(100);
  });
});
