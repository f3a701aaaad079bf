import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatLink } from "../../src/paths.ts";
import { led, rewrittenText } from "./rewriting.ts";

const DOCUMENT = "ftp://h.example/a/b/c.html";

describe("a reference in a document", () => {
  it.each([
    // Unchanged: the link of the document mirrors its URL.
    ["d.html", "d.html"],
    ["../x/d.html?q=1#f", "../x/d.html?q=1#f"],
    ["d/", "d/"],
    ["?q=1", "?q=1"],
    // References that a browser would resolve to another path.
    ["/x/y.html", "/ftp://h.example/x/y.html"],
    ["/", "/ftp://h.example/"],
    ["//o.example/x?y#z", "/ftp://o.example/x?y#z"],
    ["../../x", "../../x"],
    ["../../../x", "/ftp://h.example/x"],
    ["../../../../../../x", "/ftp://h.example/x"],
    ["./../../..", "/ftp://h.example/"],
    ["%2e%2e/%2E%2E/.%2e/x", "/ftp://h.example/x"],
    ["\\x", "/ftp://h.example/x"],
    ["\\\\o.example\\x", "/ftp://o.example/x"],
    ["/\\o.example/x", "/ftp://o.example/x"],
    ["d\\e?\\", "/ftp://h.example/a/b/d/e?%5C"],
    [" \t/x\n", "/ftp://h.example/x"],
    ["/a\n\tb\r", "/ftp://h.example/ab"],
    // Characters that are not allowed in a URL.
    ["ä b.html", "/ftp://h.example/a/b/%C3%A4%20b.html"],
    ["/100%.txt", "/ftp://h.example/100%25.txt"],
    ["/[x]|^", "/ftp://h.example/%5Bx%5D%7C%5E"],
    ["12:30.txt", "/ftp://h.example/a/b/12:30.txt"],
    ["d/12:30.txt", "d/12:30.txt"],
    ["d#a#b", "/ftp://h.example/a/b/d#a%23b"],
    ["/x#a#b", "/ftp://h.example/x#a%23b"],
    ["it's?it's", "/ftp://h.example/a/b/it's?it%27s"],
    // Other supported schemes.
    ["ftp://o.example/x", "/ftp://o.example/x"],
    ["FTP://o.example/x", "/FTP://o.example/x"],
    ["gopher://g.example/1/x", "/gopher://g.example/1/x"],
    ["gopher://g.example/7/find%09x", "/gopher://g.example/7/find%09x"],
    ["news:comp.lang.c", "/news:comp.lang.c"],
    ["ftp://[2001:db8::1]/x", "/ftp://%5B2001:db8::1%5D/x"],
    // The web, and sessions.
    ["http://w.example/a?b=c&d#e", "/_/leave?url=http%3A%2F%2Fw.example%2Fa%3Fb%3Dc%26d%23e"],
    ["https://w.example/", "/_/leave?url=https%3A%2F%2Fw.example%2F"],
    ["h\nttps://w.example/", "/_/leave?url=https%3A%2F%2Fw.example%2F"],
    ["telnet://l.example/", "/_/leave?url=telnet%3A%2F%2Fl.example%2F"],
    // Within the document.
    ["#f", "#f"],
    ["", ""],
    [" # f", " # f"],
  ])("resolves %j to %s", async (reference, href) => {
    expect(await led(reference)).toBe(href);
  });

  it.each([
    "javascript:alert(1)",
    " \u0001JavaScript:alert(1)",
    "java\nscript:alert(1)",
    "javascript&colon;alert(1)",
    "&#x6a;avascript:alert(1)",
    "vbscript:x",
    "data:text/html,<script>alert(1)</script>",
    "blob:http://x/1",
    "about:blank",
    "mailto:ada@web.example",
    "file:///etc/passwd",
    "view-source:x",
    "x-nothing:y",
    "ftp://ada:secret@h.example/",
    "//ada@h.example/",
    "//ada:secret@h.example:21/x",
    "http://ada:secret@w.example/",
    "http:x",
    "http:/x",
    "http:\\\\w.example",
    "ftp:x",
    "//h.example:99999/",
    "//[::1/",
    "/%00",
    "/\0x",
    "ftp://h.example/%0D%0AQUIT",
  ])("is removed: %j", async (reference) => {
    expect(await rewrittenText(`<a title='x' href="${reference}">x</a>`)).toBe("<a title='x'>x</a>");
  });

  it("is removed if its target is longer than the gateway accepts", async () => {
    expect(await led(`/${"a".repeat(16_000)}`)).toMatch(/^\/ftp:\/\/h\.example\/a+$/);
    expect(await led(`/${"a".repeat(17_000)}`)).toBe(undefined);
  });

  it("to an embedded resource is rewritten if the scheme is served, and removed otherwise", async () => {
    expect(await rewrittenText('<img src="/x.gif" alt=x>')).toBe('<img src="/ftp://h.example/x.gif" alt=x>');
    expect(await rewrittenText('<img src="http://w.example/x.gif" alt=x>')).toBe("<img alt=x>");
    expect(await rewrittenText('<link rel=stylesheet href="//w.example/x.css">')).toBe(
      '<link rel=stylesheet href="/ftp://w.example/x.css">',
    );
    expect(await rewrittenText('<link rel=prefetch href="https://w.example/">')).toBe("<link rel=prefetch>");
  });
});

