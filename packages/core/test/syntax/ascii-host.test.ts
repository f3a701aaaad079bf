import { describe, expect, it } from "vitest";
import { compare, createRegistry, parse, parseIri, toAsciiHost, UrlSyntaxError } from "../../src/index.ts";
import { http } from "../schemes.ts";

const urls = createRegistry(http);
const refused = (code: string) => expect.objectContaining({ code });

/** A minimal IDNA for one name; the real one is tested in @anyurl/idna. */
const toAscii = (name: string): string => {
  if (name.includes("\u00ad")) throw new TypeError("not for this test");
  return name.toLowerCase().replace("münchen", "xn--mnchen-3ya");
};

const ENCODED = "http://m%C3%BCnchen.example/";
const LOWER = "http://m%c3%bcnchen.example/";
const ASCII = "http://xn--mnchen-3ya.example/";

describe("a host in percent-encoded UTF-8 (RFC 3986 §3.2.2)", () => {
  it("is parsed and kept as written", () => {
    expect(urls.parse(LOWER).host).toBe("m%c3%bcnchen.example");
    expect(String(urls.parse(LOWER))).toBe(LOWER);
  });

  it("is the result of parseIri with percentEncodeHost, and parse accepts it", () => {
    const url = parseIri("http://résumé.example.org", { percentEncodeHost: true });
    expect(url.host).toBe("r%C3%A9sum%C3%A9.example.org");
    expect(urls.parse(url.href).host).toBe(url.host);
  });

  it("gets upper-case digits in its normal form, and A-labels only with toAscii", () => {
    expect(urls.normalize(LOWER)).toBe(ENCODED);
    expect(urls.normalize("http://M%c3%bcn%63hen.EXAMPLE:80")).toBe(ENCODED);
    expect(urls.normalize(LOWER, { toAscii })).toBe(ASCII);
    expect(urls.normalize(ASCII, { toAscii })).toBe(ASCII);
    expect(urls.normalize("x://u@m%C3%BCnchen:1/", { toAscii })).toBe("x://u@xn--mnchen-3ya:1/");
  });

  it("equals its other spellings, and its A-labels only with toAscii", () => {
    for (const by of [urls.compare.bind(urls), compare] as const) {
      expect(by(ENCODED, LOWER).equivalent).toBe(true);
      expect(by(ENCODED, ASCII).equivalent).toBe(false);
      const same = by(ENCODED, ASCII, { toAscii });
      expect(same).toMatchObject({ equivalent: true, level: "syntax" });
      expect(same.steps).toMatchObject([{ of: "a", rule: "the host in A-labels", after: ASCII }]);
      expect(by(ENCODED, ASCII, { toAscii, level: "string" }).equivalent).toBe(false);
    }
  });

  it("stays unchanged if it has no A-labels", () => {
    const none = { toAscii: (): string => toAsciiHost("a%2Fb") };
    expect(urls.normalize(LOWER, none)).toBe(ENCODED);
    expect(urls.compare(ENCODED, ASCII, none).equivalent).toBe(false);
  });
});

describe("toAsciiHost", () => {
  it.each([
    ["example.com", "example.com"],
    ["ex%41mple.com", "ex%41mple.com"],
    ["127.0.0.1", "127.0.0.1"],
    ["[::1]", "[::1]"],
    ["[fe80::1%25%C3%BC]", "[fe80::1%25%C3%BC]"],
    ["m%C3%BCnchen.example", "xn--mnchen-3ya.example"],
  ])("%s is %s", (raw, ascii) => expect(toAsciiHost(raw, { toAscii })).toBe(ascii));

  it("rejects a name beyond ASCII without toAscii, with a hint", () => {
    expect(() => toAsciiHost("m%C3%BCnchen.example")).toThrow(
      expect.objectContaining({ code: "bad-host", hint: expect.stringContaining("@anyurl/idna") }),
    );
  });

  it.each(["a%2Fb", "%C3%BC%40b", "%FF", "127.1"])("rejects %s before the conversion", (raw) => {
    expect(() => toAsciiHost(raw, { toAscii: () => "h.example" })).toThrow(refused("bad-host"));
  });

  it.each(["", "127.0.0.1", "[::1]", "a%62", "a b", "a..b", "127.1"])(
    "rejects %j as the A-labels of a name",
    (made) => {
      expect(() => toAsciiHost("%C3%BC", { toAscii: () => made })).toThrow(refused("bad-host"));
    },
  );

  it("passes on errors that are not URL errors", () => {
    expect(() => toAsciiHost("%C2%AD", { toAscii })).toThrow(TypeError);
    expect(() => toAsciiHost("%C2%AD", { toAscii })).not.toThrow(UrlSyntaxError);
    expect(parse("x://%C2%AD").host).toBe("%C2%AD");
  });
});
