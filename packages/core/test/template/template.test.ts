import { createRegistry, defineScheme } from "@anyurl/core";
import { parseTemplate, templateSyntax } from "@anyurl/core/template";
import { describe, expect, expectTypeOf, it } from "vitest";

const finger = defineScheme({
  name: "finger",
  defaultPort: 79,
  cite: ["draft-ietf-uri-url-finger-03"],
  ...templateSyntax("finger://{host}[:{port}][/{request}]", { meanings: { request: "the user to look up" } }),
  examples: [{ url: "finger://space.mit.edu/nasanews", title: "a user" }],
});

const note = defineScheme({
  name: "x-note",
  defaultPort: 4545,
  cite: ["README"],
  ...templateSyntax("x-note://[{user}@]{host}[:{port}]/{board}[/{note+}[;type={type}]][?{words*}]"),
  examples: [{ url: "x-note://h/b/n", title: "a note" }],
});

const registry = createRegistry(finger, note);

describe("a field of a URL template", () => {
  it("is split first and then decoded, as RFC 3986 §2.4 requires", () => {
    expect(registry.parse("finger://h/a%2Fb%25").parts).toEqual({ request: "a/b%" });
    expect(registry.parse("x-note://h/b/n%3Btype=x;type=%41").parts).toMatchObject({
      note: "n;type=x",
      type: "A",
    });
  });

  it("of an optional part differs when it is absent and when it is empty", () => {
    expect(registry.parse("finger://h").parts).toEqual({ request: undefined });
    expect(registry.parse("finger://h/").parts).toEqual({ request: "" });
  });

  it("with a star is a list", () => {
    expect(registry.parse("x-note://h/b?a/b%2Fc").parts.words).toEqual(["a", "b/c"]);
  });

  it("has a type that follows from the template", () => {
    expectTypeOf(registry.parse("x-note://h/b").parts).toEqualTypeOf<{
      readonly board: string;
      readonly note: string | undefined;
      readonly type: string | undefined;
      readonly words: readonly string[] | undefined;
    }>();
    expectTypeOf<Parameters<typeof finger.format>[0]>().toEqualTypeOf<{
      readonly host: string;
      readonly port?: number | undefined;
      readonly request?: string | undefined;
      readonly fragment?: string | undefined;
    }>();
    // @ts-expect-error: the template has no such field.
    expect(() => registry.format("finger", { host: "h", query: "q" })).toThrow(/unknown field "query"/);
    // @ts-expect-error: the field has no default.
    expect(() => registry.format("x-note", { host: "h" })).toThrow(/board must be text/);
  });
});

describe("format of a URL template", () => {
  it.each([
    [{ host: "h", board: "a/b;c" }, "x-note://h/a%2Fb;c"],
    [{ host: "h", board: "b", note: "n;type=x" }, "x-note://h/b/n%3Btype=x"],
    [{ host: "h", board: "b", words: ["a/b", "?"] }, "x-note://h/b?a%2Fb/%3F"],
    [{ user: "u@h", host: "h", port: 1, board: "" }, "x-note://u%40h@h:1/"],
  ])("escapes what would end a field: %j", (init, url) => {
    expect(registry.format("x-note", init)).toBe(url);
  });

  it.each([
    [{ host: "h", board: "b", note: "" }, /note must not be empty/],
    [{ host: "h", board: "b", type: "t" }, /note must be text/],
    [{ host: "h", board: "b", words: [] }, /words must be a list/],
    [{ host: "h", board: "b", words: "w" as never }, /words must be a list/],
    [{ host: "h", board: 1 as never }, /board must be text/],
  ])("rejects fields that the template cannot write: %j", (init, message) => {
    expect(() => registry.format("x-note", init)).toThrow(message);
  });
});

it("reads an empty path after a host as a slash, which is its normal form (RFC 3986 §6.2.3)", () => {
  const root = registry.parse("x-note://h?w");
  expect(root.parts).toMatchObject({ board: "", words: ["w"] });
  expect(registry.normalize(root)).toBe("x-note://h/?w");
});

it("takes the default port of the normal form from the scheme", () => {
  expect(registry.normalize("finger://H:079/%41%3b")).toBe("finger://h/A;");
});

