import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRegistry, normalizeEscapes, type UrlSyntaxError } from "../../src/index.ts";
import {
  expandReference,
  expandTemplate,
  matchTemplate,
  parseUriTemplate,
  type TemplateValue,
  type TemplateValues,
} from "../../src/uri-template/index.ts";
import { ftp, http } from "../schemes.ts";
import extended from "../vectors/uri-template/extended-tests.json" with { type: "json" };
import negative from "../vectors/uri-template/negative-tests.json" with { type: "json" };
import bySection from "../vectors/uri-template/spec-examples-by-section.json" with { type: "json" };

interface Vectors {
  readonly [section: string]: {
    readonly variables: object;
    readonly testcases: readonly (readonly unknown[])[];
  };
}

type Row = readonly [template: string, expansions: readonly string[], values: TemplateValues];

const rowsOf = (vectors: Vectors): readonly Row[] =>
  Object.values(vectors).flatMap(({ variables, testcases }) =>
    testcases.map(
      ([template, result]) =>
        [template as string, [result as string].flat(), variables as TemplateValues] as const,
    ),
  );

const catchProblem = (run: () => unknown) => {
  try {
    run();
  } catch (error) {
    const { code, start, end, cite } = error as UrlSyntaxError;
    return { code, start, end, cite };
  }
  throw new Error("nothing was thrown");
};

describe("the vectors of uritemplate-test", () => {
  const rows = [...rowsOf(bySection as Vectors), ...rowsOf(extended as Vectors)];

  it.each(rows)("%s is %j", (template, expansions, values) => {
    expect(expansions).toContain(expandReference(template, values));
  });

  it.each(rows)("%s matches %j", (template, [expansion = ""]) => {
    const values = matchTemplate(template, expansion);
    expect(values).toBeDefined();
    expect(expandReference(template, values!)).toBe(expansion);
  });

  it.each(rowsOf(negative as Vectors))("%s is an error", (template, _, values) => {
    expect(catchProblem(() => expandReference(template, values)).code).toBe("bad-template");
  });
});

describe("expandTemplate", () => {
  const urls = createRegistry(http, ftp);

  it("returns a URL of the registry, with the names of the variables in the template", () => {
    const template = parseUriTemplate("http://{host}{/segments*}{?q,lang}{&q}");
    expect(template.names).toEqual(["host", "segments", "q", "lang"]);
    const url = expandTemplate(
      template,
      { host: "h.example", segments: ["a/b", "c"], q: "blue whale", x: 1 },
      urls,
    );
    expect(url.href).toBe("http://h.example/a%2Fb/c?q=blue%20whale&q=blue%20whale");
    expect(url.parts).toEqual({ effectivePort: 80 });
  });

  it.each([
    // RFC 6570 §3.2.1: every character that is not unreserved is encoded, in UTF-8.
    ["{x}", { x: "!'()*é😀" }, "%21%27%28%29%2A%C3%A9%F0%9F%98%80"],
    // §3.2.3: reserved characters and escapes stay, and nothing that a URI cannot have.
    ["{+x}", { x: 'a[1]!\n"<>^%41%zz' }, "a[1]!%0A%22%3C%3E%5E%41%25zz"],
    // §2.4.1: characters, not code units; an escape of a value is never split.
    ["{x:1}", { x: "😀a" }, "%F0%9F%98%80"],
    // §3.1: a literal beyond ASCII is encoded.
    ["é{x}", { x: "1" }, "%C3%A91"],
    ["\u{10400}{x}", { x: "1" }, "%F0%90%90%801"],
    // §3.2.6: an empty value of an object keeps its "=", except after ";".
    ["{/x*}{;x*}", { x: { a: "" } }, "/a=;a"],
    // A byte that is not UTF-8, as in every decoded field.
    ["{x}", { x: "\udce9" }, "%E9"],
    ["{toString}{__proto__}", {}, ""],
    ["{x}{y}{z}", { x: 0, y: false, z: null }, "0false"],
    ["{?x*}{&y*}", { x: [undefined, "a"], y: { a: null, b: "" } }, "?x=a&b="],
  ] as const)("%s with %j is %s", (template, values, expansion) => {
    expect(expandReference(template, values as TemplateValues)).toBe(expansion);
  });

  it.each([
    ["http://h/{", {}, 9, 10, "2.2"],
    ["http://h/}", {}, 9, 10, "2.2"],
    ["http://h/ {x}", {}, 9, 10, "2.1"],
    ["http://h/%4{x}", {}, 9, 10, "2.1"],
    ["http://h/\u202e{x}", {}, 9, 10, "2.1"],
    ["http://h/{x,}", {}, 12, 13, "2.3"],
    ["http://h/{=x}", {}, 10, 11, "2.2"],
    ["http://h/{a,b:10000}", {}, 12, 19, "2.3"],
    ["http://h/{a,b:3}", { b: ["1"] }, 12, 15, "2.4.1"],
    ["http://h/{a,b}", { b: [["1"]] }, 12, 13, "2.3"],
    ["http://h/{a}", { a: Number.NaN }, 10, 11, "2.3"],
    ["http://h/{a}", { a: "\ud800" }, 10, 11, "1.6"],
  ] as const)("rejects %s with %j at %i–%i", (template, values, start, end, section) => {
    expect(catchProblem(() => expandTemplate(template, values as unknown as TemplateValues, urls))).toEqual({
      ...{ code: "bad-template", start, end },
      cite: `RFC 6570 §${section}`,
    });
  });

  it.each([
    ["http://{host}:{port}/x", { host: "h", port: "80x" }, "bad-port", 14, 20],
    ["http://é:{port}x/", { port: "8" }, "bad-port", 15, 16],
    ["http://h/{+path}", { path: "a[1]" }, "illegal-character", 9, 16],
    ["http://h:x/{y}", { y: "a" }, "bad-port", 9, 10],
    ["{+url}", {}, "no-scheme", 6, 6],
  ] as const)(
    "reports the place in the template of %s that is not a URL with %j",
    (template, values, code, start, end) => {
      expect(catchProblem(() => expandTemplate(template, values, urls))).toMatchObject({ code, start, end });
    },
  );

  it("passes the options to the registry", () => {
    const values = { x: "a".repeat(50) };
    expect(catchProblem(() => expandTemplate("http://h/{x}", values, urls, { maxUrlLength: 40 })).code).toBe(
      "too-long",
    );
  });
});