describe("documents of other schemes", () => {
  const gopher = { url: "gopher://g.example/h/docs/a.html" };

  it("use the generic syntax for Gopher, with the gophertype as first segment", async () => {
    expect(await led("b.html", gopher)).toBe("b.html");
    expect(await led("../x", gopher)).toBe("../x");
    expect(await led("../../../0/x", gopher)).toBe("/gopher://g.example/0/x");
    expect(await led("/0/about.txt", gopher)).toBe("/gopher://g.example/0/about.txt");
    expect(await led("/1", gopher)).toBe("/gopher://g.example/1");
    expect(await led("//o.example/1/x", gopher)).toBe("/gopher://o.example/1/x");
    expect(await led("x\\y", gopher)).toBe("/gopher://g.example/h/docs/x%5Cy");
  });

  it("keep relative references to their web server, and show absolute ones first", async () => {
    const web = { url: "http://w.example/a/b?q" };
    expect(await led("c", web)).toBe("c");
    expect(await led("/c", web)).toBe("/http://w.example/c");
    expect(await led("?x", web)).toBe("?x");
    expect(await led("//w.example/c", web)).toBe("/http://w.example/c");
    expect(await led("//o.example/c", web)).toBe("/_/leave?url=http%3A%2F%2Fo.example%2Fc");
    expect(await led("http://w.example/c", web)).toBe("/_/leave?url=http%3A%2F%2Fw.example%2Fc");
    expect(await led("//w.example:8080/c", web)).toBe("/_/leave?url=http%3A%2F%2Fw.example%3A8080%2Fc");
  });

  it("keep dot segments of their own URL, which references cannot remove", async () => {
    const strange = { url: "ftp://h.example/a/%2e%2e/c.html" };
    expect(formatLink(strange.url)).toBe("/ftp://h.example/a/~%2e%2e/c.html");
    expect(await led("d", strange)).toBe("/ftp://h.example/d");
    expect(await led("~..", strange)).toBe("/ftp://h.example/~~..");
  });
});

