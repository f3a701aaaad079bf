import { describe, expect, it } from "vitest";
import { createRegistry, type UrlSyntaxError } from "../../src/index.ts";
import {
  expandReference,
  expandTemplate,
  parseUriTemplate,
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
