import { describe, expect, it } from "vitest";
import { type NfsPath, resolveLink } from "../src/link.ts";
import { canonicalPath } from "../src/syntax.ts";

const SERVER = { hostname: "server", port: 2049 };
const HERE: NfsPath = { absolute: false, names: ["a", "b"] };

/** Returns the canonical path of what a link names, or the URL of another resource. */
function target(text: string, from = HERE, how: "url" | "path" = "url"): string {
  const found = resolveLink(text, from, SERVER, how);
  return "elsewhere" in found ? found.elsewhere : canonicalPath(found.absolute, found.names);
}

describe("a symbolic link at nfs://server/a/b (RFC 2224 §6.2)", () => {
  it.each([
    ["c", "a/c"],
    ["c/d", "a/c/d"],
    ["../c", "c"],
    ["/c/d", "c/d"],
    ["nfs://server2/a/b", "nfs://server2/a/b"],
    // Not in the RFC.
    ["../../../c", "c"],
    ["./c/", "a/c"],
    ["c//d", "a/c/d"],
    ["c%2Fd", "a/c%2fd"],
    ["caf%C3%A9", "a/caf%c3%a9"],
    ["..", "."],
    ["nfs://SERVER:2049/x", "x"],
    ["nfs://server//x", "/x"],
    ["//server/x", "x"],
    ["nfs://server:2050/x", "nfs://server:2050/x"],
    ["//server2/x", "nfs://server2/x"],
    ["http://h.example/", "http://h.example/"],
  ])("%s names %s", (text, expected) => expect(target(text)).toBe(expected));

  it.each(["a b", "é", "100%", "", "a?b", "a#b", "a\0b", "a%00", "nfs://server:99999/", "nfs://u@server/x"])(
    "%j is an error",
    (text) => {
      expect(() => target(text)).toThrow(expect.objectContaining({ code: "protocol-error" }));
    },
  );

  it("keeps an absolute path absolute, if its text is relative", () => {
    const from = { absolute: true, names: ["a", "b"] };
    expect(target("c", from)).toBe("/a/c");
    expect(target("../../c", from)).toBe("/c");
    expect(target("/c", from)).toBe("c");
  });
});

describe("a symbolic link whose text is a path of the server", () => {
  it.each([
    ["a b%.txt", "a/a b%25.txt"],
    ["../é", "%c3%a9"],
    ["/c/./d/../e", "/c/e"],
    ["http://h.example/", "a/http:/h.example"],
  ])("%s names %s", (text, expected) => expect(target(text, HERE, "path")).toBe(expected));
});