it("describes fields with their meaning, and fixed text", () => {
  expect(registry.describe("finger://h/joe").map(({ name, meaning }) => [name, meaning])).toEqual([
    ["scheme", "how to read the rest"],
    ["host", "a host name"],
    ["request", "the user to look up"],
  ]);
  expect(registry.describe("x-note://h/b/n;type=a").map(({ name }) => name)).toContain('"type"');
  const words = createRegistry(
    defineScheme({ name: "x-t", cite: ["x"], ...templateSyntax("x-t:a-b/{c}/a-b/d/a-b"), examples: [] }),
  );
  expect(words.describe("x-t:a-b/d/a-b/d/a-b").map(({ name, start, end }) => [name, start, end])).toEqual([
    ["scheme", 0, 3],
    ['"a-b"', 4, 7],
    ["c", 8, 9],
    ['"a-b" (2)', 10, 13],
    ['"d" (2)', 14, 15],
    ['"a-b" (3)', 16, 19],
  ]);
});

it.each([
  ["finger:x", "missing-authority", 7],
  ["finger://u@h/", "userinfo-not-allowed", 9],
  ["finger://h/a/b", "bad-path", 12],
  ["finger://h/a?b", "query-not-allowed", 12],
  ["finger://h:99999/", "bad-port", 11],
  ["x-note:", "missing-authority", 7],
  ["x-note://u:secret@h/b", "userinfo-not-allowed", 10],
  ["x-note://h/b/", "bad-path", 13],
  ["x-note://h/b/n;typ=a", "bad-path", 14],
  ["x-note://h/b/n?", undefined, 0],
])("reports where %s does not fit", (text, code, start) => {
  const [problem] = registry.tryParse(text).problems;
  expect([problem?.code, problem?.start ?? 0]).toEqual([code, start]);
  expect(JSON.stringify(problem ?? "")).not.toContain("secret");
});

/** Checks one URL of a scheme that has nothing but a template. */
function problemsOf(template: string, url: string): readonly (readonly [code: string, start: number])[] {
  const scheme = defineScheme({ name: "x-t", cite: ["README"], ...templateSyntax(template), examples: [] });
  return createRegistry(scheme)
    .tryParse(url)
    .problems.map(({ code, start }) => [code, start]);
}

it.each([
  ["x-t://{host}/{a}", "x-t://h:80/a", [["bad-port", 7]]],
  ["x-t:/{a*}", "x-t:", [["bad-path", 4]]],
  ["x-t:///{a}", "x-t:/a", [["missing-authority", 4]]],
  ["x-t:///{a}", "x-t://h/a", [["host-not-local", 4]]],
  ["x-t:{a}", "x-t://h/a", [["authority-not-allowed", 4]]],
  [
    "x-t://{host}/{a}?{q}",
    "x-t://h/%0D?%0A%00",
    [
      ["control-octet", 8],
      ["control-octet", 12],
      ["control-octet", 15],
    ],
  ],
  ["x-t://{host}/{a}?{q}&r={r}", "x-t://h/a?b", [["bad-query", 11]]],
])("by the template %s, %s has these problems: %j", (template, url, problems) => {
  expect(problemsOf(template, url)).toEqual(problems);
});

/** The fields of a URL as JSON, if it is valid, and every problem with its place. */
function readAll(template: string, url: string): readonly string[] {
  const scheme = defineScheme({
    ...{ name: "x-t", cite: ["README"], examples: [] },
    ...templateSyntax<string>(template),
  });
  const { url: read, problems } = createRegistry(scheme).tryParse(url);
  return [
    ...(read === undefined ? [] : [JSON.stringify(read.parts)]),
    ...problems.map(({ code, component, start, end, message, hint, cite }) => {
      const said = message.replace(template, "TEMPLATE") + (hint === undefined ? "" : `; ${hint}`);
      return `${code} ${component} ${start}-${end}: ${said} (${cite})`;
    }),
  ];
}

