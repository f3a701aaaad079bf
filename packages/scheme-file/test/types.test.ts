import { createRegistry, type Url } from "@anyurl/core";
import { describe, expect, expectTypeOf, it } from "vitest";
import { type FileParts, file, toPath } from "../src/index.ts";

const urls = createRegistry(file);

describe("the types of file", () => {
  it("gives a literal URL its parts", () => {
    const url = urls.parse("file:///a/b%20c");
    expectTypeOf(url.parts).toEqualTypeOf<FileParts>();
    expectTypeOf(url.scheme).toEqualTypeOf<"file">();
    expect(url.parts).toEqual({ segments: ["a", "b c"] });
    expect(toPath(url, { system: "posix" })).toBe("/a/b c");
  });

  it("narrows a URL that is only known at run time", () => {
    const url: Url = urls.parse("file:///x" as string);
    // @ts-expect-error: not yet known to be a file URL
    expect(() => toPath(url, { system: "windows" })).toThrow();
    if (!file.is(url)) throw new Error("not narrowed");
    expect(toPath(url, { system: "posix" })).toBe("/x");
  });

  it("types what format takes", () => {
    expect(urls.format("file", { segments: ["a/b"] })).toBe("file:///a%2Fb");
    // @ts-expect-error: a file URL has no port
    void (() => urls.format("file", { host: "h", port: 80, segments: ["a"] }));
  });
});

describe("changing a file URL", () => {
  it("changes its segments, and keeps other components", () => {
    const url = urls.parse("file://h.example/a/b#c");
    expect(String(url.with({ segments: ["x?y", "z"] }))).toBe("file://h.example/x%3Fy/z#c");
    expect(String(urls.parse("file:/a?b").with({ segments: ["c"] }))).toBe("file:///c");
    expect(() => url.with({ port: 80 })).toThrow(expect.objectContaining({ code: "bad-port" }));
    expect(() => url.with({ user: "u" })).toThrow(expect.objectContaining({ code: "userinfo-not-allowed" }));
  });
});

describe("isDirectory", () => {
  it.each([
    ["file:///", true],
    ["file:///a/", true],
    ["file:///a/..", true],
    ["file:///a/%2e", true],
    ["file:///a", false],
    ["file:///a/..b", false],
    ["file:///a/?", false],
  ])("%s: %s", (url, expected) => expect(urls.isDirectory(url)).toBe(expected));
});

describe("the description of a file URL", () => {
  const told = (text: string) =>
    urls.describe(text).map(({ name, value, meaning }) => [name, value, meaning]);

  it("has drives, dot segments, empty names, and directories", () => {
    expect(told("file:///c:/a//../b%2Fc/?x#y").slice(1)).toEqual([
      ["host", "", "this machine"],
      ["segments[0]", "c:", "a drive on Windows; a name on other systems"],
      ["segments[1]", "a", "a directory"],
      ["segments[2]", "", "an empty name"],
      ["segments[3]", "..", "the parent directory: removed"],
      ["segments[4]", "b/c", 'a name that contains "/", which no system allows'],
      ["segments[5]", "?x", "the file"],
      ["fragment", "y", "a position within the resource; never sent"],
    ]);
  });

  it("has the server in a path", () => {
    expect(told("file:////srv/share")[3]).toEqual([
      "segments[1]",
      "srv",
      "the server of a UNC path, not this machine",
    ]);
    expect(told("file://srv/share/x")[1]).toEqual(["host", "srv", "the machine where the file is"]);
  });
});
