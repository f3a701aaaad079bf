import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { appendSegments, child, parent, withName, withSuffix } from "../../src/edit/index.ts";
import {
  createRegistry,
  decodeSegments,
  decodeText,
  defineScheme,
  isDotSegment,
  parse,
  type Url,
} from "../../src/index.ts";
import { http } from "../schemes.ts";

const path = (url: Url) => url.href.slice("x://h".length);
const at = (text: string) => parse(`x://h${text}`);

describe("appendSegments", () => {
  it.each([
    ["", ["a"], "/a"],
    ["/", ["a"], "/a"],
    ["/a", ["b", "c"], "/a/b/c"],
    ["/a/", ["b"], "/a/b"],
    ["/a", ["b", ""], "/a/b/"],
    ["/a", [""], "/a/"],
    ["/a/", [""], "/a/"],
    ["/a", [], "/a"],
    ["//", ["b"], "//b"],
    ["/%7e;v=1", ["b"], "/%7e;v=1/b"],
    ["/a?q#f", ["b"], "/a/b?q#f"],
    // Delimiters in a segment are data.
    ["/a", ["b/c?d#e;f%g é\udcff"], "/a/b%2Fc%3Fd%23e%3Bf%25g%20%C3%A9%FF"],
    ["/a", ["%2e%2e", "...", ".b"], "/a/%252e%252e/.../.b"],
  ])("%s with %j is %s", (before, segments, after) => {
    expect(path(appendSegments(at(before), ...segments))).toBe(after);
  });

  it.each([[["."]], [[".."]], [["", "a"]], [["a", "..", "b"]]])("rejects %j", (segments) => {
    expect(() => appendSegments(at("/a"), ...segments)).toThrow(
      expect.objectContaining({ code: "bad-path", component: "path" }),
    );
  });

  it("rejects a lone surrogate that does not stand for a byte", () => {
    expect(() => appendSegments(at("/a"), "\ud800")).toThrow(
      expect.objectContaining({ code: "illegal-character" }),
    );
  });

  it("keeps a path that begins with two slashes a path if there is no host", () => {
    expect(appendSegments(parse("x:/"), "").href).toBe("x:/");
    expect(appendSegments(parse("x:/.//a"), "b").href).toBe("x:/.//a/b");
  });
});

describe("child of a URL", () => {
  it.each([
    ["", "/a b", "/%2Fa%20b"],
    ["/d?q#f", "e", "/d/e"],
    ["/d/", "e", "/d/e"],
  ])("%s with %j is %s", (before, name, after) => {
    expect(path(child(at(before), name))).toBe(after);
  });

  it.each(["", ".", ".."])("rejects %j", (name) => {
    expect(() => child(at("/a"), name)).toThrow(expect.objectContaining({ code: "bad-path" }));
  });
});

describe("parent of a URL", () => {
  it.each([
    ["/a/b", "/a/"],
    ["/a/b/", "/a/"],
    ["/a", "/"],
    ["/", "/"],
    ["", ""],
    ["/a%2Fb/c?q#f", "/a%2Fb/"],
    ["//a", "//"],
    // The last segment of the normal form counts.
    ["/a/b/..", "/"],
    ["/a/b/%2e", "/a/"],
  ])("of %s is %s", (before, after) => {
    expect(path(parent(at(before)))).toBe(after);
  });
});

describe("withName", () => {
  it.each([
    ["/a/b", "c d", "/a/c%20d"],
    ["/a", "b/c", "/b%2Fc"],
    ["/%61/b.txt;type=a?q#f", "c", "/%61/c;type=a?q#f"],
    ["/a;b", "c;d", "/c%3Bd;b"],
  ])("%s with %j is %s", (before, name, after) => {
    expect(path(withName(at(before), name))).toBe(after);
  });

  it.each([
    ["/a/", "b"],
    ["", "b"],
    ["/a/..", "b"],
    ["/;type=a", "b"],
    ["/a", ""],
    ["/a", "."],
    ["/a", ".."],
  ])("rejects %s with %j", (before, name) => {
    expect(() => withName(at(before), name)).toThrow(expect.objectContaining({ code: "bad-path" }));
  });
});