it.each([
  ["x-t://h/a", '{"a":"a"}'],
  ["x-t://u@h:1/a;t=b?c", '{"a":"a","t":"b","q":"c"}'],
  [
    "x-t://u:p@h/a",
    'userinfo-not-allowed userinfo 7-9: URLs of x-t cannot have a password; remove everything from the ":" up to the "@" (README)',
    "deprecated-password userinfo 8-9: the URL contains a password; remove it; you are asked for it when needed (RFC 3986 §3.2.1)",
  ],
  ["x-t://h/", '{"a":""}'],
  ["x-t://h", '{"a":""}'],
  ["x-t://h?", '{"a":"","q":""}'],
  [
    "x-t://h/a/b",
    'bad-path path 9-11: unexpected "/"; the form is TEMPLATE; write a "/" that is data as "%2F" (README)',
  ],
  ["x-t://h/a;t=", '{"a":"a","t":""}'],
  [
    "x-t://h/a;x=b",
    'bad-path path 9-13: unexpected ";"; the form is TEMPLATE; write a ";" that is data as "%3B" (README)',
  ],
  ["x-t://h/a?", '{"a":"a","q":""}'],
  ["x-t://h:0/a", '{"a":"a"}'],
  ["x-t://h:/a", '{"a":"a"}'],
  [
    "x-t:a",
    'missing-authority authority 4-4: missing "//" and a host after "x-t:"; write x-t://HOST/… (README)',
  ],
  ["x-t://@h/a", '{"a":"a"}'],
  [
    "x-t://h/%00",
    '{"a":"\\u0000"}',
    'control-octet path 8-11: "%00" could inject a command; the URL can be parsed, but not opened (RFC 1738 §6)',
  ],
  [
    "x-t://h/a;T=b",
    'bad-path path 9-13: unexpected ";"; the form is TEMPLATE; write a ";" that is data as "%3B" (README)',
  ],
])(
  "by the template x-t://[{user}@]{host}[:{port}]/{a}[;t={t}][?{q}], %s has these fields and problems",
  (url, ...found) => {
    expect(readAll("x-t://[{user}@]{host}[:{port}]/{a}[;t={t}][?{q}]", url)).toEqual(found);
  },
);

it.each([
  [
    "x-t://u@h/a",
    'userinfo-not-allowed userinfo 6-8: URLs of x-t cannot have a user or a password; remove everything up to the "@" (README)',
  ],
  ["x-t://h:1/a", "bad-port port 7-9: URLs of x-t cannot have a port; remove it (README)"],
  ["x-t:///a", "missing-host host 6-6: missing host in the x-t URL; write x-t://HOST/… (README)"],
  [
    "x-t://h/a?b",
    'query-not-allowed query 9-11: URLs of x-t have no query; remove it, or write a "?" that is data as "%3F" (README)',
  ],
  ["x-t://h/a#f", '{"a":"a"}'],
  ["x-t://h/a;b", '{"a":"a;b"}'],
])("by the template x-t://{host}/{a}, %s has these fields and problems", (url, ...found) => {
  expect(readAll("x-t://{host}/{a}", url)).toEqual(found);
});

it.each([
  [
    "x-t://u:p@h/a/b",
    '{"a":["a","b"]}',
    "deprecated-password userinfo 8-9: the URL contains a password; remove it; you are asked for it when needed (RFC 3986 §3.2.1)",
  ],
  ["x-t://u@h/a", '{"a":["a"]}'],
  ["x-t://h/a", '{"a":["a"]}'],
  ["x-t://u:@h/", '{"a":[""]}'],
])(
  "by the template x-t://[{user}[:{password}]@]{host}/{a*}, %s has these fields and problems",
  (url, ...found) => {
    expect(readAll("x-t://[{user}[:{password}]@]{host}/{a*}", url)).toEqual(found);
  },
);

it.each([
  ["x-t:///a", '{"a":"a"}'],
  [
    "x-t:/a",
    'missing-authority authority 4-4: expected "///" after "x-t:", because URLs of x-t have an empty host; write x-t:///… (README)',
  ],
  [
    "x-t://h/a",
    'host-not-local authority 4-7: expected "///" after "x-t:", because URLs of x-t have an empty host; write x-t:///… (README)',
  ],
  [
    "x-t:a",
    'missing-authority authority 4-4: expected "///" after "x-t:", because URLs of x-t have an empty host; write x-t:///… (README)',
  ],
])("by the template x-t:///{a}, %s has these fields and problems", (url, ...found) => {
  expect(readAll("x-t:///{a}", url)).toEqual(found);
});

