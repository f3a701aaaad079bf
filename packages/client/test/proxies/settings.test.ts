import { inspect } from "node:util";
import { OptionValueError } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { proxiesFromEnvironment } from "../../src/proxies/environment.ts";
import { parseProxyUrl } from "../../src/proxies/proxy.ts";
import { findProxy, type ProxyOptions, resolveProxySettings } from "../../src/proxies/settings.ts";

const shownFor = (options: ProxyOptions, scheme: string, host: string, port = 80) =>
  findProxy(scheme, host, port, resolveProxySettings(options))?.shown;

describe("the URL of a proxy", () => {
  it.each([
    ["http://proxy.example:3128", "http", "proxy.example", 3128],
    ["http://proxy.example/", "http", "proxy.example", 80],
    ["HTTPS://Proxy.Example", "https", "proxy.example", 443],
    ["socks5://127.0.0.1", "socks5", "127.0.0.1", 1080],
    ["socks5h://[::1]:9050", "socks5h", "::1", 9050],
  ])("%s", (text, kind, host, port) => {
    expect(parseProxyUrl(text)).toMatchObject({ kind, host, port, login: undefined });
  });

  it("contains a login, which is decoded once and never printed", () => {
    const proxy = parseProxyUrl("http://m%65:p%40%2541ss@proxy.example:3128");
    expect(proxy.login).toEqual({ user: "me", password: "p@%41ss" });
    expect(proxy.shown).toBe("http://proxy.example:3128");
    expect(inspect(proxy, { depth: 5 }) + JSON.stringify(proxy) + JSON.stringify({ ...proxy })).not.toMatch(
      /p@%41ss/,
    );
    expect(parseProxyUrl("socks5h://u:p@h").login).toEqual({ user: "u", password: "p" });
    expect(parseProxyUrl("http://u@h").login).toEqual({ user: "u", password: "" });
  });

  it.each([
    "",
    "proxy.example",
    "proxy.example:3128",
    "me:s3cret@proxy.example:3128",
    "http:me:s3cret@h",
    "ftp://me:s3cret@h",
    "socks4://h",
    "http://",
    "http://me:s3cret@",
    "http://h/s3cret",
    "http://h?s3cret",
    "http://h/#s3cret",
    "http://h:0",
    "http://h:65536",
    "http://h:s3cret",
    "http://127.1/",
    "http://a b/",
    "http://[v1.a]/",
    "http://me%3A:s3cret@h",
    "http://me:s3cret%0D%0AX:@h",
    "http://me:s3cret%00@h",
    "socks5://me:s3cret%0A@h",
    "socks5://me@h",
    "socks5://:s3cret@h",
    `socks5://${"u".repeat(256)}:s3cret@h`,
    "http://[fe80::1%25eth0",
  ])("rejects %j, and shows no login in the error", (text) => {
    let refusal: unknown;
    try {
      parseProxyUrl(text);
    } catch (error) {
      refusal = error;
    }
    expect(refusal).toBeInstanceOf(OptionValueError);
    expect(inspect(refusal)).not.toContain("s3cret");
  });
});

describe("the proxy for a host", () => {
  it("selects the proxy of the scheme, or else the one for all", () => {
    const proxy = { ftp: "http://f.example:1", "*": "socks5://a.example" };
    expect(shownFor({ proxy }, "ftp", "h")).toBe("http://f.example:1");
    expect(shownFor({ proxy }, "gopher", "h")).toBe("socks5://a.example:1080");
    expect(shownFor({ proxy: { ftp: "http://f.example:1" } }, "gopher", "h")).toBeUndefined();
    expect(shownFor({ proxy: "http://one.example" }, "constructor", "h")).toBe("http://one.example:80");
    expect(shownFor({}, "toString", "h")).toBeUndefined();
    expect(shownFor({ proxy: { ftp: "http://f.example" } }, "toString", "h")).toBeUndefined();
  });

  it.each([
    ["example.com", "example.com", true],
    ["example.com", "EXAMPLE.com.", true],
    ["Example.COM.", "www.example.com", true],
    [".example.com", "a.b.example.com", true],
    [".example.com", "example.com", true],
    ["*.example.com", "www.example.com", true],
    ["example.com", "ample.com", false],
    ["ample.com", "example.com", false],
    ["example.com", "example.com.evil.example", false],
    ["example.com", "example.org", false],
    ["example.com:80", "example.com", true],
    ["example.com:81", "example.com", false],
    ["com", "example.com", true],
    ["*", "anything.example", true],
    ["*", "::1", true],
    ["10.0.0.0/8", "10.255.255.255", true],
    ["10.0.0.0/8", "11.0.0.0", false],
    ["10.0.0.0/8", "10.example", false],
    ["10.1.2.3", "10.1.2.3", true],
    ["10.1.2.3:80", "10.1.2.3", true],
    ["10.1.2.3:81", "10.1.2.3", false],
    ["10.1.2.3", "10.1.2.30", false],
    ["10.1.2.3", "x.10.1.2.3.example", false],
    ["10.0.0.0/8", "::ffff:10.0.0.1", true],
    ["10.0.0.0/8", "::ffff:a00:1", true],
    ["10.0.0.0/8", "64:ff9b::a00:1", true],
    ["10.0.0.0/8", "::ffff:11.0.0.1", false],
    ["::ffff:10.0.0.0/104", "10.0.0.1", true],
    ["::ffff:10.0.0.0/104", "11.0.0.1", false],
    ["127.0.0.0/9", "127.128.0.1", false],
    ["::1", "0:0:0:0:0:0:0:1", true],
    ["[::1]", "::1", true],
    ["[::1]:80", "::1", true],
    ["[::1]:70", "::1", false],
    ["2001:db8::/33", "2001:db8:7fff::1", true],
    ["2001:db8::/33", "2001:db8:8000::1", false],
    ["fe80::/10", "fe80::1%eth0", true],
    ["0.0.0.0/0", "::1", false],
    ["0.0.0.0/0", "1.2.3.4", true],
  ])("noProxy %s and the host %s: %s", (entry, host, exempt) => {
    const shown = shownFor({ proxy: "http://p.example", noProxy: [entry] }, "gopher", host);
    expect(shown).toBe(exempt ? undefined : "http://p.example:80");
  });

  it.each([
    "",
    "a b",
    "10.0.0.0/33",
    "10.0.0/8",
    "[h.example]",
    "<local>",
    "http://h",
    "h.example/",
    "h:",
    "*.",
    "::1/129",
  ])("rejects the exemption %j", (entry) => {
    expect(() => resolveProxySettings({ noProxy: [entry] })).toThrow(
      `invalid proxies option noProxy: expected host names, addresses, blocks of addresses, or "*", instead of ${JSON.stringify(entry)}`,
    );
  });

  it("rejects an invalid scheme", () => {
    expect(() => resolveProxySettings({ proxy: { "FTP ": "http://h" } })).toThrow(
      'invalid proxies option proxy: expected a scheme name or "*" instead of "FTP "',
    );
  });
});

