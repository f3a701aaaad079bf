import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  type Explanation,
  explain,
  explainText,
  type RejectedText,
  toDisplayOffset,
} from "../../src/explain/index.ts";
import {
  createRegistry,
  decodeOctets,
  defineScheme,
  type Part,
  parse,
  redact,
  type Url,
} from "../../src/index.ts";
import { anyText, urlText } from "../syntax/text.ts";
import { describeLetter, registryWith } from "./letter.ts";

const urls = registryWith();
const letterText = urlText.map((text) => text.replace(/^[^:]*/, "letter"));

/** Every character belongs to exactly one part, and what is shown is the parts in a row. */
function expectTiled(text: string, { parts, url }: Explanation | RejectedText): void {
  let end = 0;
  for (const part of parts) {
    expect(part.start).toBe(end);
    expect(part.end).toBeGreaterThanOrEqual(part.start);
    expect(part.raw).toBe(part.secret ? "***" : text.slice(part.start, part.end));
    end = part.end;
  }
  expect(end).toBe(text.length);
  expect(parts.map(({ raw }) => raw).join("")).toBe(url);
}

function expectExplained(text: string, found: Explanation): void {
  expectTiled(text, found);
  for (const { kind, start, end, name, meaning, cite, escapes, secret, raw } of [
    ...found.parts,
    ...found.implied,
  ]) {
    expect(name).not.toBe("");
    expect(meaning).not.toBe("");
    expect(cite).toMatch(/^RFC \d+ §/);
    if (kind === "implied") expect(start).toBe(end);
    if (kind === "delimiter") expect(end).toBeGreaterThan(start);
    if (secret) expect(escapes).toEqual([]);
    else expect(escapes.map((each) => each.raw).join("")).toBe((raw.match(/%../g) ?? []).join(""));
    for (const each of escapes) {
      expect(text.slice(each.start, each.end)).toBe(each.raw);
      expect([...decodeOctets(each.raw)]).toEqual(each.octets);
      expect(each.meaning).not.toBe("");
    }
  }
}

const named = ({ parts, implied }: Explanation) =>
  [...parts, ...implied].map(({ kind, name, raw, value }) => [kind === "delimiter" ? raw : name, value]);

