import fc from "fast-check";
import { describe, expect, expectTypeOf, it } from "vitest";
import { type ExtractedUrl, type ExtractOptions, extract, type InvalidUrl } from "../../src/extract/index.ts";
import { createRegistry, defineScheme, type Problem } from "../../src/index.ts";
import { parseLenient } from "../../src/lenient/index.ts";
import { urls as withShorthands } from "../lenient/schemes.ts";
import { http } from "../schemes.ts";
import { anyText, urlText } from "../syntax/text.ts";
import { urls } from "./schemes.ts";

const guess = { "www.": "http://", "ftp.": "ftp://", "@": "mailto:" };
const all = (text: string, options?: ExtractOptions): ExtractedUrl[] => [...extract(text, urls, options)];

describe("a URL that was found", () => {
  it("has its places with and without its wrapper", () => {
    const text = "See <URL: http://h.example/a\n b#c >.";
    const [found] = all(text);
    expect(found).toMatchObject({
      mode: "wrapped",
      start: 4,
      end: 35,
      contentStart: 10,
      contentEnd: 34,
      raw: text.slice(4, 35),
      reference: { url: "http://h.example/ab", fragment: "c" },
      alternatives: [],
      problems: [],
    });
    expect(found!.url.host).toBe("h.example");
    expect(found).not.toHaveProperty("ambiguous");
  });

  it.each([
    ["bare", (url: string) => `see ${url} there`],
    ["quoted", (url: string) => `see "${url}" there`],
    ["angle", (url: string) => `see <${url}> there`],
    ["wrapped", (url: string) => `see <URL:${url}> there`],
  ] as const)("may have maxUrlLength characters, and no more: %s", (mode, write) => {
    const url = "http://h.example/a/b/c/";
    const text = write(url);
    expect(all(text, { maxUrlLength: url.length })).toMatchObject([{ mode, url: { href: url } }]);
    expect(all(text, { maxUrlLength: url.length - 1 })).toEqual([]);
  });

  it("tells no fragment from an empty one", () => {
    const fragments = all("http://h.example/a http://h.example/b#").map(
      ({ reference }) => reference.fragment,
    );
    expect(fragments).toEqual([undefined, ""]);
  });

  it("is read by the registry, with the caller's options", () => {
    const [found] = all("<URL:http://[fe80::1%25eth0]/>", { zoneId: true });
    expect(found!.url.parts).toEqual({ effectivePort: 80 });
    expect(all("<URL:http://[fe80::1%25eth0]/>")).toEqual([]);
    expect(() => all("http://h.example/", { profile: "rfc9999" as never })).toThrow(RangeError);
  });

  it("has the warnings of its scheme, placed in the source", () => {
    const text = "> <URL:ftp://joe:secret@h.\n> example/>, ftp://a:b@h.example/";
    const marks = all(text).map(({ problems: [problem] }) => [
      problem!.code,
      text.slice(problem!.start, problem!.end),
    ]);
    expect(marks).toEqual([
      ["deprecated-password", "secret"],
      ["deprecated-password", "b"],
    ]);
  });

  it("has no control that reverses the displayed text (UAX #9)", () => {
    const settings = { iri: true } as const;
    const controls = [0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069];
    for (const control of controls.map((code) => String.fromCharCode(code))) {
      expect(all(`http://h.example/a${control}b`, settings).map(({ raw }) => raw)).toEqual([
        "http://h.example/a",
      ]);
    }
  });

  it("may appear longer than it is only before a control that reverses text (UAX #9)", () => {
    const message = (code: number) =>
      all(`http://h.example/a${String.fromCharCode(code)}b`)[0]!.problems[0]?.message;
    for (const code of [0x202a, 0x202e, 0x2066, 0x2069])
      expect(message(code), code.toString(16)).toContain("it may appear longer than it is");
    for (const code of [0x2065, 0x206a])
      expect(message(code), code.toString(16)).toContain("it may be incomplete");
  });

  it("has the quotation mark in its range, also if it continues on the next line", () => {
    const text = 'x "http://h.example/a\nb" y';
    const [found] = all(text, { multiline: true });
    expect(found).toMatchObject({ mode: "quoted", start: 2, contentStart: 3, end: text.length - 2 });
    expect(found!.url.href).toBe("http://h.example/ab");
  });

  it("reports the source position of a warning after a line break", () => {
    const text = "<URL:ftp://j\noe:sec\nret@h.example/>";
    const [problem] = all(text)[0]!.problems;
    expect(text.slice(problem!.start, problem!.end)).toBe("sec\nret");
  });

  it("never shows a password unasked", () => {
    const [found] = all("<URL:ftp://joe:secret@h.example/>", { includeInvalid: true });
    expect(JSON.stringify({ url: found!.url, problems: found!.problems })).not.toContain("secret");
  });

  it("comes when it is asked for, and not before", () => {
    let read = 0;
    const counting = defineScheme({
      name: "x-count",
      cite: [],
      parse: () => ({ read: ++read }),
      format: () => "x-count:",
      examples: [],
    });
    const found = extract("x-count://a x-count://b x-count://c", createRegistry(counting));
    expect(read).toBe(0);
    expect(found.next().value!.url.host).toBe("a");
    expect(read).toBe(1);
    found.return();
    expect(found.next().done).toBe(true);
    expect(read).toBe(1);
  });
});

