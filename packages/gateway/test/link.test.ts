import { parseReference } from "@anyurl/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatLink, parseLink } from "../src/paths.ts";

const GATEWAY = "https://gateway.example";

/** The path that a browser requests for a link. */
function sent(reference: string, base: string = `${GATEWAY}/`): string {
  const { pathname, href, hash } = new URL(reference, base);
  // `search` does not distinguish "?" from a missing query; `href` does.
  const query = href.slice(GATEWAY.length + pathname.length, href.length - hash.length);
  return pathname + query + hash;
}

const SEGMENTS = [
  ...[
    "",
    ".",
    "..",
    "%2e",
    "%2E%2e",
    ".%2E",
    "~.",
    "~..",
    "~~%2e",
    "...",
    "~",
    "a",
    "a.html",
    "%00",
    "%FF",
    "%ff",
  ],
  ...[
    "%2F",
    "%2f",
    "%5C",
    "%09",
    ";type=a",
    "a;b=c",
    "a'b",
    "%27",
    "%2527",
    "%5B",
    "%255B",
    "C:",
    "@",
    "$&+,=",
  ],
];
const segment = fc.oneof(
  fc.constantFrom(...SEGMENTS),
  fc.string({ unit: fc.constantFrom(..."abc.~%2eE5BD7'-_!$&()*+,;=:@") }).map(mended),
);
const query = fc.oneof(
  fc.constantFrom(undefined, "", "?", "'", "%27", "%2527", "q=it's/..", "a?b", "%", "../..", "/./"),
  fc.string({ unit: fc.constantFrom(..."ab'%257/?.=&") }),
);
const url = fc
  .record({
    scheme: fc.constantFrom("ftp", "gopher", "HTTP", "news", "urn", "x-y.z+1", "wais", "prospero", "file"),
    authority: fc.option(
      fc.constantFrom(
        "h.example",
        "h:70",
        "[::1]:21",
        "[2001:db8::1]",
        "",
        "%5B",
        "%5b%255D",
        "..",
        ".",
        "~.",
        "a.b",
      ),
      { nil: undefined },
    ),
    segments: fc.array(segment, { maxLength: 6, minLength: 1 }),
    query: query.map((text) => (text === undefined ? undefined : mended(text))),
    fragment: fc.constantFrom(undefined, "", "top", "a'b/../?%27"),
  })
  .map(({ scheme, authority, segments, query, fragment }) => {
    const rest = segments.join("/");
    const path =
      authority === undefined ? rest.replace(/^\/\/+/, "/") : `//${authority}${rest && `/${rest}`}`;
    return `${scheme}:${path}${query === undefined ? "" : `?${query}`}${fragment === undefined ? "" : `#${fragment}`}`;
  })
  .filter(isUrl);

describe("link", () => {
  it.each([
    ["ftp://ftp.example/pub/a.html", "/ftp://ftp.example/pub/a.html"],
    ["ftp://h/%2Fetc//motd;type=a", "/ftp://h/%2Fetc//motd;type=a"],
    ["gopher://h/7/find%09blue%20whale", "/gopher://h/7/find%09blue%20whale"],
    ["gopher://h/1/a/../b", "/gopher://h/1/a/~../b"],
    ["gopher://h/1/a/%2e/~.", "/gopher://h/1/a/~%2e/~~."],
    ["http://h/?q=it's%27", "/http://h/?q=it%27s%2527"],
    ["http://h?", "/http://h?"],
    ["ftp://[::1]:2121/a", "/ftp://%5B::1%5D:2121/a"],
    ["news:comp.lang.c", "/news:comp.lang.c"],
    ["news:*", "/news:*"],
    ["prospero://h//pros/name;A=b", "/prospero://h//pros/name;A=b"],
    ["file:///etc/motd", "/file:///etc/motd"],
    ["http://h/a#b", "/http://h/a#b"],
  ])("writes %s as %s", (from, to) => {
    expect(formatLink(from)).toBe(to);
    expect(parseLink(to)).toBe(from);
  });

  it("is reversed by unlink, for every URL, and after parsing by a browser", () => {
    fc.assert(
      fc.property(url, (text) => {
        expect(parseLink(formatLink(text))).toBe(text);
        expect(sent(formatLink(text))).toBe(formatLink(text));
      }),
      { numRuns: 5_000 },
    );
  });

  it("returns a URL reference (RFC 3986) for every valid URL", () => {
    fc.assert(
      fc.property(url, (text) => {
        expect(parseReference(formatLink(text), { maxUrlLength: 100_000 }).path).toMatch(/^\/[A-Za-z]/);
      }),
      { numRuns: 2_000 },
    );
  });

  it("never returns a network-path reference or a link to another origin", () => {
    fc.assert(
      fc.property(url, (text) => {
        expect(new URL(formatLink(text), `${GATEWAY}/a/b`).origin).toBe(GATEWAY);
      }),
    );
  });

  it("keeps any escaped byte, in either case", () => {
    for (let octet = 0; octet < 256; octet++) {
      const upper = octet.toString(16).toUpperCase().padStart(2, "0");
      for (const text of [`ftp://h/a%${upper}b`, `ftp://h/%${upper.toLowerCase()}`, `http://h/?%${upper}`])
        expect(parseLink(sent(formatLink(text)))).toBe(text);
    }
  });
});

describe("a relative reference in a document", () => {
  it.each([
    ["ftp://h/a/b.html", "c.html", "ftp://h/a/c.html"],
    ["ftp://h/a/b.html", "./c.html", "ftp://h/a/c.html"],
    ["ftp://h/a/b.html", "../c/d.html", "ftp://h/c/d.html"],
    ["ftp://h/a/b.html", "d/", "ftp://h/a/d/"],
    ["ftp://h/a/b.html", ".", "ftp://h/a/"],
    ["http://h/a/b?x=y", "?z", "http://h/a/b?z"],
    ["http://h/a/b?x=y", "c?d=e's", "http://h/a/c?d=e's"],
    ["http://h/a/b?x=y", "#top", "http://h/a/b?x=y#top"],
    ["gopher://h/h/docs/x.html", "y.html", "gopher://h/h/docs/y.html"],
  ])("in %s: %s resolves to the link of %s", (base, reference, target) => {
    expect(parseLink(sent(reference, GATEWAY + formatLink(base)))).toBe(target);
  });
});

describe("unlink", () => {
  it.each([
    "/",
    "/_/health",
    "/robots.txt",
    "//h/x",
    "/%66tp://h/",
    "ftp://h/",
    "/1a:b",
    "/.well-known/x",
    "",
  ])("returns undefined for %j", (path) => {
    expect(parseLink(path)).toBeUndefined();
  });

  it("accepts typed links with unescaped brackets", () => {
    expect(parseLink("/ftp://[::1]/x")).toBe("ftp://[::1]/x");
    expect(parseLink("/gopher://h/1/a/~b")).toBe("gopher://h/1/a/~b");
  });
});

/** Each "%" is followed by two hexadecimal digits. */
function mended(text: string): string {
  return text.replace(/%(?![0-9A-Fa-f]{2})/g, "%25");
}

function isUrl(text: string): boolean {
  try {
    return parseReference(text).scheme !== undefined;
  } catch {
    return false;
  }
}
