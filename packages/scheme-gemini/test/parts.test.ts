import { createRegistry, parse, resolveOptions } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { findCertificate } from "../src/certificate.ts";
import { type GeminiCertificate, type GeminiInit, type GeminiUrl, gemini } from "../src/index.ts";
import { geminiOptions } from "../src/options.ts";
import { plan } from "../src/plan.ts";
import { isMenuPath, PRESENTATION } from "../src/presentation.ts";
import { resolveSent, toTarget, withInput } from "../src/syntax.ts";

const registry = createRegistry(gemini);
const read = (path: string) => registry.parse(`gemini://h.example${path}`) as GeminiUrl;

describe("the parts of a URL", () => {
  it.each<[path: string, segments: readonly string[], input: string | undefined]>([
    ["", [""], undefined],
    ["?x", [""], "x"],
    ["/", [""], undefined],
    ["/a", ["a"], undefined],
    ["/a%2Fb/", ["a/b", ""], undefined],
    ["//", ["", ""], undefined],
    ["/a?", ["a"], ""],
    ["/?a+b%20c?d/e", [""], "a+b c?d/e"],
  ])("%j are the segments %j and the input %j", (path, segments, input) => {
    expect(read(path).parts).toEqual({ segments, input });
  });

  it.each<[init: GeminiInit, url: string]>([
    [{ host: "h" }, "gemini://h/"],
    [{ host: "h", segments: [] }, "gemini://h/"],
    [{ host: "h", segments: [""] }, "gemini://h/"],
    [{ host: "h", port: 1966, segments: ["a", "b c/d", ""] }, "gemini://h:1966/a/b%20c%2Fd/"],
    [{ host: "h", segments: ["a:@!$&'()*+,;=~"], input: "" }, "gemini://h/a:@!$&'()*+,;=~?"],
    [{ host: "h", input: "a/b?c d#é+" }, "gemini://h/?a/b?c%20d%23%C3%A9+"],
    [{ host: "h", fragment: "" }, "gemini://h/#"],
    [{ host: "h", fragment: "a b" }, "gemini://h/#a%20b"],
  ])("%j are formatted as %s", (init, url) => expect(registry.format("gemini", init)).toBe(url));

  it("cannot be formatted without a host", () => {
    expect(() => registry.format("gemini", { host: "" })).toThrow(
      expect.objectContaining({ name: "UrlSyntaxError", code: "missing-host" }),
    );
  });

  it("have these fields for format, in this order", () => {
    expect(gemini.fields).toEqual(["host", "port", "segments", "input", "fragment"]);
  });
});

describe("a URL that is sent", () => {
  it.each([
    ["", "/"],
    ["?a", "/?a"],
    ["/a/../b/./c#d", "/b/c"],
    ["/%7ea%2fb", "/~a%2Fb"],
    ["/#", "/"],
    ["/a#b?c", "/a"],
    [":1965/", "/"],
    [":1966", ":1966/"],
    ["/?#", "/?"],
  ])("is %s in normal form, and without its fragment: %s", (path, sent) => {
    expect(toTarget(read(path)).href).toBe(`gemini://h.example${sent}`);
  });

  it("can have any length until it is requested", () => {
    const path = `/${"a".repeat(100_000)}`;
    const url = registry.parse(`gemini://h.example${path}`, { maxUrlLength: 200_000 }) as GeminiUrl;
    expect(toTarget(url).href.length).toBe(100_019);
  });

  it.each([
    ["a b", "/s?a%20b"],
    ["", "/s?"],
    ["-._~aZ09", "/s?-._~aZ09"],
    ["+&=?/:@!", "/s?%2B%26%3D%3F%2F%3A%40%21"],
    ["é\n", "/s?%C3%A9%0A"],
  ])("with the answer %j is %s", (input, path) => {
    expect(withInput(read("/s?old"), input).href).toBe(`gemini://h.example${path}`);
  });

  it.each([
    ["c", "/a/c"],
    ["/c", "/c"],
    ["", "/a/b?q"],
    ["?é", "/a/b?%C3%A9"],
    ["../\u65e5\u672c", "/%E6%97%A5%E6%9C%AC"],
    ["\x7e%7e\x80", "/a/~%7e%C2%80"],
  ])("from a server can be the IRI %j (RFC 3987 §3.1)", (text, path) => {
    expect(resolveSent(read("/a/b?q"), text).href).toBe(`gemini://h.example${path}`);
  });

  it.each(["a b", "\x7f", "<", "%", "http://["])("from a server cannot be %j", (text) => {
    expect(() => resolveSent(read("/"), text)).toThrow(expect.objectContaining({ name: "UrlSyntaxError" }));
  });
});

