import fc from "fast-check";
import { describe, expect, it } from "vitest";
import rfc from "../../../../tools/vectors/data/rfc3986-resolution.json" with { type: "json" };
import {
  checkHostport,
  createRegistry,
  defineScheme,
  parse,
  parseReference,
  relativize,
  resolve,
  type Url,
} from "../../src/index.ts";
import edges from "../vectors/resolution-edges.json" with { type: "json" };

/** The examples of the RFC, with another scheme in place of `http`. */
const as = (scheme: string, text: string) => text.replace(/^http:/, `${scheme}:`);

describe("all examples of RFC 3986 §5.4", () => {
  it("are all there: 42", () => expect(rfc.vectors).toHaveLength(42));

  describe.each(["http", "ftp", "gopher", "wais", "prospero", "x-foo"])(
    "with base %s://a/b/c/d;p?q",
    (scheme) => {
      it.each(rfc.vectors.map(({ input, expect: { href } }) => [input, href] as const))(
        "%j is %s",
        (input, href) => {
          // "http:g" has its own scheme and keeps it, whatever the base's scheme.
          const target = input === "http:g" ? href : as(scheme, href);
          expect(String(resolve(as(scheme, "http://a/b/c/d;p?q"), input))).toBe(target);
        },
      );
    },
  );

  it("has a second meaning of http:g, only for old documents", () => {
    const base = "http://a/b/c/d;p?q";
    expect(String(resolve(base, "http:g"))).toBe("http:g");
    expect(String(resolve(base, "http:g", { compatible: true }))).toBe("http://a/b/c/g");
    expect(String(resolve(base, "HTTP:g", { compatible: true }))).toBe("http://a/b/c/g");
    expect(String(resolve(base, "ftp:g", { compatible: true }))).toBe("ftp:g");
  });
});

describe("resolve", () => {
  it.each(edges.resolve)("$base + $reference", ({ base, reference, target, code }) => {
    if (code !== undefined) {
      expect(() => resolve(base, reference)).toThrow(expect.objectContaining({ code }));
    } else expect(String(resolve(base, reference))).toBe(target);
  });

  it("rejects a relative base, also one that was parsed before (§5.2.1)", () => {
    for (const base of ["", "b/c", "//h/b"]) {
      expect(() => resolve(parseReference(base) as Url, "d")).toThrow(
        expect.objectContaining({ code: "no-scheme" }),
      );
    }
  });

  it("treats only literal dots as dots with literalDotsOnly", () => {
    expect(String(resolve("http://a/b/c", "%2e%2e/x", { literalDotsOnly: true }))).toBe(
      "http://a/b/%2e%2e/x",
    );
  });
});

const segment = fc.constantFrom("a", "b", "..", ".", "", "a:b", "%2e", "%2E%2e", "c;x=1", "...");
const path = fc
  .array(segment, { maxLength: 6 })
  .map((segments) => segments.map((each) => `/${each}`).join(""));
const query = fc.constantFrom("", "?", "?q", "?a/../b");
const fragment = fc.constantFrom("", "#", "#f");
const url = fc
  .tuple(fc.constantFrom("x://h", "x://u:p@h:1"), path, query, fragment)
  .map((parts) => parts.join(""));
const opaque = fc
  .tuple(path, query, fragment)
  .map(([p, q, f]) => `x:${p.startsWith("//") ? `/.${p}` : p}${q}${f}`);
const reference = fc
  .tuple(fc.constantFrom("", "", "x:", "//g"), path, fc.boolean(), query, fragment)
  .map(
    ([front, p, rooted, q, f]) => `${front}${rooted || front === "//g" ? p : p.replace(/^\/+/, "")}${q}${f}`,
  )
  .filter((text) => isReference(text));

function isReference(text: string): boolean {
  try {
    parseReference(text);
    return true;
  } catch {
    return false;
  }
}