describe("parseUriTemplate", () => {
  it("returns literals and expressions with their places, and no empty literal", () => {
    const { parts } = parseUriTemplate("{x}é{+y:3,z*}");
    expect(parts).toMatchObject([
      { start: 0, end: 3, varspecs: [{ start: 1, end: 2, name: "x", explode: false }] },
      { start: 3, end: 4, text: "%C3%A9" },
      {
        ...{ start: 4, end: 13 },
        varspecs: [
          { start: 6, end: 9, name: "y", prefix: 3, explode: false },
          { start: 10, end: 12, name: "z", prefix: Number.POSITIVE_INFINITY, explode: true },
        ],
      },
    ]);
    expect(parts).toHaveLength(3);
    expect(parseUriTemplate("").parts).toEqual([]);
  });
});

describe("matchTemplate", () => {
  it.each([
    [
      "http://{host}/~{user}/{file}",
      "http://h.example/~joe/a%20b",
      { host: "h.example", user: "joe", file: "a b" },
    ],
    ["/{+path}/here", "/a/b/here/here", { path: "a/b/here" }],
    ["{/dirs*,name}", "/a/b/c.txt", { dirs: ["a", "b"], name: "c.txt" }],
    ["{/dirs*,name}{.ext}", "/c.txt", { dirs: ["c.txt"] }],
    ["/search{?q,lang}", "/search?lang=en", { lang: "en" }],
    ["/search{?q,lang}", "/search", {}],
    ["/search{?q}", "/search?q=", { q: "" }],
    ["{?list*}", "?list=a&list=b", { list: ["a", "b"] }],
    ["{?keys*}", "?a=1&b=", { keys: { a: "1", b: "" } }],
    ["{?id,keys*,z}", "?id=1&a=2&z=3", { id: "1", keys: { a: "2" }, z: "3" }],
    ["{/keys*}", "/a=1/b=2", { keys: { a: "1", b: "2" } }],
    ["{;x,y}", ";x;y=1", { x: "", y: "1" }],
    ["{x,y}", "a,b,c", { x: "a", y: ["b", "c"] }],
    ["{+x,y}", "a,b/,c", { x: "a", y: "b/,c" }],
    ["www{.labels*}", "www.h.example", { labels: ["h", "example"] }],
    ["{.x,y}", ".tar.gz.sig", { x: "tar", y: "gz.sig" }],
    ["{x}", "%E9%c3%a9", { x: "\udce9é" }],
    ["{x}/", "%E9/", { x: "\udce9" }],
    ["{x}", "%E9", { x: "\udce9" }],
    ["{+x}", "%2F%20%C3%A9/", { x: "%2F é/" }],
    // The first letter of a name, as a directory for it.
    ["/{name:1}/{name}", "/t/term", { name: "term" }],
    ["{/x:2,y}", "/abc", { y: "abc" }],
    ["{a:2}{b}", "xyz", { a: "xy", b: "z" }],
    ["{a:1}{b}", "%C3%A9x", { a: "é", b: "x" }],
    ["{a:1}{b}", "%20%41x", { a: " ", b: "Ax" }],
    ["{a:1}{b}", "%C2%A9%C3", { a: "©", b: "\udcc3" }],
    ["{a:1}{b}", "%DF%BF%80", { a: "\u07ff", b: "\udc80" }],
    ["{a:1}{b}", "%E0%A0%80%C3", { a: "\u0800", b: "\udcc3" }],
    ["{a:1}{b}", "%EF%BF%BFx", { a: "\uffff", b: "x" }],
    ["{a:1}{b}", "%F0%9F%98%80%80", { a: "😀", b: "\udc80" }],
    ["{a:1}{b}", "%F0%9F%98", { a: "\udcf0", b: "\udc9f\udc98" }],
    ["{a:1}{b}", "%F5%80%80%80", { a: "\udcf5", b: "\udc80\udc80\udc80" }],
    ["/%7euser", "/~user", {}],
    ["/caf%c3%a9/{x}", "/caf%C3%A9/1", { x: "1" }],
    ["{__proto__}", "a", JSON.parse('{ "__proto__": "a" }')],
  ])("%s in %s is %j", (template, url, values) => {
    expect(matchTemplate(template, url)).toEqual(values);
  });

  it.each([
    ["/a/{x}", "/b/1"],
    ["/a/{x}", "/a/1/2"],
    ["/a/{x}", "/a/é"],
    ["/a/{x}", "/a/%4"],
    ["/a{?x}", "/a?y=1"],
    ["/a{?x}", "/a?x"],
    ["{;x}", ";x="],
    ["/{name:1}/{name}", "/x/term"],
    ["{x:2}", "abc"],
    ["{/x}{/x}", "/a/b"],
    // An object cannot have a key twice, nor a member without a key.
    ["{?keys*}", "?a=1&a=2"],
    ["{/keys*}", "/a=1/b"],
  ])("%s is not in %s", (template, url) => {
    expect(matchTemplate(template, url)).toBeUndefined();
  });

  it("has as many steps as states and characters of the template, times the offsets of the text", () => {
    expect(matchTemplate("a", "ab", { maxMatchSteps: 9 })).toBeUndefined();
    expect(catchProblem(() => matchTemplate("a", "ab", { maxMatchSteps: 8 }))).toMatchObject({
      ...{ code: "too-long", start: 0, end: 2 },
    });
  });

  it("reads the URL of a registry", () => {
    const url = createRegistry(http).parse("http://h.example/users/42");
    expect(matchTemplate("http://h.example/users/{id}", url)).toEqual({ id: "42" });
  });

  it("takes time that grows with the length of the text, up to a limit", () => {
    const template = "{a}{b}{c}{/d*}{+e}{f:9}!";
    expect(matchTemplate(template, `${"-".repeat(20_000)}?`)).toBeUndefined();
    expect(matchTemplate("{/a*}{/b*}{/c*}!", `${"/x".repeat(10_000)}?`)).toBeUndefined();
    const problem = catchProblem(() => matchTemplate(template, "x".repeat(100), { maxMatchSteps: 1_000 }));
    expect(problem).toMatchObject({ code: "too-long", start: 0, end: 100 });
    expect(catchProblem(() => matchTemplate(template, "", { maxMatchSteps: Number.NaN })).code).toBe(
      "too-long",
    );
  });

  it("counts each character of the template and of the text for the limit", () => {
    const template = `http://h.example/${"a".repeat(1_000)}{x}`;
    const url = template.replace("{x}", "b");
    // One state for each character, and a few for the variable, at each character and the end.
    const steps = template.length * (url.length + 1);
    const match = (maxMatchSteps: number) => matchTemplate(template, url, { maxMatchSteps });
    expect(match(steps * 1.1)).toEqual({ x: "b" });
    expect(catchProblem(() => match(steps * 0.9)).code).toBe("too-long");
  });

  const scalar = fc.string({ unit: fc.constantFrom(..."ab,=%2F/é😀 ?&;'\udce9"), maxLength: 5 });
  const value: fc.Arbitrary<TemplateValue> = fc.oneof(
    scalar,
    fc.array(scalar, { maxLength: 3 }),
    fc.dictionary(scalar, scalar, { maxKeys: 3 }),
  );
  const spec = fc
    .tuple(fc.constantFrom("x", "y", "z"), fc.constantFrom("", "*"))
    .map((parts) => parts.join(""));
  const expression = fc
    .tuple(
      fc.constantFrom("", "+", "#", ".", "/", ";", "?", "&"),
      fc.uniqueArray(spec, { minLength: 1, maxLength: 3 }),
    )
    .map(([operator, specs]) => `{${operator}${specs.join(",")}}`);
  const template = fc.array(fc.oneof(expression, fc.constantFrom("/", "-", "?", "a=")), { maxLength: 4 });

  it("returns values that expand to the same text, for every expansion of a template", () => {
    fc.assert(
      fc.property(template, fc.record({ x: value, y: value, z: value }), (parts, values) => {
        const text = expandReference(parts.join(""), values);
        const matched = matchTemplate(parts.join(""), text);
        if (matched !== undefined)
          expect(normalizeEscapes(expandReference(parts.join(""), matched))).toBe(normalizeEscapes(text));
        // Variables that are in several places, and keys that are there twice, may not be found.
        else expect(parts.join("").match(/x|y|z|a=/g)!.length).toBeGreaterThan(1);
      }),
    );
  });
});