describe("explain", () => {
  it("accounts for every character of any URL", () => {
    fc.assert(
      fc.property(fc.oneof(urlText, letterText), (text) => {
        const found = explainText(text, urls);
        if (found.ok) expectExplained(text, found);
        else expect(urls.tryParse(text).ok).toBe(false);
      }),
      { numRuns: 3_000 },
    );
  });

  it("shows what redact shows, and the warnings of tryParse", () => {
    fc.assert(
      fc.property(urlText, (text) => {
        const found = explainText(text, urls);
        expect(found.problems).toEqual(urls.tryParse(text).problems);
        // An empty password is shown as empty, and a literal "***" is kept.
        expect(found.url).toBe(redact(text));
      }),
      { numRuns: 2_000 },
    );
  });

  it("names the parts of a scheme, and the delimiters between them", () => {
    expect(named(explain("letter://u:pw@h:1/b%2Fc;case=x#f", urls))).toEqual([
      ["scheme", "letter"],
      ["://", "://"],
      ["user", "u"],
      [":", ":"],
      ["password", "***"],
      ["@", "@"],
      ["host", "h"],
      [":", ":"],
      ["port", "1"],
      ["/", "/"],
      ["letter", "b"],
      ["rest", "/c"],
      [";case=", ";case="],
      ["case", "x"],
      ["#", "#"],
      ["fragment", "f"],
    ]);
  });

  it("lists what is implied apart, with what holds", () => {
    const { implied } = explain("letter://h", urls);
    expect(implied.map(({ name, value, start, end }) => [name, value, start, end])).toEqual([
      ["letter", "a", 10, 10],
      ["rest", "", 10, 10],
      ["port", "1234", 10, 10],
    ]);
    expect(explain("http://h", urls).implied.map(({ name, value }) => [name, value])).toEqual([
      ["port", "80"],
      ["path", ""],
    ]);
    expect(explain("http://h:80/", urls).implied).toEqual([]);
  });

  it.each([
    // RFC 1738 §3.1: no user, an empty one, an empty password, and no password are four different things.
    ["ftp://host.com", []],
    ["ftp://@host.com", ["user"]],
    ["ftp://foo@host.com", []],
    ["ftp://foo:@host.com", ["password"]],
    ["ftp://:@host.com", ["user", "password"]],
    ["x://h:?#", ["port", "query", "fragment"]],
    ["x:?", ["query"]],
    ["file:///etc", ["host"]],
  ])("lists empty components of %s but not missing ones: %j", (text, names) => {
    const { parts } = explain(text, urls);
    expect(parts.filter(({ start, end }) => start === end).map(({ name, value }) => [name, value])).toEqual(
      names.map((name) => [name, ""]),
    );
  });

  it.each([
    ["x:%2F", 'a "/" that is data, not a delimiter', "RFC 3986 §2.2", "/"],
    ["x:%20", "a space", "RFC 3986 §2.1", " "],
    ["x:%25", "a percent sign", "RFC 3986 §2.4", "%"],
    ["x:%C3%A9", '"é", U+00E9 in UTF-8', "RFC 3986 §2.5", "é"],
    ["x:%FF", "the byte FF, which is not UTF-8", "RFC 3986 §2.5", "\udcff"],
    ["x:%c3", "the byte C3, which is not UTF-8", "RFC 3986 §2.5", "\udcc3"],
    ["x:%7e", '"~", which does not need an escape', "RFC 3986 §2.3", "~"],
    ["x:%3C", 'a "<", which must be escaped', "RFC 3986 §2", "<"],
    ["x:%0d", "CR, the end of a line", "RFC 3986 §2.1", "\r"],
    ["x:%01", "the control character 01", "RFC 3986 §2.1", "\x01"],
    ["x:%1F", "the control character 1F", "RFC 3986 §2.1", "\x1f"],
    ["x:%00", "the byte NUL", "RFC 3986 §2.1", "\0"],
    ["x:%08", "a backspace", "RFC 3986 §2.1", "\b"],
    ["x:%09", "a tab", "RFC 3986 §2.1", "\t"],
    ["x:%0A", "LF, the end of a line", "RFC 3986 §2.1", "\n"],
    ["x:%1B", "ESC, which starts a terminal control sequence", "RFC 3986 §2.1", "\x1b"],
    ["x:%7F", "the control character DEL", "RFC 3986 §2.1", "\x7f"],
    ["x:%80", "the byte 80, which is not UTF-8", "RFC 3986 §2.5", "\udc80"],
    ["x:%C2%80", "U+0080, which is invisible or changes how text is displayed", "RFC 3986 §2.5", "\x80"],
    ["x:%F0%9F%98%80", '"😀", U+1F600 in UTF-8', "RFC 3986 §2.5", "😀"],
    ["x:%E2%80%AE", "U+202E, which is invisible or changes how text is displayed", "RFC 3986 §2.5", "\u202e"],
  ])("%s is %s", (text, meaning, cite, char) => {
    const { escapes } = explain(text).parts.at(-1)!;
    expect(escapes).toHaveLength(1);
    expect(escapes[0]).toMatchObject({
      start: 2,
      end: text.length,
      raw: text.slice(2),
      meaning,
      cite,
      text: char,
    });
  });

  it("splits adjacent escapes into characters and invalid bytes", () => {
    const { escapes } = explain("x:%C3%A9%C3%F0%9F%98%80%20").parts.at(-1)!;
    expect(escapes.map(({ raw, text }) => [raw, text])).toEqual([
      ["%C3%A9", "é"],
      ["%C3", "\udcc3"],
      ["%F0%9F%98%80", "😀"],
      ["%20", " "],
    ]);
  });

  it("reads by the profile that is asked for, or that has read the URL", () => {
    expect(explainText("ftp://h/~x", urls, { profile: "rfc1738" }).ok).toBe(false);
    const url = urls.parse("ftp://u?v@h/", { profile: "rfc1738" }) as Url;
    expect(explain(url, urls).parts.map(({ name }) => name)).toContain("user");
    expect(explain(url, urls).parts.find(({ name }) => name === "host")).toMatchObject({ raw: "h" });
  });

  it("throws for an invalid URL, and explainText returns its problems", () => {
    expect(() => explain("http://h/a b", urls)).toThrow(
      expect.objectContaining({ code: "illegal-character", start: 10 }),
    );
    const refused = explainText("http://h/a b", urls);
    expect(refused).toMatchObject({ ok: false, url: "http://h/a b" });
    expect(refused.problems[0]).toMatchObject({ code: "illegal-character", start: 10 });
  });

  it("throws the errors of a URL without its warnings, and those of the options", () => {
    expect(() => explain("ftp://a:b@h:99999/", urls)).toThrow(
      expect.objectContaining({ code: "bad-port", problems: [expect.anything()] }),
    );
    expect(() => explain(`x:${"a".repeat(70_000)}`)).toThrow(expect.objectContaining({ code: "too-long" }));
    expect(() => explainText("x:", urls, { profile: "rfc2396" as never })).toThrow(RangeError);
  });

  it("takes any text", () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const found = explainText(text, urls);
        expectTiled(text, found);
        if (!found.ok) expect(found.problems.some(({ severity }) => severity === "error")).toBe(true);
      }),
      { numRuns: 3_000 },
    );
  });

  it("takes a URL that is longer than a text may be", () => {
    const text = `x:${"/a".repeat(40_000)}`;
    expect(explainText(text).ok).toBe(false);
    expect(explain(parse(text, { maxUrlLength: 100_000 })).url).toBe(text);
  });
});

