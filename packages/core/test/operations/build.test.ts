import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  build,
  decodeText,
  formatAuthority,
  formatFragment,
  parse,
  type UrlInit,
  UrlSyntaxError,
} from "../../src/index.ts";
import { anyUnicode } from "../syntax/text.ts";

/** Any text that encodes bytes: its only lone surrogates stand for bytes, and none joins with its neighbor. */
const text = fc.oneof(
  anyUnicode(),
  fc.string({ unit: fc.constantFrom(..."%:/?#[]@!$&'()*+,;=.\r\n\0 aZ", "é", "😀") }),
  fc.constantFrom("\udce9", "\udc80.\udcff", "..", "."),
);
const maybe = fc.option(text, { nil: undefined });

describe("a built URL", () => {
  const login = fc.record({
    user: text,
    password: maybe,
    host: fc.constantFrom("h.example", "", "192.0.2.1", "[2001:db8::1]", "a%41", "x!y"),
    port: fc.option(fc.nat({ max: 65_535 }), { nil: undefined }),
  });

  it("parses into its components", () => {
    fc.assert(
      fc.property(
        login,
        fc.array(text, { maxLength: 5 }),
        maybe,
        maybe,
        (authority, segments, query, fragment) => {
          const url = parse(build({ scheme: "x", ...authority, segments, query, fragment }));
          expect(decoded(url.user)).toBe(authority.user);
          expect(decoded(url.password)).toBe(authority.password);
          expect([url.host, url.port]).toEqual([authority.host, authority.port?.toString()]);
          expect(segmentsOf(url.path)).toEqual(segments);
          expect([decoded(url.query), decoded(url.fragment)]).toEqual([query, fragment]);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it("parses into its components without an authority", () => {
    fc.assert(
      fc.property(
        fc.array(text, { minLength: 1, maxLength: 5 }),
        maybe,
        maybe,
        (segments, query, fragment) => {
          const url = parse(build({ scheme: "x", segments, query, fragment }));
          expect(url.authority).toBeUndefined();
          const path =
            segments.length > 2 && segments[0] === "" && segments[1] === "" ? url.path.slice(2) : url.path;
          expect(path.split("/").map(decodeText)).toEqual(segments);
          expect([decoded(url.query), decoded(url.fragment)]).toEqual([query, fragment]);
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it("matches the request, or is rejected: hostile text in each raw field", () => {
    const hostile = fc.array(
      fc.constantFrom(
        "/",
        "//",
        "?",
        "#",
        "@",
        ":",
        "[",
        "]",
        "%",
        "%41",
        "%4",
        "evil",
        "a",
        "1",
        "\r\n",
        "é",
        " ",
        ".",
      ),
      { maxLength: 6 },
    );
    const field = hostile.map((pieces) => pieces.join(""));
    fc.assert(
      fc.property(field, field, field, fc.boolean(), (scheme, host, path, withHost) => {
        const init: UrlInit = { scheme, path, query: "q", ...(withHost && { host, user: "u", port: 1 }) };
        let built: string;
        try {
          built = build(init);
        } catch (error) {
          if (!(error instanceof UrlSyntaxError)) throw error;
          return;
        }
        const url = parse(built);
        expect(url.scheme).toBe(scheme.toLowerCase());
        expect(url.host).toBe(withHost ? host : undefined);
        expect([url.user, url.port]).toEqual(withHost ? ["u", "1"] : [undefined, undefined]);
        expect(url.path).toBe(!withHost && path.startsWith("//") ? `/.${path}` : path);
        expect([url.query, url.fragment]).toEqual(["q", undefined]);
      }),
      { numRuns: 10_000 },
    );
  });
});

describe("formatAuthority", () => {
  it.each<[unknown, string, string]>([
    [undefined, "missing-host", "missing host"],
    [null, "bad-host", "invalid host"],
    [5, "bad-host", "invalid host"],
    [["h"], "bad-host", "invalid host"],
  ])("of JavaScript with the host %j is refused with %s", (host, code, message) => {
    expect(() => formatAuthority({ host: host as string })).toThrow(
      expect.objectContaining({ code, message: expect.stringContaining(message) }),
    );
  });

  it.each([
    [{ host: "h" }, "//h"],
    [{ host: "" }, "//"],
    [{ host: "h", user: "" }, "//@h"],
    [{ host: "h", user: "u", password: "" }, "//u:@h"],
    [{ host: "h", user: "a:b", password: "c:d@e" }, "//a%3Ab:c%3Ad%40e@h"],
    [{ host: "h", port: 0 }, "//h:0"],
    [{ host: "[::1]", port: 80 }, "//[::1]:80"],
  ])("%j is %s", (init, expected) => expect(formatAuthority(init)).toBe(expected));

  it.each(["[::1g]", "[g::1]", "[]", "[::1", "[1.2.3.4]"])(
    "rejects the IP literal %s (RFC 3986 §3.2.2)",
    (host) => {
      expect(() => formatAuthority({ host })).toThrow(
        expect.objectContaining({ code: expect.stringMatching(/^bad-(?:ip-literal|host)$/) }),
      );
    },
  );

  it.each([Number.NaN, Number.POSITIVE_INFINITY, -1, 0.5, 65_536, "80", null, [80]])(
    "rejects the port %s",
    (port) => {
      expect(() => formatAuthority({ host: "h", port: port as number })).toThrow(
        expect.objectContaining({ code: "bad-port" }),
      );
    },
  );
});

describe("formatFragment", () => {
  it("distinguishes absent from empty", () => {
    expect([formatFragment(undefined), formatFragment(""), formatFragment("a#b?c/")]).toEqual([
      "",
      "#",
      "#a%23b?c/",
    ]);
  });
});

function decoded(raw: string | undefined): string | undefined {
  return raw === undefined ? undefined : decodeText(raw);
}

function segmentsOf(path: string): string[] {
  return path === "" ? [] : path.slice(1).split("/").map(decodeText);
}
