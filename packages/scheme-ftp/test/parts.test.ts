import { createRegistry, resolveOptions } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { entriesIn } from "../src/entry.ts";
import { type FtpInit, type FtpUrl, ftp } from "../src/index.ts";

const urls = createRegistry(ftp);

describe("format", () => {
  const HOST = { host: "h.example" };

  it.each<readonly [fields: FtpInit, expected: string]>([
    [HOST, "ftp://h.example/"],
    [{ ...HOST, scheme: "ftps", cwds: ["", "a/b"], name: "c;d?" }, "ftps://h.example//a%2Fb/c%3Bd%3F"],
    [{ ...HOST, cwds: ["a"], typecode: "d" }, "ftp://h.example/a/;type=d"],
    [{ ...HOST, name: "x", typecode: "a", fragment: "f" }, "ftp://h.example/x;type=a#f"],
    [{ ...HOST, user: "me", password: "", port: 2121, name: "\udce4" }, "ftp://me:@h.example:2121/%E4"],
  ])("%j is %s", (fields, expected) => {
    expect(ftp.format(fields)).toBe(expected);
  });

  it.each<readonly [fields: FtpInit, code: string]>([
    [{ ...HOST, cwds: ["a\0"], name: "x" }, "control-octet"],
    [{ ...HOST, name: "x\n" }, "control-octet"],
    [{ ...HOST, name: "\rx" }, "control-octet"],
    [{ ...HOST, name: "x", typecode: "x" as "a" }, "bad-ftp-type"],
    [{ ...HOST, name: "x", typecode: "aa" as "a" }, "bad-ftp-type"],
    [{ ...HOST, name: "x", typecode: "A" as "a" }, "bad-ftp-type"],
    [{ ...HOST, name: "x", typecode: "" as "a" }, "bad-ftp-type"],
  ])("%j has the problem %s", (fields, code) => {
    expect(() => ftp.format(fields)).toThrow(
      expect.objectContaining({ code, component: "path", start: 0, end: 0 }),
    );
  });
});

describe("the URLs of entries", () => {
  it.each([
    ["ftp://h.example", "x", "ftp://h.example/x"],
    ["ftps://m%65%3A:pw@h.example:2121/a/b", "x y", "ftps://me%3A@h.example:2121/a/b/x%20y"],
    ["ftp://h.example/a/../b/./", "x", "ftp://h.example/b/x"],
    ["ftp://h.example/a/..", "x", "ftp://h.example/x"],
    ["ftp://h.example//a;type=d", ";", "ftp://h.example//a/%3B"],
    ["ftp://@h.example/", "é", "ftp://@h.example/%C3%A9"],
  ])("in %s: %s", (directory, name, expected) => {
    const entryOf = entriesIn(urls.parse(directory) as FtpUrl);
    expect(entryOf({ name, kind: "file" })).toEqual({ name, kind: "file", url: expected });
    expect(entryOf({ name, kind: "directory" }).url).toBe(`${expected}/`);
    for (const kind of ["link", "unknown"] as const) expect(entryOf({ name, kind }).url).toBe(expected);
  });

  it.each([
    ["a/b", "path"],
    ["/", "path"],
    ["a\0", "NUL"],
    ["a\nb", "NUL"],
    ["a\rb", "NUL"],
    ["~", "home"],
  ])("are missing for %j", (name, reason) => {
    const entryOf = entriesIn(urls.parse("ftp://h.example/") as FtpUrl);
    expect(entryOf({ name, kind: "file" })).toEqual({
      ...{ name, kind: "file", url: undefined },
      unsafe: expect.stringContaining(reason),
    });
  });
});

describe("what ftp tells about its URLs", () => {
  it.each([
    ["ftp://h.example/", true, {}],
    ["ftp://h.example/a", false, { title: "a" }],
    ["ftp://h.example/a/", true, {}],
    ["ftp://h.example/a;type=d", true, { title: "a" }],
    ["ftp://h.example/a;type=i", false, { title: "a" }],
    ["ftp://h.example/;type=i", false, {}],
  ])("%s: a directory %s, its view %j", (text, isDirectory, view) => {
    const url = urls.parse(text);
    expect(urls.isDirectory(url)).toBe(isDirectory);
    expect((ftp.presentation!.view as (url: unknown) => object)(url)).toEqual(view);
  });

  it("is that the facts of a file cost requests of their own, and what a proxy can do", () => {
    expect(ftp.presentation?.statFirst).toBe(true);
    expect(ftp.proxyOperations).toEqual(["get", "stat"]);
    expect([ftp.hierarchical, ftp.selfContained]).toEqual([true, true]);
  });
});

describe("the options of ftp", () => {
  it.each([
    ["a@b.example", true],
    ["!", true],
    ["~", true],
    ["¡@b", true],
    ["grüße@b", true],
    ["", false],
    ["a b", false],
    ["a\x1fb", false],
    ["a\n", false],
    ["a\x7f", false],
    ["a\x9f", false],
    ["a\xa0", false],
  ])("email %j is an address: %s", (email, expected) => {
    const resolve = () => resolveOptions(ftp.options!, { email }).email;
    if (expected) expect(resolve()).toBe(email);
    else expect(resolve).toThrow(expect.objectContaining({ code: "bad-option" }));
  });

  it("have these defaults", () => {
    expect(ftp.options!.defaults).toEqual({
      ...{ email: "anonymous@", login: "anonymous", tls: "none", path: "rfc1738", type: "image" },
      ...{ lineEnds: "as-sent", facts: false, autoList: false, hiddenFiles: false, optsUtf8: false },
      ...{ data: "passive", closeNotify: "required" },
    });
  });
});
