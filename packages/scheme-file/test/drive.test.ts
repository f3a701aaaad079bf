import { createRegistry } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import {
  type FileUrl,
  file,
  normalizeOnWindows,
  parseDrive,
  resolveOnWindows,
  toPath,
  updateLegacy,
} from "../src/index.ts";

const urls = createRegistry(file);
const read = (text: string) => urls.parse(text) as FileUrl;

describe("a drive letter", () => {
  it.each([
    ["file:///c:/x", "c"],
    ["file:///C%3a/x", "C"],
    ["file:///./c:/x", "c"],
    ["file:///c:", "c"],
    ["file:///x/c:/y", undefined],
    ["file:///cc:/x", undefined],
    ["file:///c%7C/x", undefined],
    ["file:///", undefined],
  ])("of %s is %s", (url, drive) => expect(parseDrive(read(url))).toBe(drive));

  it("is in upper case in the normal form of Windows, and not removed by ..", () => {
    expect(normalizeOnWindows(read("file:///c:/a/../../x"))).toBe("file:///C:/x");
    expect(normalizeOnWindows(read("file:///c:/.."))).toBe("file:///C:/");
    expect(normalizeOnWindows(read("file://LOCALHOST/C%3A/%7Ea?b#c"))).toBe("file:///C:/~a%3Fb#c");
    expect(normalizeOnWindows(read("file://SRV/Share/../x"))).toBe("file://srv/x");
    expect(normalizeOnWindows(read("file:///a/../../x"))).toBe("file:///x");
  });

  it("is an ordinary segment on other systems", () => {
    expect(urls.normalize("file:///c:/a/../../x")).toBe("file:///x");
    expect(urls.compare("file:///c:/x", "file:///C:/x").equivalent).toBe(false);
  });

  it.each([
    ["file:///c:/path/to/file.txt", "/some/other/thing.bmp", "file:///c:/some/other/thing.bmp"],
    ["file:///c:/foo.txt", "../bar.txt", "file:///c:/bar.txt"],
    ["file:///c:/a/b", "/d:/x", "file:///d:/x"],
    ["file:///c:/a/b", "./d:/x", "file:///c:/a/d:/x"],
    ["file:///c:/a/b", "../../../x", "file:///c:/x"],
    ["file:///c:/a/b", "/", "file:///c:/"],
    ["file:///c:/a/b", "#f", "file:///c:/a/b#f"],
    ["file:///c:/a/b", "//srv/share", "file://srv/share"],
    ["file:///c:/a/b", "file:///x", "file:///x"],
    ["file:///c%3A/a", "/x", "file:///c%3A/x"],
    ["file:///c:", "x", "file:///c:/x"],
    ["file:///a/b", "/x", "file:///x"],
    ["file://srv/share/a", "../b", "file://srv/b"],
  ])("stays if %s is resolved with %s on Windows", (base, reference, target) => {
    expect(resolveOnWindows(read(base), reference)).toBe(target);
  });

  it("is lost in generic resolution", () => {
    expect(String(urls.resolve("file:///c:/foo.txt", "../bar.txt"))).toBe("file:///bar.txt");
    expect(String(urls.resolve("file://localhost/a/b", "c"))).toBe("file://localhost/a/c");
  });

  it("is not a scheme", () => {
    expect(() => resolveOnWindows(read("file:///a/b"), "C:/x")).toThrow(
      expect.objectContaining({ code: "bad-scheme", hint: expect.stringContaining("/C:/…") }),
    );
  });
});

describe("an old file URL", () => {
  const all = { legacyDrive: true, legacyBackslash: true };

  it.each([
    ["file:///c|/path/to/file", "file:///c:/path/to/file"],
    ["file:/c|/path/to/file", "file:///c:/path/to/file"],
    ["file:c|/path/to/file", "file:///c:/path/to/file"],
    ["file:c:/path/to/file", "file:///c:/path/to/file"],
    ["file:///c%7C/x", "file:///c:/x"],
    ["file://D:/Doc/Info/Internet/Index.htm", "file:///D:/Doc/Info/Internet/Index.htm"],
    ["file://d|/x", "file:///d:/x"],
    ["file://c:/d:/x", "file:///c:/d:/x"],
    ["file://localhost/c|/x", "file://localhost/c:/x"],
    ["FILE:C|", "FILE:///C:"],
    ["file:\\\\srv\\share\\a", "file://srv/share/a"],
    ["file:///C|\\a\\b#c\\d", "file:///C:/a/b#c\\d"],
    ["file:///C:\\a\\b", "file:///C:/a/b"],
  ])("%s is updated to %s", (old, url) => expect(updateLegacy(old, all)).toBe(url));

  it.each([
    "file:///a|b/c",
    "file:c:x",
    "file:///x/c|/y",
    "file:///path/to/file",
    "http://h/c|/x",
    "C|\\x",
    "",
  ])("%s is not changed", (text) => expect(updateLegacy(text, all)).toBe(text));

  it("is not changed unless its form is enabled", () => {
    expect(updateLegacy("file:///c|\\x", {})).toBe("file:///c|\\x");
    expect(updateLegacy("file:///c|\\x", { legacyDrive: true })).toBe("file:///c|\\x");
    expect(updateLegacy("file:///c|\\x", { legacyBackslash: true })).toBe("file:///c|/x");
  });

  it("opens the intended file", () => {
    const url = read(updateLegacy("file:///c|/path/to/file", all));
    expect(toPath(url, { system: "windows" })).toBe("c:\\path\\to\\file");
  });
});
