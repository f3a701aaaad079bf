import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  createRegistry,
  decodeOctets,
  guardPath,
  isDotSegment,
  normalizeGeneric,
  normalizeHost,
  parse,
  removeDotSegments,
  tryParse,
  type Url,
} from "../../src/index.ts";
import { ftp, http } from "../schemes.ts";
import * as rfc from "../syntax/rfc3986.ts";
import { mutated, urlText } from "../syntax/text.ts";

const urls = createRegistry(http, ftp);

describe("removeDotSegments (RFC 3986 §5.2.4)", () => {
  it.each([
    ["/a/b/c/./../../g", "/a/g"],
    ["mid/content=5/../6", "mid/6"],
    ["/..", "/"],
    ["/.", "/"],
    ["..", ""],
    [".", ""],
    ["a/..", "/"],
    ["a/../b", "/b"],
    ["a/..//b", "//b"],
    ["/a/..//b", "//b"],
    ["//..", "/"],
    ["/...", "/..."],
    ["/.a/..b", "/.a/..b"],
    ["", ""],
  ])("%s is %s", (path, expected) => {
    expect(rfc.removeDotSegments(path)).toBe(expected);
    expect(removeDotSegments(path)).toBe(expected);
  });

  it("equals the algorithm of the RFC, on any path", () => {
    const piece = fc.constantFrom("/", "/", "a", ".", "..", "...", "b.", ".c", "", "%2e", ":");
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 16 }), (pieces) => {
        const path = pieces.join("");
        expect(removeDotSegments(path)).toBe(rfc.removeDotSegments(path));
      }),
      { numRuns: 20_000 },
    );
  });

  it("equals the algorithm of the RFC, on every short path", () => {
    for (let length = 0; length <= 8; length++) {
      for (let number = 0; number < 3 ** length; number++) {
        const path = Array.from({ length }, (_, i) => "/.a"[Math.floor(number / 3 ** i) % 3]).join("");
        if (removeDotSegments(path) !== rfc.removeDotSegments(path)) expect.fail(path);
      }
    }
  });

  it("takes a moment for half a million steps", () => {
    expect(removeDotSegments("/..".repeat(1 << 19))).toBe("/");
    expect(removeDotSegments("/a".repeat(1 << 18) + "/..".repeat(1 << 18))).toBe("/");
    expect(removeDotSegments("a/../".repeat(1 << 18))).toBe("/");
  });
});

describe("the normal form", () => {
  it("is idempotent for any URL, and parses", () => {
    fc.assert(
      fc.property(fc.oneof(urlText, mutated(urlText)), (text) => {
        const result = urls.tryParse(text);
        if (!result.ok) return;
        const normal = urls.normalize(text);
        expect(urls.normalize(normal)).toBe(normal);
        expect(tryParse(normal).ok).toBe(true);
      }),
      { numRuns: 10_000 },
    );
  });

  it("changes no byte of any component, except host, port, and dots", () => {
    fc.assert(
      fc.property(urlText, fc.boolean(), (text, hierarchical) => {
        const url = parse(text);
        const normal = parse(normalizeGeneric(url, { hierarchical, defaultPort: 80 }));
        expect(normal.scheme).toBe(url.scheme);
        expect(octets(normal.userinfo)).toEqual(octets(url.userinfo));
        expect(octets(normal.query)).toEqual(octets(url.query));
        expect(octets(normal.fragment)).toEqual(octets(url.fragment));
        expect(normal.host === undefined).toBe(url.host === undefined);
        if (!hierarchical) expect(octets(normal.path)).toEqual(octets(url.path));
        else
          expect(decodedSegments(unguarded(normal))).toEqual(
            decodedSegments(rfc.removeDotSegments(dotted(url.path))),
          );
      }),
      { numRuns: 5_000 },
    );
  });

  it("keeps a path a path (§3.3)", () => {
    expect(guardPath("//a", false)).toBe("/.//a");
    expect(guardPath("//a", true)).toBe("//a");
    expect(guardPath("/a", false)).toBe("/a");
    for (const text of ["x:/.//h/a", "x:/a/..//h", "x:a/..//h", "x:/%2e//h", "x:/%2E%2e//h"]) {
      const normal = parse(urls.normalize(text));
      expect(normal.authority).toBeUndefined();
      expect(normal.path).toMatch(/^\/\.\/\/h/);
    }
  });

  it.each([
    ["http://h:08080/x", "http://h:8080/x"],
    ["http://h:8080/x", "http://h:8080/x"],
    ["HTTP://h:8080/x", "http://h:8080/x"],
    ["http://h:080/x", "http://h/x"],
    ["http://h:80/x", "http://h/x"],
    ["http://h:/x", "http://h/x"],
    ["http://H:/x", "http://h/x"],
  ])("omits the default port, an empty one, and leading zeros (§6.2.3): %s is %s", (text, expected) => {
    expect(normalizeGeneric(parse(text), { hierarchical: true, defaultPort: 80 })).toBe(expected);
  });

  it.each([..."ABCDEFGHIJKLMNOPQRSTUVWXYZ"])(
    "has a scheme and a host %s in lower case (§6.2.2.1)",
    (letter) => {
      const small = letter.toLowerCase();
      expect(urls.normalize(`x://${letter}/${letter}`)).toBe(`x://${small}/${letter}`);
      expect(urls.normalize(`${letter}:${letter}`)).toBe(`${small}:${letter}`);
    },
  );

  it("keeps dots if the path is opaque", () => {
    const normal = (text: string) =>
      normalizeGeneric(parse(text), { hierarchical: false, defaultPort: undefined });
    expect(normal("x:/a/../%2e%2E/./b")).toBe("x:/a/../.././b");
    expect(normal("x:a/..")).toBe("x:a/..");
  });

  it("does not decode twice, and decodes no delimiter", () => {
    expect(urls.normalize("x:%2541%252F")).toBe("x:%2541%252F");
    expect(urls.normalize("x://h/%2F%3f%23%5b%40%3a")).toBe("x://h/%2F%3F%23%5B%40%3A");
  });
});

