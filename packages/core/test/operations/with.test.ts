import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRegistry, parse, parseReference, type Url, type UrlChange } from "../../src/index.ts";
import { ftp, http } from "../schemes.ts";
import { urlText } from "../syntax/text.ts";

const whole = "http://user:pw@h.example:81/a%2fb?q#f";

describe("url.with", () => {
  it.each([
    [whole, { scheme: "ftp" }, "ftp://user:pw@h.example:81/a%2fb?q#f"],
    [whole, { host: "[::1]" }, "http://user:pw@[::1]:81/a%2fb?q#f"],
    [whole, { port: undefined }, "http://user:pw@h.example/a%2fb?q#f"],
    [whole, { port: "" }, "http://user:pw@h.example:/a%2fb?q#f"],
    [whole, { port: 8080 }, "http://user:pw@h.example:8080/a%2fb?q#f"],
    [whole, { userinfo: undefined }, "http://h.example:81/a%2fb?q#f"],
    [whole, { user: "x" }, "http://x:pw@h.example:81/a%2fb?q#f"],
    [whole, { password: undefined }, "http://user@h.example:81/a%2fb?q#f"],
    [whole, { password: "" }, "http://user:@h.example:81/a%2fb?q#f"],
    [whole, { password: "a:b" }, "http://user:a:b@h.example:81/a%2fb?q#f"],
    [whole, { path: "" }, "http://user:pw@h.example:81?q#f"],
    [whole, { query: undefined }, "http://user:pw@h.example:81/a%2fb#f"],
    [whole, { query: "" }, "http://user:pw@h.example:81/a%2fb?#f"],
    [whole, { fragment: undefined }, "http://user:pw@h.example:81/a%2fb?q"],
    [whole, { userinfo: undefined, host: undefined, port: undefined, path: "//x" }, "http:/.//x?q#f"],
    [whole, {}, whole],
    ["x:y", { host: "h", path: "/y" }, "x://h/y"],
    ["x:y", { host: "h", path: "" }, "x://h"],
  ] satisfies [string, UrlChange, string][])("%s with %o is %s", (text, change, expected) => {
    expect(String(parse(text).with(change))).toBe(expected);
  });

  it.each([
    [whole, { user: undefined }, "password-without-user"],
    [whole, { user: "a:b" }, "bad-userinfo"],
    [whole, { user: "a@b" }, "bad-userinfo"],
    [whole, { user: "a/b" }, "bad-userinfo"],
    [whole, { host: undefined }, "missing-host"],
    [whole, { host: "h/x" }, "bad-host"],
    [whole, { host: "a b" }, "illegal-character"],
    [whole, { host: "h:1" }, "bad-host"],
    [whole, { port: "1/2" }, "bad-port"],
    [whole, { port: "x" }, "bad-port"],
    [whole, { port: -1 }, "bad-port"],
    [whole, { path: "a" }, "bad-path"],
    [whole, { path: "/a?b" }, "bad-path"],
    ["http://h.example/", { path: "/a#b" }, "bad-path"],
    [whole, { path: "/%" }, "bad-escape"],
    [whole, { query: "a#b" }, "illegal-character"],
    [whole, { fragment: "a#b" }, "illegal-character"],
    [whole, { scheme: "a:b" }, "bad-scheme"],
    [whole, { scheme: "" }, "no-scheme"],
    ["x:y", { port: 1 }, "missing-host"],
    ["x:y", { user: "u" }, "missing-host"],
    ["x:y", { host: "h" }, "bad-path"],
  ] satisfies [string, UrlChange, string][])("%s with %o is refused: %s", (text, change, code) => {
    const url = parse(text);
    expect(() => url.with(change)).toThrow(expect.objectContaining({ name: "UrlSyntaxError", code }));
  });

  it("does not change the URL itself", () => {
    const url = parse(whole);
    url.with({ path: "/other" });
    expect(url.href).toBe(whole);
  });

  it("rejects a relative reference: resolve it first", () => {
    expect(() => (parseReference("a/b") as Url).with({ path: "c" })).toThrow(TypeError);
  });

  it("returns the same URL for its own components", () => {
    fc.assert(
      fc.property(urlText, (text) => {
        const url = parse(text);
        const { scheme, userinfo, host, port, path, query, fragment } = url;
        const again = url.with({ scheme, userinfo, host, port, path, query, fragment });
        expect(again.href).toBe(scheme + text.slice(scheme.length));
      }),
    );
  });

  describe("of a registry's URL", () => {
    const urls = createRegistry(http, ftp);

    it("is parsed again by the registry", () => {
      const url = urls.parse("http://h.example/x");
      expect(url.with({ port: 81 }).parts).toEqual({ effectivePort: 81 });
      expect(() => url.with({ port: 65_536 })).toThrow(expect.objectContaining({ code: "bad-port" }));
      expect(() => url.with({ host: "127.1" })).toThrow(expect.objectContaining({ code: "bad-host" }));
      expect(ftp.is(url.with({ scheme: "ftp" }))).toBe(true);
    });

    it("accepts only the parts of its scheme", () => {
      const url = urls.parse("http://h.example/x") as Url;
      const change = { effectivePrt: 81 } as object;
      expect(() => url.with(change)).toThrow(TypeError);
    });
  });
});