describe("an invalid URL in a text", () => {
  const refused = (text: string, options: ExtractOptions = {}) =>
    [...extract(text, urls, { ...options, includeInvalid: true })].map((each) =>
      each.url === undefined
        ? [
            each.mode,
            each.text,
            ...each.problems.map((problem) => [problem.code, mark(text, problem)].join(" ")),
          ]
        : each.url.href,
    );
  const mark = (text: string, { start, end }: Problem) => text.slice(start, end);

  it("is left out, unless it is asked for", () => {
    const text = "<URL:http://h.example/\n{x}> http://h.example:99999/. http://h%zz/";
    expect(all(text)).toEqual([]);
    expect(refused(text)).toEqual([
      ["wrapped", "http://h.example/{x}", "illegal-character {", "illegal-character }"],
      ["bare", "http://h.example:99999/", "bad-port 99999"],
      ["bare", "http://h", "cut-short %"],
    ]);
  });

  it("is typed as such", () => {
    expectTypeOf(extract("", urls, { includeInvalid: true }).next().value!).toEqualTypeOf<
      ExtractedUrl | InvalidUrl
    >();
    expectTypeOf(extract("", urls).next().value!).toEqualTypeOf<ExtractedUrl>();
  });

  it("says so for what is too long, and for half a host", () => {
    const long = `http://h.example/${"a".repeat(8192)}`;
    expect(refused(`${long} http://h.example/`)).toEqual([
      ["bare", long, `too-long ${long.slice(8192)}`],
      "http://h.example/",
    ]);
    expect(refused("http://bücher.example/")).toEqual([["bare", "http://b", "cut-short ü"]]);
  });

  it("says what is wrong with an IRI, where it stands in the source", () => {
    const text = "<URL:http://h.example/é\n\u202e>";
    expect(refused(text, { iri: true })).toEqual([
      ["wrapped", "http://h.example/é\u202e", "illegal-character \u202e"],
    ]);
  });

  it("is not said of what is not given on purpose, nor of prose", () => {
    expect(refused("<URL:javascript:{}> news:x mailto: <URL:\n javascript:alert(1)> note: this")).toEqual([]);
  });
});

describe("the option iri", () => {
  it("takes what maps the host", () => {
    const toAscii = (host: string) => host.replace("bücher", "xn--bcher-kva");
    const [found] = all("http://bücher.example/größe.", { iri: { toAscii } });
    expect(found!.url.href).toBe("http://xn--bcher-kva.example/gr%C3%B6%C3%9Fe");
    expect(found!.raw).toBe("http://bücher.example/größe");
  });

  it("goes on over letters of two code units, and over nothing else", () => {
    expect(all("http://h.example/\u{10400}\u{1f600}", { iri: true })[0]!.raw).toBe(
      "http://h.example/\u{10400}",
    );
    expect(all("http://h.example/\ud800", { iri: true })[0]!.raw).toBe("http://h.example/");
  });
});