describe("normalizeHost", () => {
  it.each([
    ["Example.COM.", "example.com."],
    ["ex%41mple%2DX", "example-x"],
    ["a%c3%a9B", "a%C3%A9b"],
    ["A%2fB", "a%2Fb"],
    ["192.0.2.1", "192.0.2.1"],
    ["[2001:DB8:0:0::7]", "[2001:db8::7]"],
    ["[::FFFF:1.2.3.4]", "[::ffff:1.2.3.4]"],
    ["[V1F.Ab:c]", "[v1f.ab:c]"],
    ["[FE80::1%25Eth0]", "[fe80::1%25Eth0]"],
    ["[fe80::1%25a%21%2fb]", "[fe80::1%25a%21%2Fb]"],
    ["", ""],
  ])("%s is %s", (raw, normal) => {
    expect(normalizeHost(raw)).toBe(normal);
    expect(normalizeHost(normal)).toBe(normal);
    expect(parse(`x://${normal}`, { zoneId: true }).host).toBe(normal);
  });
});

function octets(raw: string | undefined): Uint8Array | undefined {
  return raw === undefined ? undefined : decodeOctets(raw);
}

/** The path as data: "/." before "//" exists only for the generic syntax. */
function unguarded({ path, authority }: Url): string {
  return authority === undefined && path.startsWith("/.//") ? path.slice(2) : path;
}

/** A dot is a dot, escaped or not (§6.2.2.2). */
function dotted(path: string): string {
  return path.replace(/%2e/gi, ".");
}

function decodedSegments(path: string): unknown[] {
  return path.split("/").map((segment) => decodeOctets(segment));
}