describe("a base (HTML §4.2.3)", () => {
  const after = async (base: string, reference: string) => {
    const html = await rewrittenText(`<base ${base}><a href="${reference}">x</a>`);
    return /<a href="([^"]*)">/.exec(html)?.[1];
  };

  it("is the base of references, and is removed", async () => {
    expect(await rewrittenText('<base href="/x/" target=_top>')).toBe("<base>");
    expect(await after('href="ftp://o.example/x/"', "d")).toBe("/ftp://o.example/x/d");
    expect(await after('href="ftp://o.example/x/"', "/d")).toBe("/ftp://o.example/d");
    expect(await after('href="../"', "d")).toBe("/ftp://h.example/a/d");
    expect(await after('href="/a/b/other.html"', "d")).toBe("d");
    expect(await after('href="http://w.example/x/"', "d")).toBe(
      "/_/leave?url=http%3A%2F%2Fw.example%2Fx%2Fd",
    );
    expect(await after('href="http://w.example/x/"', "#f")).toBe("#f");
  });

  it("counts once, and only if it is valid", async () => {
    expect(await after('href="/x/"><base href="/y/"', "d")).toBe("/ftp://h.example/x/d");
    expect(await after('target=x><base href="/y/"', "d")).toBe("/ftp://h.example/y/d");
    expect(await after(`href="/${"x".repeat(17_000)}/"`, "d")).toBe("d");
    expect(await after('href="javascript:x"', "d")).toBe(undefined);
  });
});

describe("signed links", () => {
  it("are used for all references", async () => {
    const linker = (_: unknown, path: string) => Promise.resolve(`/_/s/token${path}`);
    expect(await led("d.html", { linker })).toBe("/_/s/token/ftp://h.example/a/b/d.html");
    expect(await led("/d.html", { linker })).toBe("/_/s/token/ftp://h.example/d.html");
    expect(await led("#f", { linker })).toBe("#f");
  });
});

describe("any reference", () => {
  const piece = fc.constantFrom(
    ...["/", "//", "..", ".", "\\", ":", "?", "#", "%2e", "%2F", "~", "@", "[", "]", "a", "b.html", "'", ";"],
    ...[
      "ftp:",
      "http:",
      "https://",
      "javascript:",
      "h.example",
      "\t",
      " ",
      "ä",
      "%",
      "&",
      "&amp;",
      "&colon;",
    ],
    ...['"', "<", ">", "|", "\u0001", "&#x2f;", "&sol;", "o.example", ":21", "data:", "gopher://g/1"],
  );
  const references = fc.array(piece, { maxLength: 10 }).map((pieces) => pieces.join(""));

  it("resolves to the gateway, and only to /_/leave or to a link", () =>
    fc.assert(
      fc.asyncProperty(references, fc.constantFrom(DOCUMENT, "gopher://g.example/h/x"), async (text, url) => {
        const href = await led(text, { url });
        if (href === undefined) return;
        const here = new URL(formatLink(url), "http://gateway.example");
        const there = new URL(href.replace(/&(?:amp|#39|lt|gt);/g, decoded), here);
        expect(there.origin).toBe("http://gateway.example");
        expect(there.pathname).toMatch(/^\/(?:_\/leave$|(?:ftp|gopher|news|nntp|wais|prospero):)/i);
      }),
      { numRuns: 1500 },
    ));

  it("resolves as in RFC 3986 §5.2", () =>
    fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom("/", "..", ".", "a", "b", "?", "q", "//o", "%2e", "\\"), { maxLength: 8 }),
        fc.constantFrom("", "#", "#f"),
        async (pieces, fragment) => {
          const text = pieces.join("") + fragment;
          if (text === "" || text.startsWith("#")) return;
          const href = await led(text);
          if (href === undefined) {
            // An ftp URL has a host without empty labels.
            expect(text).toMatch(/^[/\\]{2}(?:$|[/\\?#]|[^/\\?#]*(?:\.|%2e))/);
            return;
          }
          const target = new URL(text, DOCUMENT);
          const there = new URL(href, new URL(formatLink(DOCUMENT), "http://gateway.example"));
          // The URL standard adds a path to every ftp URL; RFC 3986 does not.
          const path = there.href.slice(`${there.origin}/`.length);
          expect(new URL(path).href).toBe(target.href.replaceAll("\\", "%5C"));
        },
      ),
      { numRuns: 1500 },
    ));
});

function decoded(entity: string): string {
  return { "&amp;": "&", "&#39;": "'", "&lt;": "<", "&gt;": ">" }[entity]!;
}