describe("the plan", () => {
  it.each(["get", "list", "stat"])(
    "of %s is one request, of which the server closes the connection",
    (operation) => {
      const { steps, operation: planned } = plan(read(":1966/a/../b?c#d"), operation);
      expect(planned).toBe(operation);
      expect(steps).toMatchObject([
        { do: "connect", on: "control", host: "h.example", port: 1966, cite: "Gemini, Requests" },
        { do: "send", text: "gemini://h.example:1966/b?c", cite: "Gemini, Requests" },
        { do: "receive", cite: "Gemini, Requests" },
      ]);
      expect(steps.length).toBe(3);
    },
  );

  it("without an operation is that of get, at the port 1965", () => {
    expect(plan(read("/"))).toEqual(plan(read("/"), "get"));
    expect(plan(read("/")).steps[0]).toMatchObject({ port: 1965 });
  });

  it.each(["search", "put", ""])("of %j does not exist", (operation) => {
    expect(() => plan(read("/"), operation)).toThrow(
      expect.objectContaining({
        code: "unsupported",
        message: `gemini has no plan for "${operation}"`,
        hint: "use get, list, stat",
      }),
    );
  });
});

describe("the presentation", () => {
  it("is a menu with one column", () => {
    const { view } = PRESENTATION;
    expect(view).toMatchObject({ layout: "menu", columns: [{ field: "name", title: "Name" }] });
  });

  it("offers an answer for the statuses 10 to 19, except for a secret (11)", () => {
    const { search } = PRESENTATION.view as { search: object };
    expect(search).toEqual({
      ...{ title: "Answer the server", label: "Answer", part: "input" },
      asked: [10, 12, 13, 14, 15, 16, 17, 18, 19],
    });
  });

  it.each([
    ["", true],
    ["/", true],
    ["/a/", true],
    ["/a.gmi", true],
    ["/a.GMI", true],
    ["/a/b.gemini?x", true],
    ["/a", false],
    ["/a.gmi/b", false],
    ["/agmi", false],
    ["/a.gmix", false],
    ["/a.gmi.txt", false],
  ])("of %j is that of a directory: %j", (path, due) => expect(isMenuPath(read(path))).toBe(due));

  it("has valid examples, each with a title", () => {
    for (const { url, title } of gemini.examples ?? []) {
      expect(registry.normalize(url)).toBe(url);
      expect(title).toMatch(/^(an?|the) /);
    }
  });
});

const CERT: GeminiCertificate = { url: "gemini://h.example/", cert: "CERT", key: "KEY" };