describe("a password in explain", () => {
  const SECRET = "Swordfish%2F42";
  const echo = (url: Url): readonly Part[] =>
    describeLetter(url).map((part) => ({
      ...part,
      meaning: `of ${url.href} with ${url.password}`,
      secret: false,
    }));

  it.each([
    ["in its place", "letter://u:Swordfish%2F42@h/x", "letter://u:***@h/x"],
    ["past a path that is none", "letter://u:Swordfish%2F42/@h/x", "letter://***@h/x"],
    ["past a query, for old software", "letter://u?:Swordfish%2F42@h/x", "letter://***@h/x"],
    ["in a text that is no URL", "letter://u:Swordfish%2F42@h/ x", "letter://u:***@h/ x"],
    ["with two at signs", "letter://u:Swordfish%2F42@a@h/x", "letter://***@h/x"],
    ["for an unknown scheme", "x-foo://u:Swordfish%2F42@h/x", "x-foo://u:***@h/x"],
  ])("is not in an explanation: %s", (_, text, shown) => {
    for (const registry of [urls, registryWith(echo), createRegistry()]) {
      const found = explainText(text, registry);
      expectTiled(text, found);
      expect(found.url).toBe(shown);
      expect(JSON.stringify(found)).not.toMatch(/Swordfish/i);
    }
  });

  it("is hidden whatever it is made of", () => {
    const password = fc
      .array(fc.constantFrom("*", "**", "***", "a", "%2A", ":", "%40", "p"), { minLength: 1, maxLength: 6 })
      .map((each) => each.join(""));
    fc.assert(
      fc.property(password, fc.constantFrom("", "*", "u"), (secret, user) => {
        const text = `letter://${user}:${secret}@h/x`;
        const found = explain(text, urls);
        expectTiled(text, found);
        expect(found.url).toBe(`letter://${user}:***@h/x`);
        const { start, end, value, raw } = found.parts.find(({ name }) => name === "password")!;
        expect({ part: text.slice(start, end), value, raw }).toEqual({
          part: secret,
          value: "***",
          raw: "***",
        });
      }),
    );
  });

  it("does not tell its length: a place within it is its beginning in what is shown", () => {
    const { parts, url } = explain("letter://u:long-secret@h/x", urls);
    expect([11, 12, 15, 22, 23].map((offset) => toDisplayOffset(parts, offset))).toEqual([
      11, 11, 11, 14, 15,
    ]);
    expect(url.slice(toDisplayOffset(parts, 23))).toBe("h/x");
  });

  it("may stand elsewhere, where its scheme knows it", () => {
    const describe = (url: Url): readonly Part[] =>
      describeLetter(url).map((part) =>
        part.name === "rest" ? { ...part, value: "***", secret: true } : part,
      );
    const naming = (url: Url): readonly Part[] =>
      describeLetter(url).map((part) => (part.name === "rest" ? { ...part, secret: true } : part));
    for (const each of [describe, naming]) {
      const found = explain(`letter://h/a${SECRET}`, registryWith(each));
      expect(found.url).toBe("letter://h/a***");
      expect(JSON.stringify(found)).not.toContain("Swordfish");
      expect(found.parts.at(-1)).toMatchObject({ value: "***", escapes: [] });
    }
  });
});