describe("the limits of extract", () => {
  const bad = [Number.NaN, -1, "8192" as never];
  it.each(["maxUrlLength", "maxLines", "maxHyphens", "maxAttempts"] as const)(
    "rejects %s if it is not a number from 0",
    (name) => {
      for (const value of bad) expect(() => extract("", urls, { [name]: value })).toThrow(RangeError);
      expect(() =>
        extract("", urls, { [name]: name === "maxHyphens" ? 8 : Number.POSITIVE_INFINITY }),
      ).not.toThrow();
    },
  );

  it("maxHyphens is limited to 8", () => {
    expect(() => extract("", urls, { maxHyphens: 9 })).toThrow(RangeError);
    const text = `<URL:http://h.example/${"-\n".repeat(8)}>`;
    expect(all(text, { maxHyphens: 8 })[0]!.alternatives).toHaveLength(255);
    expect(all(text, { maxHyphens: 0 })[0]!.alternatives.map(String)).toEqual(["http://h.example/"]);
  });

  it("maxAttempts limits the search in a text without white space", () => {
    const text = `${"http://:x,".repeat(4)}http://h.example/ http://h.example/y`;
    expect(all(text).map(String)).toHaveLength(1);
    expect(all(text, { maxAttempts: 5 })).toHaveLength(2);
  });

  it("rejects an empty prefix or scheme of a guess", () => {
    expect(() => extract("", urls, { guess: { "": "http://" } })).toThrow(RangeError);
    expect(() => extract("", urls, { guess: { "www.": "" } })).toThrow(RangeError);
  });
});

describe("a scheme with a bug", () => {
  const broken = defineScheme({
    name: "x-broken",
    cite: [],
    parse: (): object => {
      throw new TypeError("broken");
    },
    format: () => "",
    examples: [],
  });
  const shy = defineScheme({
    name: "x-shy",
    cite: [],
    parse: () => ({}),
    format: () => "",
    examples: [],
    inText: (): boolean => {
      throw new TypeError("broken");
    },
  });
  const some = createRegistry(http, broken, shy);

  it("affects only its own URLs", () => {
    const text = "x-broken://h.example/ x-shy:a <URL:x-broken:a> http://h.example/";
    expect([...extract(text, some)].map(({ url }) => url.href)).toEqual(["http://h.example/"]);
    const codes = [...extract(text, some, { includeInvalid: true })].map(({ problems }) =>
      problems.map((p) => p.code),
    );
    expect(codes).toEqual([["plugin-fault"], ["plugin-fault"], []]);
  });
});

/** Texts that are full of URLs and of what delimits them. */
const PIECES = [
  ..."<>\"'()[]{}*_~.,;:!?-/@#%=& \n\t|`\\",
  ...[
    "<URL:",
    "URL:",
    "http://",
    "h.example",
    "ftp://a:b@h.example/x",
    "mailto:a@b.example",
    "news:*",
    "-\n",
    "\n> ",
  ],
  ...[
    "http://h.example/x_(y)",
    "http://[::1]:8/",
    "<http://",
    "“",
    "”",
    "‘",
    "«",
    "é",
    "漢",
    "\u202e",
    "\u00ad",
  ],
  ...[
    "www.h.example",
    "javascript:",
    "\ud800",
    "\udc00",
    "\u{10400}",
    "%41",
    "\r\n",
    "\u0085",
    "x-foo:",
    "//",
  ],
];
const textWithUrls = fc.oneof(
  fc.array(fc.oneof(fc.constantFrom(...PIECES), urlText), { maxLength: 30 }).map((each) => each.join("")),
  fc.array(anyText, { maxLength: 5 }).map((each) => each.join(" ")),
  fc.array(fc.constantFrom(...PIECES), { maxLength: 200, size: "max" }).map((each) => each.join("")),
);
const someOptions: fc.Arbitrary<ExtractOptions> = fc.record(
  {
    iri: fc.boolean(),
    multiline: fc.boolean(),
    guess: fc.constant(guess),
    commentLeaders: fc.constant(["#", "*", "//", ">"]),
    schemes: fc.constant(["x-foo", "javascript"]),
    maxUrlLength: fc.nat({ max: 100 }),
    maxLines: fc.nat({ max: 3 }),
    profile: fc.constantFrom("rfc3986", "rfc1738"),
  },
  { requiredKeys: [] },
);