describe("a client certificate", () => {
  /** Returns the index of the certificate for a URL. */
  const find = (url: string, ...scopes: readonly string[]) => {
    const found = findCertificate(
      parse(url),
      scopes.map((scope, i) => ({ url: scope, cert: `cert ${i}`, key: `key ${i}` })),
    );
    if (found === undefined) return undefined;
    const index = Number(found.cert.slice(5));
    expect(found).toEqual({ cert: `cert ${index}`, key: `key ${index}` });
    return index;
  };

  it.each([
    // Each has the URL, and that of a certificate.
    ["gemini://h.example/", "gemini://h.example/"],
    ["gemini://h.example", "gemini://h.example/"],
    ["gemini://h.example/", "gemini://h.example"],
    ["gemini://h.example/a", "gemini://h.example"],
    ["gemini://h.example/a/b", "gemini://h.example/a"],
    ["gemini://h.example/a/b", "gemini://h.example/a/"],
    ["gemini://h.example/a", "gemini://h.example/a"],
    ["gemini://h.example/a", "gemini://h.example/a/"],
    ["gemini://h.example/a?b", "gemini://h.example/a?c#d"],
    ["gemini://h.example/%61", "gemini://h.example/a"],
    ["gemini://H.example/", "gemini://h.Example:1965/"],
    ["gemini://h.example:7/", "gemini://h.example:7/"],
    ["gemini://[::1]/", "gemini://[::1]/"],
  ])("for %s can be that of %s", (url, scope) => expect(find(url, scope)).toBe(0));

  it.each([
    ["gemini://h.example/", "gemini://i.example/"],
    ["gemini://h.example/", "gemini://h.example:7/"],
    ["gemini://h.example/", "gemini://a.h.example/"],
    ["gemini://h.example/", "gemini://h.example/a"],
    ["gemini://h.example/ab", "gemini://h.example/a"],
    ["gemini://h.example/A", "gemini://h.example/a"],
    ["gemini://h.example/a%2Fb", "gemini://h.example/a/b"],
    ["gemini://h.example/a/b", "gemini://h.example/b"],
    ["gemini://h.example/a", "gemini://h.example/a/b"],
    ["gemini://h.example/a", "gemini://h.example//"],
  ])("for %s is not that of %s", (url, scope) => expect(find(url, scope)).toBeUndefined());

  it("is the one with the longest path, and of two with the same path the first one", () => {
    const [root, a, ab] = ["gemini://h.example/", "gemini://h.example/a", "gemini://h.example/a/b/"];
    expect(find("gemini://h.example/a/b/c", root!, a!, ab!)).toBe(2);
    expect(find("gemini://h.example/a/b/c", ab!, a!, root!)).toBe(0);
    expect(find("gemini://h.example/a/c", root!, ab!, a!)).toBe(2);
    expect(find("gemini://h.example/a/c", a!, `${a}/`)).toBe(0);
    expect(find("gemini://h.example/x", root!, root!)).toBe(0);
    expect(find("gemini://h.example/x")).toBeUndefined();
  });
});

describe("the options", () => {
  const resolve = (options: object) => resolveOptions(geminiOptions, options);

  it("have these defaults", () => {
    expect(geminiOptions.defaults).toEqual({ verify: "first-use", certificates: [] });
  });

  it("keep only what belongs to a certificate, and cannot be changed", () => {
    const given = { ...CERT, other: 1 };
    const [kept] = resolve({ certificates: [given] }).certificates;
    expect(kept).toEqual(CERT);
    expect(Object.isFrozen(kept)).toBe(true);
  });

  it.each<[certificates: unknown]>([
    ...[[{}], ["x"], [null], [[null]], [[undefined]], [["x"]]],
    ...[[[{ ...CERT, url: 1 }]], [[{ ...CERT, cert: 1 }]], [[{ ...CERT, key: undefined }]]],
    ...[[[{ ...CERT, url: "" }]], [[{ ...CERT, url: "h.example" }]], [[{ ...CERT, url: "gemini:a" }]]],
    ...[[[{ ...CERT, url: "http://h.example/" }]], [[{ ...CERT, url: "gemini:///a" }]], [[CERT, {}]]],
    [[{ url: CERT.url, cert: 1, key: 1 }]],
  ] as [unknown][])("cannot have the certificates %j", (certificates) => {
    expect(() => resolve({ certificates })).toThrow(
      expect.objectContaining({
        code: "bad-option",
        message: expect.stringMatching(
          /expected a list of objects with the texts url, cert and key; url is a gemini URL$/,
        ),
      }),
    );
  });
});