describe("normalizeGeneric", () => {
  it.each([
    ["x://h", "x://h/", "x://h"],
    ["x://h?q", "x://h/?q", "x://h?q"],
    ["x://h#f", "x://h/#f", "x://h#f"],
    ["x:", "x:", "x:"],
    ["x:?q", "x:?q", "x:?q"],
    ["X://H", "x://h/", "x://h"],
    ["x://h/", "x://h/", "x://h/"],
    ["x://h:80", "x://h/", "x://h:80"],
    ["x://h:080/", "x://h/", "x://h:80/"],
    ["x://h:81", "x://h:81/", "x://h:81"],
    ["x://h:081/", "x://h:81/", "x://h:81/"],
    ["x://h:/", "x://h/", "x://h/"],
    ["x://h:0/", "x://h:0/", "x://h:0/"],
    ["x://h:00/", "x://h:0/", "x://h:0/"],
    ["x://Z/", "x://z/", "x://z/"],
    ["x://z/", "x://z/", "x://z/"],
    ["X://[::1]/", "x://[::1]/", "x://[::1]/"],
    ["x://[FE80::1%25eT]/", "x://[fe80::1%25eT]/", "x://[fe80::1%25eT]/"],
    ["x://[fe80::1%25%65T]/", "x://[fe80::1%25eT]/", "x://[fe80::1%25eT]/"],
    ["x://[V1.A]/", "x://[v1.a]/", "x://[v1.a]/"],
    ["x://[1:0:0:0:0:0:0:1]:80/", "x://[1::1]/", "x://[1::1]:80/"],
    ["x://h/%7e?%7e#%7e", "x://h/~?~#~", "x://h/~?~#~"],
    ["x://%41b%2f/", "x://ab%2F/", "x://ab%2F/"],
    ["x://%C3%a9/", "x://%C3%A9/", "x://%C3%A9/"],
    ["x://U%7e:P@H:80/", "x://U~:P@h/", "x://U~:P@h:80/"],
    ["x:/a?./b", "x:/a?./b", "x:/a?./b"],
    ["x:/a#/../b", "x:/a#/../b", "x:/a#/../b"],
    ["x:/./a?b", "x:/a?b", "x:/./a?b"],
    ["x:/..#a?b", "x:/#a?b", "x:/..#a?b"],
    ["x:/a/..?b#c", "x:/?b#c", "x:/a/..?b#c"],
    ["x://h/%2e%2E/a", "x://h/a", "x://h/../a"],
    ["x:/a/..//b", "x:/.//b", "x:/a/..//b"],
    ["x:a/../b:c", "x:/b:c", "x:a/../b:c"],
    ["x:.", "x:", "x:."],
    ["x:..", "x:", "x:.."],
    ["x:./a", "x:a", "x:./a"],
    ["x:/.", "x:/", "x:/."],
    ["x:/a/.", "x:/a/", "x:/a/."],
    ["x:/a/..", "x:/", "x:/a/.."],
    ["x:a/..", "x:/", "x:a/.."],
    ["x:a/../..", "x:/", "x:a/../.."],
    ["x:a/b/../../c", "x:/c", "x:a/b/../../c"],
    ["x:/.a/b.", "x:/.a/b.", "x:/.a/b."],
    ["x:/...", "x:/...", "x:/..."],
    ["x:/a/.../..", "x:/a/", "x:/a/.../.."],
    ["x://h/a/b/../..", "x://h/", "x://h/a/b/../.."],
    ["x:a.b", "x:a.b", "x:a.b"],
    ["x:#/../b", "x:#/../b", "x:#/../b"],
    ["x:#/../b?c", "x:#/../b?c", "x:#/../b?c"],
    ["x:?/../b#c", "x:?/../b#c", "x:?/../b#c"],
    ["x:/a/b/./../c/", "x:/a/c/", "x:/a/b/./../c/"],
  ])("of %s is %s with dot segments, the port 80, and a path; and %s without", (text, all, least) => {
    const url = parse(text, { zoneId: true });
    expect(normalizeGeneric(url, { hierarchical: true, defaultPort: 80, emptyPath: "/" })).toBe(all);
    expect(normalizeGeneric(url, { hierarchical: false, defaultPort: undefined })).toBe(least);
  });
});

describe("a path without dot segments (RFC 3986 §5.2.4)", () => {
  it.each([
    ["", "", ""],
    [".", "", ""],
    ["..", "", ""],
    ["/", "/", "/"],
    ["/.", "/", "/"],
    ["/..", "/", "/"],
    ["./", "", ""],
    ["../", "", ""],
    ["./a", "a", "a"],
    ["../a", "a", "a"],
    ["a/.", "a/", "a/"],
    ["a/..", "/", "/"],
    ["a/../", "/", "/"],
    ["a/../b", "/b", "/b"],
    ["a/../../b", "/b", "/b"],
    ["/a/../b", "/b", "/b"],
    ["/a/../../b", "/b", "/b"],
    ["a/b/..", "a/", "a/"],
    ["a/b/../..", "/", "/"],
    ["a/b/../../", "/", "/"],
    ["a/b/../../c", "/c", "/c"],
    ["/a/b/./c/../../d", "/a/d", "/a/d"],
    ["a//..", "a/", "a/"],
    ["a//../b", "a/b", "a/b"],
    ["/a//../b", "/a/b", "/a/b"],
    ["//..", "/", "/"],
    ["/.//a", "//a", "//a"],
    ["/a/..//b", "//b", "//b"],
    ["a/.../b", "a/.../b", "a/.../b"],
    ["..a/b", "..a/b", "..a/b"],
    [".a", ".a", ".a"],
    ["a.", "a.", "a."],
    ["%2e", "%2e", ""],
    ["%2E%2e/a", "%2E%2e/a", "a"],
    ["a/%2e%2e/b", "a/%2e%2e/b", "/b"],
    [".%2e/a", ".%2e/a", "a"],
    ["/a/%2e", "/a/%2e", "/a/"],
    ["/%2e%2e%2e/a", "/%2e%2e%2e/a", "/%2e%2e%2e/a"],
    ["/%2f/..", "/", "/"],
    ["a/./b/./c", "a/b/c", "a/b/c"],
    ["/./a", "/a", "/a"],
    ["a/./..", "/", "/"],
  ])("of %j is %j; with escaped dots, %j", (path, literal, escaped) => {
    expect(removeDotSegments(path)).toBe(literal);
    expect(removeDotSegments(path, true)).toBe(escaped);
  });
});

describe("a dot segment (RFC 3986 §3.3, §6.2.2.3)", () => {
  it.each([".", "..", "%2e", "%2E.", ".%2e", "%2e%2E"])("is %s", (segment) => {
    expect(isDotSegment(segment)).toBe(true);
  });

  it.each(["", "...", "a", ".a", "a.", "%2e%2e%2e", "%2f", "%2", "..%"])("is not %j", (segment) => {
    expect(isDotSegment(segment)).toBe(false);
  });
});