describe("a description that is wrong", () => {
  const anyPart = fc.record({
    name: fc.constantFrom("one", "two", "<b>"),
    start: fc.oneof(fc.integer({ min: -3, max: 40 }), fc.constantFrom(Number.NaN, 1.5, 1e9)),
    end: fc.oneof(fc.integer({ min: -3, max: 40 }), fc.constantFrom(Number.POSITIVE_INFINITY)),
    value: fc.constantFrom("", "x", "b/c"),
    meaning: fc.constant("something"),
    cite: fc.constant("RFC 1738 §4"),
    secret: fc.boolean(),
  });
  const anything = fc.oneof(fc.array(fc.oneof(anyPart, fc.anything()), { maxLength: 8 }), fc.anything());

  it("covers the whole text anyway and reports a warning", () => {
    fc.assert(
      fc.property(letterText, anything, (text, described) => {
        const found = explainText(
          text,
          registryWith(() => described as readonly Part[]),
        );
        if (!found.ok) return;
        expectTiled(text, found);
        for (const { name, meaning, cite, escapes } of found.parts) {
          expect([name, meaning, cite].every((each) => typeof each === "string" && each !== "")).toBe(true);
          expect(escapes.every((each) => text.slice(each.start, each.end) === each.raw)).toBe(true);
        }
      }),
      { numRuns: 3_000 },
    );
  });

  const part = (name: string, start: number, end: number): Part => ({
    ...{ name, start, end, value: "", meaning: name, cite: "RFC 1738 §4" },
  });
  const told = (parts: readonly Part[]) => {
    const { parts: found, problems } = explain(
      "letter://h/abcdef",
      registryWith(() => parts),
    );
    const shown = found.filter(({ kind }) => kind === "component").map(({ name, raw }) => `${name}=${raw}`);
    return {
      shown,
      faults: problems.map(({ code, severity, message }) => `${severity} ${code}: ${message}`),
    };
  };

  it.each([
    [
      "overlapping parts are clipped",
      [part("scheme", 0, 6), part("host", 9, 10), part("b", 13, 17), part("a", 11, 14)],
      ["scheme=letter", "host=h", "a=abc", "b=def"],
      "the scheme described b over another part",
    ],
    [
      "a group gives way to its members",
      [part("scheme", 0, 6), part("host", 9, 10), part("all", 11, 17), part("a", 11, 14), part("b", 14, 17)],
      ["scheme=letter", "host=h", "a=abc", "b=def"],
      "the scheme described all both as a whole and in parts",
    ],
    [
      "what is left out is said by the generic syntax",
      [part("scheme", 0, 6), part("host", 9, 10), part("a", 11, 14)],
      ["scheme=letter", "host=h", "a=abc", "path=def"],
      "the scheme did not describe all of the path",
    ],
    [
      "a place outside of the text is none",
      [part("scheme", 0, 6), part("host", 9, 10), part("a", 11, 17), part("b", 17, 99)],
      ["scheme=letter", "host=h", "a=abcdef"],
      "the scheme described an invalid part",
    ],
  ])("%s", (_, parts, shown, fault) => {
    expect(told(parts)).toEqual({ shown, faults: [`warning plugin-fault: ${fault}`] });
  });

  it("has a meaning for a password that it leaves between two parts", () => {
    const found = explain(
      "letter://u:p@h/a",
      registryWith(() => [part("a", 0, 11), part("b", 14, 14)]),
    );
    expect(found.parts.find(({ secret }) => secret)).toMatchObject({
      ...{ name: "hidden", start: 11, end: 12, raw: "***" },
      meaning: "text that other software may read as a password",
    });
  });

  // Each URL also has the scheme [0, 6) and the host [9, 10).
  it.each<
    [
      url: string,
      described: readonly (readonly [name: string, start: number, end: number, value?: string])[],
      shown: readonly string[],
      implied: readonly string[],
      faults: readonly string[],
    ]
  >([
    [
      "letter://h/a%09b",
      [
        ["a", 11, 12],
        ["b", 15, 16],
      ],
      ["/ ends the authority", "a=a", "%09 a tab that ends a, begins b", "b=b"],
      ["port@10=1234"],
      [],
    ],
    [
      "letter://h/a%2Fb",
      [
        ["a", 11, 12],
        ["b", 15, 16],
      ],
      ["/ ends the authority", "a=a", "%2F an escape that ends a, begins b", "b=b"],
      ["port@10=1234"],
      [],
    ],
    [
      "letter://h/%09b",
      [["b", 14, 15]],
      ["path=/%09", "b=b"],
      ["port@10=1234"],
      ["the scheme did not describe all of the path 10-14"],
    ],
    [
      "letter://h/b%09#f",
      [
        ["b", 11, 12],
        ["c", 15, 15, "x"],
        ["f", 16, 17],
      ],
      ["/ ends the authority", "b=b", "%09 a tab that ends b", "# ends the URL; a fragment follows", "f=f"],
      ["port@10=1234", "c@15=x"],
      [],
    ],
    [
      "letter://h/b;#f",
      [
        ["b", 11, 12],
        ["c", 13, 13, "x"],
        ["f", 14, 15],
      ],
      ["/ ends the authority", "b=b", "; ends b", "# ends the URL; a fragment follows", "f=f"],
      ["port@10=1234", "c@13=x"],
      [],
    ],
    [
      "letter://h/b;c=#f",
      [
        ["b", 11, 12],
        ["c", 15, 15, "x"],
        ["f", 16, 17],
      ],
      ["/ ends the authority", "b=b", ";c= separates two parts", "# ends the URL; a fragment follows", "f=f"],
      ["port@10=1234", "c@15=x"],
      [],
    ],
    [
      "letter://h/;c=#f",
      [
        ["c", 14, 14, "x"],
        ["f", 15, 16],
      ],
      ["path=/;c=", "# ends the URL; a fragment follows", "f=f"],
      ["port@10=1234", "c@14=x"],
      ["the scheme did not describe all of the path 10-14"],
    ],
    [
      "letter://h/b;c=d",
      [
        ["b", 11, 12],
        ["c", 15, 16],
      ],
      ["/ ends the authority", "b=b", ";c= begins c", "c=d"],
      ["port@10=1234"],
      [],
    ],
    [
      "letter://h/b;c=d",
      [
        ["b", 11, 12],
        ["c", 12, 16, "d"],
      ],
      ["/ ends the authority", "b=b", ";c= begins c", "c=d"],
      ["port@10=1234"],
      [],
    ],
    [
      "letter://h/b;c=d",
      [
        ["b", 11, 12],
        ["c", 12, 16, "D"],
      ],
      ["/ ends the authority", "b=b", ";c= begins c", "c=d"],
      ["port@10=1234"],
      [],
    ],
    [
      "letter://h/b;c=d",
      [
        ["b", 11, 12],
        ["c", 12, 16, "x"],
      ],
      ["/ ends the authority", "b=b", "c=;c=d"],
      ["port@10=1234"],
      [],
    ],
    [
      "letter://h/b;c=%41?&=",
      [
        ["b", 11, 12],
        ["c", 12, 18, "a"],
        ["d", 18, 21, ""],
      ],
      ["/ ends the authority", "b=b", ";c= begins c", "c=%41", "?&= begins d", "d="],
      ["port@10=1234"],
      [],
    ],
    [
      "letter://h/b:;d",
      [
        ["b", 11, 12],
        ["d", 14, 15],
      ],
      ["/ ends the authority", "b=b", ":; ends b, begins d", "d=d"],
      ["port@10=1234"],
      [],
    ],
    [
      "letter://h/b;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;d",
      [
        ["b", 11, 12],
        ["d", 76, 77],
      ],
      [
        "/ ends the authority",
        "b=b",
        ";;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;; ends b, begins d",
        "d=d",
      ],
      ["port@10=1234"],
      [],
    ],
    [
      "letter://h/b;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;d",
      [
        ["b", 11, 12],
        ["d", 77, 78],
      ],
      [
        "/ ends the authority",
        "b=b",
        "path=;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;;",
        "d=d",
      ],
      ["port@10=1234"],
      ["the scheme did not describe all of the path 12-77"],
    ],
    [
      "letter://h/b;xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx=d",
      [
        ["b", 11, 12],
        ["d", 46, 47],
      ],
      ["/ ends the authority", "b=b", ";xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx= begins d", "d=d"],
      ["port@10=1234"],
      [],
    ],
    [
      "letter://h/b;xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx=d",
      [
        ["b", 11, 12],
        ["d", 47, 48],
      ],
      ["/ ends the authority", "b=b", "path=;xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx=", "d=d"],
      ["port@10=1234"],
      ["the scheme did not describe all of the path 12-47"],
    ],
    [
      "letter://h/b;=d",
      [
        ["b", 11, 12],
        ["d", 14, 15],
      ],
      ["/ ends the authority", "b=b", ";= begins d", "d=d"],
      ["port@10=1234"],
      [],
    ],
    [
      "letter://h/b;%41-=d",
      [
        ["b", 11, 12],
        ["d", 18, 19],
      ],
      ["/ ends the authority", "b=b", ";%41-= begins d", "d=d"],
      ["port@10=1234"],
      [],
    ],
    [
      "letter://h/bxd",
      [
        ["b", 11, 12],
        ["d", 13, 14],
      ],
      ["/ ends the authority", "b=b", "path=x", "d=d"],
      ["port@10=1234"],
      ["the scheme did not describe all of the path 12-13"],
    ],
    [
      "letter://h/b",
      [],
      ["path=/b"],
      ["port@10=1234"],
      ["the scheme did not describe all of the path 10-12"],
    ],
    [
      "letter://h:8/b?q#f",
      [],
      [
        ": begins the port",
        "port=8",
        "path=/b",
        "? begins the query",
        "query=q",
        "# ends the URL; a fragment follows",
        "fragment=f",
      ],
      [],
      [
        "the scheme did not describe all of the port 11-12",
        "the scheme did not describe all of the path 12-14",
        "the scheme did not describe all of the query 15-16",
        "the scheme did not describe all of the fragment 17-18",
      ],
    ],
    [
      "letter://h/bcd",
      [
        ["b", 11, 13],
        ["c", 12, 14],
      ],
      ["/ ends the authority", "b=bc", "c=d"],
      ["port@10=1234"],
      ["the scheme described c over another part 12-14"],
    ],
    [
      "letter://h/bcd",
      [
        ["b", 11, 14],
        ["c", 12, 13],
      ],
      ["path=/b", "c=c", "path=d"],
      ["port@10=1234"],
      [
        "the scheme did not describe all of the path 10-12",
        "the scheme described b both as a whole and in parts 11-14",
        "the scheme did not describe all of the path 13-14",
      ],
    ],
    [
      "letter://h/bcd",
      [
        ["b", 11, 14],
        ["c", 11, 13],
        ["d", 13, 14],
      ],
      ["/ ends the authority", "c=bc", "d=d"],
      ["port@10=1234"],
      ["the scheme described b both as a whole and in parts 11-14"],
    ],
    [
      "letter://h/bcd",
      [
        ["b", 11, 12],
        ["e", 12, 12],
        ["c", 12, 14],
        ["e2", 14, 14],
      ],
      ["/ ends the authority", "b=b", "c=cd"],
      ["port@10=1234", "e@12=", "e2@14="],
      [],
    ],
    [
      "letter://h/b",
      [
        ["b", 11, 12],
        ["x", 12, 13],
      ],
      ["/ ends the authority", "b=b"],
      ["port@10=1234"],
      ["the scheme described an invalid part 0-12"],
    ],
    [
      "letter://h/b",
      [
        ["b", 11, 12],
        ["x", 12, 11],
      ],
      ["/ ends the authority", "b=b"],
      ["port@10=1234"],
      ["the scheme described an invalid part 0-12"],
    ],
    [
      "letter://h/b",
      [
        ["b", 11, 12],
        ["x", -1, 1],
      ],
      ["/ ends the authority", "b=b"],
      ["port@10=1234"],
      ["the scheme described an invalid part 0-12"],
    ],
    [
      "letter://h/b",
      [
        ["b", 11, 12],
        ["x", 0, 1.5],
      ],
      ["/ ends the authority", "b=b"],
      ["port@10=1234"],
      ["the scheme described an invalid part 0-12"],
    ],
    [
      "letter://h/b",
      [
        ["b", 11, 12],
        ["x", 0.5, 1],
      ],
      ["/ ends the authority", "b=b"],
      ["port@10=1234"],
      ["the scheme described an invalid part 0-12"],
    ],
    ["letter://h", [], [], ["port@10=1234", "path@10="], []],
    ["letter://h:", [], [": begins the port"], ["port@11=1234", "path@11="], []],
    ["letter://h?", [], ["? begins the query"], ["port@10=1234"], []],
    ["letter://h#", [], ["# ends the URL; a fragment follows"], ["port@10=1234"], []],
    [
      "letter://h",
      [
        ["port", 10, 10, "70"],
        ["path", 10, 10, "/x"],
      ],
      [],
      ["port@10=70", "path@10=/x"],
      [],
    ],
    [
      "letter://@h",
      [],
      ["host=h"],
      ["port@11=1234", "path@11="],
      ["the scheme did not describe all of the host 10-11"],
    ],
    ["letter://h/", [], ["path=/"], ["port@10=1234"], ["the scheme did not describe all of the path 10-11"]],
    [
      "letter://h/;",
      [],
      ["path=/;"],
      ["port@10=1234"],
      ["the scheme did not describe all of the path 10-12"],
    ],
    [
      "letter://h/bcd",
      [
        ["c", 11, 13],
        ["b", 11, 14],
        ["d", 13, 14],
      ],
      ["/ ends the authority", "c=bc", "d=d"],
      ["port@10=1234"],
      ["the scheme described b both as a whole and in parts 11-14"],
    ],
    [
      "letter://h/bcd",
      [
        ["b", 11, 12],
        ["c", 12, 14],
        ["e", 12, 12],
      ],
      ["/ ends the authority", "b=b", "c=cd"],
      ["port@10=1234", "e@12="],
      [],
    ],
    [
      "letter://h/bcd",
      [
        ["x", 11, 14],
        ["y", 11, 13],
        ["b", 11, 12],
        ["c", 12, 13],
        ["d", 13, 14],
      ],
      ["/ ends the authority", "b=b", "c=c", "d=d"],
      ["port@10=1234"],
      [
        "the scheme described y both as a whole and in parts 11-13",
        "the scheme described x both as a whole and in parts 11-14",
      ],
    ],
    [
      "letter://h/b;cd",
      [
        ["b", 11, 12],
        ["c", 12, 15, "cd"],
      ],
      ["/ ends the authority", "b=b", "c=;cd"],
      ["port@10=1234"],
      [],
    ],
    [
      "letter://h/b;c/=",
      [
        ["b", 11, 12],
        ["c", 12, 14, "c"],
        ["d", 14, 16],
      ],
      ["/ ends the authority", "b=b", "c=;c", "d=/="],
      ["port@10=1234"],
      [],
    ],
    [
      "letter://h/b;=",
      [
        ["b", 11, 12],
        ["c", 12, 14, ""],
      ],
      ["/ ends the authority", "b=b", ";= begins c", "c="],
      ["port@10=1234"],
      [],
    ],
    [
      "letter://h/b,c=d",
      [
        ["b", 11, 12],
        ["c", 12, 16, "d"],
      ],
      ["/ ends the authority", "b=b", "c=,c=d"],
      ["port@10=1234"],
      [],
    ],
    [
      "letter://h/%41b",
      [
        ["e", 12, 12],
        ["b", 11, 15],
      ],
      ["/ ends the authority", "b=%41b"],
      ["port@10=1234", "e@12="],
      [],
    ],
    [
      "letter://h/%41b",
      [
        ["e", 13, 13],
        ["b", 11, 15],
      ],
      ["/ ends the authority", "b=%41b"],
      ["port@10=1234", "e@13="],
      [],
    ],
    [
      "letter://h/%41%42b",
      [
        ["a", 11, 13],
        ["c", 15, 18],
      ],
      ["/ ends the authority", "a=%41", "c=%42b"],
      ["port@10=1234"],
      [],
    ],
    [
      "letter://h/%41%42b",
      [
        ["a", 11, 12],
        ["c", 14, 18],
      ],
      ["/ ends the authority", "a=%41", "c=%42b"],
      ["port@10=1234"],
      [],
    ],
    [
      "letter://h/b%41",
      [
        ["b", 11, 12],
        ["c", 12, 14],
      ],
      ["/ ends the authority", "b=b", "c=%41"],
      ["port@10=1234"],
      [],
    ],
  ])(
    "of %s by %j is corrected, and what is between two parts is a delimiter",
    (url, described, ...expected) => {
      const parts = [part("scheme", 0, 6), part("host", 9, 10)].concat(
        described.map(([name, start, end, value = ""]) => ({ ...part(name, start, end), value })),
      );
      const found = explain(
        url,
        registryWith(() => parts),
      );
      const shown = found.parts
        .slice(3)
        .map(({ kind, name, raw, meaning }) =>
          kind === "delimiter" ? `${raw} ${meaning}` : `${name}=${raw}`,
        );
      const implied = found.implied.map(({ name, start, value }) => `${name}@${start}=${value}`);
      const faults = found.problems.map(({ message, start, end }) => `${message} ${start}-${end}`);
      expect([shown, implied, faults]).toEqual(expected);
    },
  );

  it.each([{ name: 1 }, { start: "0" }, { end: "1" }, { value: null }, { meaning: undefined }, { cite: 1 }])(
    "has no part with %j",
    (wrong) => {
      const parts = [{ ...part("scheme", 0, 6), ...wrong } as unknown as Part, null as unknown as Part];
      const { problems } = explain(
        "letter:",
        registryWith(() => parts),
      );
      expect(problems.map(({ message }) => message).slice(0, 2)).toEqual([
        "the scheme described an invalid part",
        "the scheme described an invalid part",
      ]);
    },
  );

  it("does not give a value to a part that is cut", () => {
    const { parts } = explain(
      "letter://h/%41bcd",
      registryWith(() => [
        ...[part("scheme", 0, 6), part("host", 9, 10)],
        ...[
          { ...part("a", 14, 16), value: "x" },
          { ...part("b", 15, 17), value: "y" },
        ],
      ]),
    );
    expect(parts.slice(3).map(({ name, value }) => [name, value])).toEqual([
      ["path", "/A"],
      ["a", "x"],
      ["b", "d"],
    ]);
  });

  it("is reported with at most 20 problems", () => {
    const { problems } = explain(
      "letter:",
      registryWith(() => Array.from({ length: 21 }, () => part("x", 8, 9))),
    );
    expect(problems).toHaveLength(20);
  });

  it.each([
    [12, 17],
    [13, 17],
    [11, 15],
    [11, 16],
    [12, 16],
  ])("cuts no escape in two: [%d, %d)", (start, end) => {
    const { parts } = explain(
      "letter://h/%2Fa%2F",
      registryWith(() => [{ ...part("a", start, end), value: "x" }]),
    );
    expect(parts.map(({ raw }) => raw)).toContain(end < 16 ? "%2Fa%2F".slice(0, 4) : "%2Fa%2F");
  });

  it("is ignored if describe throws", () => {
    const throwing = registryWith(() => {
      throw new Error("no");
    });
    const found = explain("letter://h/a", throwing);
    expect(found.parts.map(({ name }) => name)).toContain("path");
    expect(found.problems).toMatchObject([{ code: "plugin-fault", severity: "warning", start: 0, end: 12 }]);
  });

  it("does not keep a URL from being explained when parse throws", () => {
    const broken = defineScheme({
      name: "broken",
      cite: ["RFC 1738 §4"],
      parse: () => {
        throw new Error("no");
      },
      format: () => "broken:",
      examples: [],
    });
    const found = explainText("broken://u:pw@h/a", createRegistry(broken));
    expect(found).toMatchObject({
      ok: true,
      url: "broken://u:***@h/a",
      problems: [{ code: "plugin-fault", start: 0, end: 17 }],
    });
  });

  it("is reported with the other warnings, in the order of the text", () => {
    const { problems } = explain(
      "letter://h?a@b",
      registryWith(() => [part("host", 9, 10), part("query", 11, 13)]),
    );
    expect(problems.map(({ code, start }) => [code, start])).toEqual([
      ["plugin-fault", 0],
      ["ambiguous-authority", 10],
      ["plugin-fault", 13],
    ]);
  });
});
