import { describe, expect, inject, it } from "vitest";

/** The import that the browser itself resolves, without help from Vite. */
const load = async (): Promise<
  typeof import("@anyurl/core") & typeof import("@anyurl/scheme-ftp") & typeof import("@anyurl/scheme-gopher")
> =>
  import(/* @vite-ignore */ URL.createObjectURL(new Blob([inject("bundle")], { type: "text/javascript" })));

describe("core, ftp and gopher, built, bundled and minified", async () => {
  const { createRegistry, ftp, gopher, normalizeGeneric, parse, resolve, tryParse } = await load();
  const urls = createRegistry(ftp, gopher);

  it("runs in a browser", () => expect(globalThis).not.toHaveProperty("process.versions.node"));

  it("reads any URL (RFC 3986 §1.1.2)", () => {
    const { scheme, userinfo, host, port, path, query, fragment } = parse(
      "x-foo://u@[2001:db8::7]:80/c=GB?one#two",
    );
    expect([scheme, userinfo, host, port, path, query, fragment]).toEqual([
      ...["x-foo", "u", "[2001:db8::7]", "80", "/c=GB", "one", "two"],
    ]);
  });

  it("reads ftp URLs (RFC 1738 §3.2.2)", () => {
    const { parts } = urls.parse("ftp://myname@host.dom/%2Fetc/motd;type=a");
    expect(parts).toMatchObject({ cwds: ["/etc"], name: "motd", typecode: "a" });
  });

  it("reads gopher URLs (RFC 4266 §2.1)", () => {
    const { parts } = urls.parse("gopher://host/7/find%09blue%20whale");
    expect(parts).toMatchObject({ gophertype: "7", selector: "/find", search: "blue whale" });
  });

  it("plans what it would send", () => {
    const { steps } = urls.plan("gopher://host/0/about.txt");
    expect(JSON.stringify(steps)).toContain("/about.txt");
  });

  it("rejects invalid URLs with a position and a rule", () => {
    expect(tryParse("http://h/a b").problems).toMatchObject([
      { code: "illegal-character", start: 10, end: 11 },
    ]);
  });

  it("resolves and normalizes (RFC 3986 §5.4.1, §6.2.2)", () => {
    expect(resolve("http://a/b/c/d;p?q", "../../g").href).toBe("http://a/g");
    const url = parse("eXAMPLE://a/./b/../b/%63/%7bfoo%7d");
    expect(normalizeGeneric(url, { hierarchical: true, defaultPort: undefined })).toBe(
      "example://a/b/c/%7Bfoo%7D",
    );
  });
});