describe("laws of resolve", () => {
  it("a target has no dot segments, and resolves to itself", () => {
    fc.assert(
      fc.property(fc.oneof(url, opaque), reference, (base, text) => {
        const target = resolve(base, text);
        if (parseReference(text).path !== "") {
          const dots = target.path.split("/").filter((each) => /^(?:\.|%2e){1,2}$/i.test(each));
          // The remaining one is the guard "/." of a path that would begin with "//".
          expect(dots.length).toBeLessThanOrEqual(target.path.startsWith("/.//") ? 1 : 0);
        }
        expect(String(resolve(target, ""))).toBe(String(target).replace(/#.*$/, ""));
      }),
    );
  });

  it("relativize returns a reference that resolves back, and is never longer than the target", () => {
    fc.assert(
      fc.property(fc.oneof(url, opaque), fc.oneof(url, opaque), (base, target) => {
        const text = relativize(base, target);
        // Only its own text reaches a target with dot segments, and resolving removes them.
        expect(String(resolve(base, text))).toBe(text === target ? String(resolve(base, target)) : target);
        expect(text.length).toBeLessThanOrEqual(target.length);
        expect(text.startsWith("//")).toBe(false);
      }),
    );
  });
});

describe("relativize", () => {
  it.each(edges.relativize)("from $base to $target", ({ base, target, reference: text }) => {
    expect(relativize(base, target)).toBe(text);
  });
});

describe("a registry's resolve", () => {
  const opaqueScheme = defineScheme({
    name: "x-menu",
    cite: ["RFC 1436"],
    parse: () => ({}),
    format: () => "x-menu://h/",
    examples: [],
  });
  const urls = createRegistry(opaqueScheme);

  it.each(["../c", "c", "?q", "./"])("rejects %s if the path is opaque", (text) => {
    expect(() => urls.resolve("x-menu://h/1/a/b", text)).toThrow(
      expect.objectContaining({
        code: "unsupported",
        message: expect.stringContaining("the path of a URL of x-menu is opaque"),
      }),
    );
  });

  it.each([
    ["", "x-menu://h/1/a/b"],
    ["#f", "x-menu://h/1/a/b#f"],
    ["/0x", "x-menu://h/0x"],
    ["/0/a/../b", "x-menu://h/0/a/../b"],
    ["//g/1", "x-menu://g/1"],
    ["x-menu://g/1/a/../b", "x-menu://g/1/a/../b"],
    ["x-tree://g/a/../b", "x-tree://g/b"],
  ])("takes %j", (text, target) => expect(String(urls.resolve("x-menu://h/1/a/b", text))).toBe(target));

  const strict = createRegistry(
    defineScheme({
      name: "x-strict",
      cite: ["RFC 1738 §3.1"],
      hierarchical: true,
      check: (url, report) => checkHostport(url, report, { userinfo: true, cite: "RFC 1738 §3.1" }),
      parse: ({ path }) => ({ path }),
      format: () => "x-strict://h/",
      examples: [],
    }),
  );

  it("lets the scheme of the target check and read it", () => {
    expect(strict.resolve("x-strict://h/a/b", "../c")).toMatchObject({
      href: "x-strict://h/c",
      parts: { path: "/c" },
    });
    expect(strict.resolve("x-strict://h:21/a", "//g:70/c")).toMatchObject({
      host: "g",
      port: "70",
      path: "/c",
    });
  });

  it.each(["//127.1/", "//h..g/", "//h:70000/", "x-strict:/a"])("rejects the target of %s", (text) => {
    const { problems } = strict.tryParse(text.startsWith("//") ? `x-strict:${text}` : text);
    const codes = problems.map(({ code }) => code);
    expect(codes).not.toEqual([]);
    const resolve = () => strict.resolve("x-strict://h/a", text);
    expect(resolve).toThrow(expect.objectContaining({ code: codes[0], problems }));
  });

  it("rejects a target that is too long", () => {
    const options = { maxUrlLength: 20 };
    expect(() => strict.resolve("x-strict://h/aaaaa/", "bbbbb", options)).toThrow(
      expect.objectContaining({ code: "too-long" }),
    );
  });
});

describe("the shortest reference", () => {
  it.each([
    ["x://h/a/b", "x://h/a/c", "c"],
    ["x://h/a/b", "x://h/a/b", ""],
    ["x://h/a/", "x://h/a/", "./"],
    ["x://h/a/b", "x://h/a/b#f", "#f"],
    ["x://h/a/b", "x://h/a/b?q", "?q"],
    ["x://h/a/b?q", "x://h/a/b", "b"],
    ["x://h/a/", "x://h/a/#f", "#f"],
    ["x://h/a/b/c", "x://h/a/d", "../d"],
    ["x://h/a/b/c", "x://h/", "/"],
    ["x://h/a/b/c", "x://h", "x://h"],
    ["x://h", "x://h/a", "/a"],
    ["x://h/a", "x://h/a/", "a/"],
    ["x://h/a", "x://h/b:c", "/b:c"],
    ["x://h/a", "x://h//b", ".//b"],
    ["x://h/a/b/c/d", "x://h/e", "/e"],
    ["x:a", "x:b", "b"],
    ["x:a/b", "x:c", "x:c"],
    ["x:/a/b", "x:c", "x:c"],
    ["x://h/a", "y://h/a", "y://h/a"],
    ["x://h/a", "x://i/a", "x://i/a"],
    ["x://h/a/b", "x://h/a/../c", "x://h/a/../c"],
    ["x://h/a/b", "x://h/a/b/c", "b/c"],
    ["x://h/a/b/c", "x://h/a/b/", "./"],
    ["x://h/a/./b", "x://h/a/c", "c"],
    ["X://h/a", "x://h/b", "b"],
    ["x://h/a/b/c", "x://h/a/b", "../b"],
  ])("from %s to %s is %j", (base, target, reference) => {
    expect(relativize(base, target)).toBe(reference);
    expect(relativize(parse(base), parse(target))).toBe(reference);
  });
});

describe("a base with an opaque path", () => {
  const urls = createRegistry(defineScheme({ name: "opaque", cite: ["x"], format: () => "", examples: [] }));

  it.each([
    ["opaque:a", "//h/b", undefined],
    ["opaque:a", "//h", undefined],
    ["opaque:a", "/b", undefined],
    ["opaque:a", "", "opaque:a"],
    ["opaque:a", "#f", "opaque:a#f"],
    ["opaque:a", "?q", undefined],
    ["opaque://h/a", "//i", "opaque://i"],
    ["opaque://h/a", "//i?q", "opaque://i?q"],
    ["opaque://h/a", "/b?q", "opaque://h/b?q"],
    ["opaque://h/a", "b", undefined],
    ["opaque:a", "x:b", "x:b"],
  ])("%s and the reference %j are %s", (base, reference, target) => {
    const resolved = () => urls.resolve(base, reference).href;
    if (target === undefined) expect(resolved).toThrow();
    else expect(resolved()).toBe(target);
  });

  it("has no range for the error of a base without a scheme", () => {
    expect(() => resolve(parseReference("a") as Url, "b")).toThrow(
      expect.objectContaining({ code: "no-scheme", start: 0, end: 0 }),
    );
  });

  it("has the limit of length for the target", () => {
    expect(() => resolve("x://h/aaaa/", "bbbb", { maxUrlLength: 14 })).toThrow(
      expect.objectContaining({ code: "too-long" }),
    );
    expect(resolve("x://h/aaaa/", "bbbb", { maxUrlLength: 15 }).href).toBe("x://h/aaaa/bbbb");
  });
});