it.each([
  ["x-t:1/b", '{"a":"1"}'],
  ["x-t:1/b/2", '{"a":"1","c":"2"}'],
  ["x-t:1/b/", "bad-path path 8-8: missing c; the form is TEMPLATE (README)"],
  ["x-t:1/c", 'bad-path path 5-7: expected "/b"; the form is TEMPLATE (README)'],
  ["x-t:/b", '{"a":""}'],
  ["x-t:1", 'bad-path path 5-5: expected "/b"; the form is TEMPLATE (README)'],
  [
    "x-t:1/b/2/3",
    'bad-path path 9-11: unexpected "/"; the form is TEMPLATE; write a "/" that is data as "%2F" (README)',
  ],
  [
    "x-t:1/bb",
    'bad-path path 7-8: unexpected "b"; the form is TEMPLATE; write a "b" that is data as "%62" (README)',
  ],
])("by the template x-t:{a}/b[/{c+}], %s has these fields and problems", (url, ...found) => {
  expect(readAll("x-t:{a}/b[/{c+}]", url)).toEqual(found);
});

it.each([
  [{ host: "h", board: 1 }, "bad-path", "path", "board must be text"],
  [{ host: "h", board: "b", words: [] }, "bad-query", "query", "words must be a list of texts, not empty"],
  [{ host: "h", board: "b", words: [1] }, "bad-query", "query", "words must be a list of texts, not empty"],
  [{ host: "h", board: "b", note: "" }, "bad-path", "path", "note must not be empty"],
] as const)(
  "says by the form of the template what is wrong with the fields %j",
  (init, code, component, message) => {
    expect(() => registry.format("x-note", init as never)).toThrow(
      expect.objectContaining({
        ...{ code, component, start: 0, end: 0, cite: "RFC 3986 §3" },
        message: expect.stringContaining(`${message}; the form is x-note://[`),
      }),
    );
  },
);

it("does not format a path that would be read as a host", () => {
  const { format } = templateSyntax("x-t:/{a*}");
  expect(() => format({ a: ["", "h"] })).toThrow(/the path begins with "\/\/"/);
});

it("normalizes the escapes of the fragment", () => {
  expect(registry.normalize("finger://h/a#%41%c3%a9")).toBe("finger://h/a#A%C3%A9");
});

it.each([
  ["finger", "expected a scheme", 0],
  ["Finger://{host}", "expected a scheme", 0],
  ["x://{host}{path}", "{host}[:{port}] with any", 10],
  ["x://{user}@{host}/{a}", "//[{user}[:{password}]@]", 4],
  ["x://{host}[:port]/{a}", "[:{port}]", 10],
  ["x:{a}{b}", "a literal is needed between two fields", 2],
  ["x:{a}b{b}", "must begin with a reserved character", 2],
  ["x:{a*}/{b}", 'a list cannot end at a "/"', 2],
  ["x:{a}[/{b}", 'expected "]"', 10],
  ["x:{a}[{b}]", "must begin with a literal", 5],
  ["x:{a}[/b]", "must have a field of its own", 5],
  ["x:{a}[;xy={b}];x", "can begin like the part", 5],
  ["x:{a}[;x={b}][;x={c}]", "can begin like the part", 5],
  ["x:{a}[;x={b}[;y={c}]][;y={d}]", "can begin like the part", 12],
  ["x:{a}[;x={b}]{c}", "a field cannot follow an optional part", 5],
  ["x:{a}[?{b}]/c", "nothing can follow", 11],
  ["x:{host}", 'the name "host" is reserved', 2],
  ["x:{a}/{a}", 'two fields have the name "a"', 6],
  ["x:{a}]", "expected a field", 5],
  ["x:{a-b}", "expected a field", 2],
  ["x:a%20{b}", "expected a field", 3],
])("rejects the template %s", (template, message, at) => {
  expect(() => parseTemplate(template)).toThrow(message);
  expect(() => parseTemplate(template)).toThrow(`, at ${at}`);
});