/** URLs that a text can hold without a wrapper: they do not end in punctuation, and their brackets match. */
const bareUrl = fc
  .tuple(
    fc.constantFrom("http", "https", "ftp", "HTTP"),
    fc.constantFrom(
      "h.example",
      "192.0.2.1",
      "[2001:db8::7]",
      "user@h.example",
      "h.example:8080",
      "x-y.example.",
    ),
    fc.array(
      fc.constantFrom(..."/?=&-_~+$@:;,.!'*", "a", "Z9", "%41", "(x)", "/_(y)", "//", "https://i.example/"),
      { maxLength: 12 },
    ),
    fc.constantFrom("", "#", "#a/b?c", "?#d"),
  )
  .map(([scheme, host, path, fragment]) => `${scheme}://${host}/${path.join("")}/z${fragment}`);
/** Texts that can stand between two URLs. The next one can follow directly. */
const SEPARATORS = [
  ...[
    " ",
    "\n",
    ", ",
    ". ",
    "; ",
    "! ",
    ") (",
    "] [",

    "” “",
    "» «",
    "」「",
    "、",
    "。",
    "，",
    " — ",
    "…",
  ],
  ...[
    " Homepage:",
    " 网址:",
    ") [1]",
    '"], ["',
    "](",
    "\r\n//",
    " ‏",
    "\u2069 \u2067",
    "[/url] [url]",
    "|",
    "}{",
    "\t",
  ],
  ...[" ดูที่", " اقرأ", " см.", " --", "`, `", "\\n", " δες:", " ראו-"],
];

describe("a text that is made of known URLs between known separators", () => {
  it("gives the URLs back", () => {
    const parts = fc.array(fc.tuple(bareUrl, fc.constantFrom(...SEPARATORS)), { minLength: 1, maxLength: 6 });
    fc.assert(
      fc.property(fc.constantFrom(...SEPARATORS), parts, (first, each) => {
        const known = each.filter(([url]) => urls.tryParse(url).ok);
        const text = `See${first}${known.map((pair) => pair.join("")).join("")}`;
        expect(all(text).map(({ url }) => url.href)).toEqual(known.map(([url]) => url));
      }),
      { numRuns: 2000 },
    );
  });
});