describe("withSuffix", () => {
  it.each([
    ["/a.txt", ".gz", "/a.gz"],
    ["/a.tar.gz", ".xz", "/a.tar.xz"],
    ["/a", ".gz", "/a.gz"],
    ["/a.txt", "", "/a"],
    ["/.profile", ".bak", "/.profile.bak"],
    ["/%2Eprofile", ".bak", "/%2Eprofile.bak"],
    ["/a.", ".b", "/a..b"],
    ["/%61%2etxt", ".md", "/%61.md"],
    ["/d.x/a.txt;type=i?q=1.2#f.g", ".b c", "/d.x/a.b%20c;type=i?q=1.2#f.g"],
    ["/a.b", ".c/d", "/a.c%2Fd"],
  ])("%s with %j is %s", (before, suffix, after) => {
    expect(path(withSuffix(at(before), suffix))).toBe(after);
  });

  it.each([
    ["/a", "gz"],
    ["/a", "."],
    ["/a/", ".gz"],
    // The result would be a dot segment.
    ["/..a", ""],
    ["/%2E.a", ""],
  ])("rejects %s with %j", (before, suffix) => {
    expect(() => withSuffix(at(before), suffix)).toThrow(expect.objectContaining({ code: "bad-path" }));
  });
});

describe("a path without segments", () => {
  const selector = defineScheme({ name: "x-sel", cite: [], format: () => "x-sel:", examples: [] });
  const urls = createRegistry(http, selector);
  const edits: readonly ((url: Url) => Url)[] = [
    (url) => appendSegments(url, "a"),
    (url) => child(url, "a"),
    (url) => parent(url),
    (url) => withName(url, "a"),
    (url) => withSuffix(url, ".a"),
  ];

  it.each(["urn:isbn:1", "x-foo:a/b", "x-foo:", "x-sel://h/a/b"])("of %s is not changed", (text) => {
    for (const edit of edits)
      expect(() => edit(urls.parse(text) as Url)).toThrow(expect.objectContaining({ code: "unsupported" }));
  });

  it("leaves the result to the scheme", () => {
    const url = child(urls.parse("http://h:8080/a"), "b");
    expect(url.parts.effectivePort).toBe(8080);
  });
});

describe("every edit of a path", () => {
  const segment = fc
    .array(fc.constantFrom("a", ".", "%2E", "%2f", "%FF", ";t", "=", ":", ""))
    .map((each) => each.join(""));
  const url = fc
    .tuple(
      fc.constantFrom("x://u:p@H:1/", "x://h/", "x:/c/", "x:/.//"),
      fc.array(segment, { minLength: 1, maxLength: 4 }),
      fc.constantFrom("", "?", "?q=/a.b;c", "#", "?#f/g.h"),
    )
    .map(([start, segments, end]) => parse(`${start}${segments.join("/")}${end}`));
  const name = fc
    .array(fc.constantFrom("a", ".", "/", "?", "#", ";", "%", "é", "\udcfe", " ", "\0"), { minLength: 1 })
    .map((each) => each.join(""))
    .filter((each) => each !== "." && each !== "..");
  const rest = ({ scheme, authority, query, fragment }: Url) => [scheme, authority, query, fragment];
  const last = ({ path: text }: Url) => decodeText(text.slice(text.lastIndexOf("/") + 1).replace(/;.*/, ""));

  it("returns the name that was set, and changes no other component", () => {
    fc.assert(
      fc.property(url, name, (before, text) => {
        const appended = appendSegments(before, text);
        expect(last(appended)).toBe(text);
        expect(rest(appended)).toEqual(rest(before));
        expect(parse(appended.href).href).toBe(appended.href);
        const segments = decodeSegments(before.path, 0, before.path.length);
        const kept = segments.at(-1) === "" ? segments.slice(0, -1) : segments;
        expect(decodeSegments(appended.path, 0, appended.path.length)).toEqual([...kept, text]);
        expect(child(before, text).path).toBe(appended.path);
        const renamed = withName(appended, "b");
        expect(last(renamed)).toBe("b");
        expect(last(withSuffix(renamed, ".c/d"))).toBe("b.c/d");
        expect(rest(withSuffix(renamed, ".c"))).toEqual(rest(before));
      }),
    );
  });

  it("has the directory as the parent of a child", () => {
    fc.assert(
      fc.property(url, name, (before, text) => {
        fc.pre(!before.path.split("/").some(isDotSegment));
        const directory = appendSegments(before, "").with({ query: undefined, fragment: undefined });
        expect(parent(child(before, text)).href).toBe(directory.href);
      }),
    );
  });
});