describe("proxiesFromEnvironment", () => {
  it("reads the supported variables", () => {
    const options = proxiesFromEnvironment({
      all_proxy: "socks5://a.example",
      ftp_proxy: "http://f.example:3128",
      GOPHER_PROXY: "http://g.example",
      https_proxy: "proxy.example:8080",
      no_proxy: "localhost, .example.com,10.0.0.0/8 <local>,[::1]",
      PATH: "/bin",
      npm_config_proxy: "http://n.example",
      proxy: "x",
    });
    expect(options).toEqual({
      proxy: {
        "*": "socks5://a.example",
        ftp: "http://f.example:3128",
        gopher: "http://g.example",
        https: "http://proxy.example:8080",
      },
      noProxy: ["localhost", ".example.com", "10.0.0.0/8", "[::1]"],
    });
    expect(shownFor(options, "wais", "w.example")).toBe("socks5://a.example:1080");
    expect(shownFor(options, "wais", "localhost")).toBeUndefined();
  });

  it("ignores HTTP_PROXY, which is a header of the request in a CGI program", () => {
    expect(proxiesFromEnvironment({ HTTP_PROXY: "http://evil.example" }).proxy).toEqual({});
    expect(proxiesFromEnvironment({ Http_Proxy: "http://evil.example" }).proxy).toEqual({});
    expect(proxiesFromEnvironment({ http_proxy: "http://p.example" }).proxy).toEqual({
      http: "http://p.example",
    });
  });

  it.each([
    ["socks://127.0.0.1:1080/", "socks5://127.0.0.1:1080"],
    ["SOCKS://me:s@p.example", "socks5://p.example:1080"],
    ["socks.example:8080", "http://socks.example:8080"],
    ["http://socks:p@h.example", "http://h.example:80"],
  ])("reads %s, as desktops write it", (written, shown) => {
    expect(shownFor(proxiesFromEnvironment({ ALL_PROXY: written }), "ftp", "h.example")).toBe(shown);
  });

  it("ignores variables of other programs if the schemes are known", () => {
    const env = {
      GIT_PROXY: "/usr/bin/nc",
      auto_proxy: "http://wpad.example/wpad.dat",
      all_proxy: "http://a.example",
      ftp_proxy: "http://f.example",
      NO_PROXY: "n.example",
    };
    expect(proxiesFromEnvironment(env, ["ftp", "gopher"])).toEqual({
      proxy: { "*": "http://a.example", ftp: "http://f.example" },
      noProxy: ["n.example"],
    });
    // A proxy that is wanted is never skipped.
    expect(() => resolveProxySettings(proxiesFromEnvironment({ ftp_proxy: "/usr/bin/nc" }, ["ftp"]))).toThrow(
      "proxies",
    );
  });

  it("prefers lower case, and ignores empty values", () => {
    const env = {
      FTP_PROXY: "http://upper.example",
      ftp_proxy: "http://lower.example",
      all_proxy: " ",
      ALL_PROXY: "http://a",
    };
    expect(proxiesFromEnvironment(env).proxy).toEqual({ ftp: "http://lower.example", "*": "http://a" });
    expect(proxiesFromEnvironment({ ...env, ftp_proxy: "" }).proxy).toMatchObject({
      ftp: "http://upper.example",
    });
    expect(proxiesFromEnvironment({ NO_PROXY: "a.example", no_proxy: "b.example" }).noProxy).toEqual([
      "b.example",
    ]);
    expect(proxiesFromEnvironment({ NO_PROXY: "*" }).noProxy).toEqual(["*"]);
    expect(proxiesFromEnvironment({})).toEqual({ proxy: {}, noProxy: [] });
  });
});