describe("a URL that is cut before an invalid part", () => {
  it("leaves the longest prefix that parses", () => {
    const tail = fc.constantFrom("#b#c", "%", "%zz", "#%", "?x%4", "#a#", "{x}", "[1]", "^");
    fc.assert(
      fc.property(bareUrl, tail, (front, back) => {
        fc.pre(urls.tryParse(front).ok);
        const text = front + back;
        const [found] = all(text);
        const end = found!.end;
        expect(text.startsWith(found!.url.href)).toBe(true);
        // Every longer prefix is invalid, or ends in punctuation.
        for (let longer = end + 1; longer <= text.length; longer++) {
          const prefix = text.slice(0, longer);
          expect(!urls.tryParse(prefix).ok || /[.,;:!?'()]$/.test(prefix)).toBe(true);
        }
        expect(found!.problems.map(({ code }) => code)).toEqual(end < text.length ? ["cut-short"] : []);
      }),
      { numRuns: 1000 },
    );
  });

  it("is also made where the scheme finds a problem", () => {
    const typed = defineScheme({
      ...{
        name: "x-typed",
        cite: ["RFC 3986 §3.3"],
        parse: () => ({}),
        format: () => "x-typed:",
        examples: [],
      },
      check: ({ path }, report) => {
        const index = path.indexOf(";type=z");
        if (index >= 0)
          report({
            code: "x-bad-type",
            message: "unknown type",
            component: "path",
            start: "x-typed://h".length + index,
            end: "x-typed://h".length + path.length,
            cite: "RFC 3986 §3.3",
          });
      },
    });
    const [found] = extract("x-typed://h/a/b;type=z.", createRegistry(typed));
    expect(found!.url.href).toBe("x-typed://h/a/b");
    expect(found!.problems.map(({ code, start }) => [code, start])).toEqual([["cut-short", 15]]);
  });
});

describe("extract of any text", () => {
  it("yields ordered ranges that do not overlap and match the text", () => {
    fc.assert(
      fc.property(textWithUrls, someOptions, (text, options) => {
        let last = 0;
        for (const found of extract(text, urls, { ...options, includeInvalid: true })) {
          const { start, end, contentStart, contentEnd, raw, problems } = found;
          expect(start).toBeGreaterThanOrEqual(last);
          expect(contentStart).toBeGreaterThanOrEqual(start);
          expect(contentEnd).toBeGreaterThanOrEqual(contentStart);
          expect(end).toBeGreaterThanOrEqual(contentEnd);
          expect(end).toBeLessThanOrEqual(text.length);
          expect(text.slice(start, end)).toBe(raw);
          last = end;
          for (const problem of problems) {
            // An unclosed "<" is before the URL.
            if (problem.code !== "unterminated-wrapper") expect(problem.start).toBeGreaterThanOrEqual(start);
            expect(problem.end).toBeGreaterThanOrEqual(problem.start);
            // The character that ended the URL comes after it and after omitted punctuation.
            if (problem.code !== "cut-short") expect(problem.end).toBeLessThanOrEqual(end);
            expect(problem.end).toBeLessThanOrEqual(text.length);
          }
          if (found.url === undefined) continue;
          expect(problems.every(({ severity }) => severity === "warning")).toBe(true);
          expect(urls.tryParse(found.url.href, { ...options, maxUrlLength: 65_536 }).ok).toBe(true);
        }
      }),
      { numRuns: 2000 },
    );
  });

  it("gives the same with what does not parse as without", () => {
    fc.assert(
      fc.property(textWithUrls, (text) => {
        const valid = [...extract(text, urls, { includeInvalid: true })].filter(({ url }) => url);
        for (const { start, url } of valid) {
          expect(all(text).some((each) => each.start === start && each.url.href === url!.href)).toBe(true);
        }
      }),
      { numRuns: 500 },
    );
  });

  it.each(["-\njavascript:1", "java-\nscript:1", "-\nurl:x", "UR-\nL:x"])(
    "has no forbidden URL in it that a hyphen at the end of a line hides: %j",
    (text) => {
      const given = all(`<URL:${text}>`).flatMap(({ url, alternatives }) => [url, ...alternatives]);
      expect(given.filter(({ scheme }) => /^(?:javascript|url)$/.test(scheme))).toEqual([]);
    },
  );

  it("has no javascript, vbscript, data or file URL in it", () => {
    fc.assert(
      fc.property(textWithUrls, (text) => {
        const names = all(`${text} <URL:javascript:1> <URL:${text}>`).map(({ url }) => url.scheme);
        expect(
          names.filter((name) => ["javascript", "vbscript", "data", "file", "url"].includes(name)),
        ).toEqual([]);
      }),
      { numRuns: 500 },
    );
  });
});

describe("guess: true", () => {
  it.each([
    ["www.h.example/x", "webs://www.h.example/x"],
    ["WWW.h.example", "webs://WWW.h.example"],
    ["www.h.example:8000/x", "web://www.h.example:8000/x"],
    ["menu.h.example", "menu://menu.h.example"],
    ["Menu.h.example:8000?a=b", "menu://Menu.h.example:8000?a=b"],
    ["joe@h.example", "post:joe@h.example"],
  ])("finds %s as the URL that the lenient parser reads", (text, url) => {
    const found = [...extract(`see ${text}, and here or h.example.`, withShorthands, { guess: true })];
    expect(found.map(({ raw, url: { href } }) => [raw, href])).toEqual([[text, url]]);
    expect(parseLenient(text, withShorthands).url.href).toBe(url);
  });

  it("finds nothing without a scheme that declares a short form", () => {
    const text = "www.h.example, ftp.h.example, joe@h.example";
    expect([...extract(text, urls, { guess: true })]).toEqual([]);
    expect([...extract(text, withShorthands, { guess: false })]).toEqual([]);
  });
});
