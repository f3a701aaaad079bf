import { displayText } from "@anyurl/core";
import { anyUnicode } from "@anyurl/testkit";
import { createAnyurl } from "anyurl";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { explainInput, renderAnatomy, summarize } from "../../src/pages/anatomy/index.ts";
import { homePage } from "../../src/pages/home.ts";
import { faultsOf, unescaped } from "./markup.ts";

const urls = createAnyurl();
const HOME = { examples: [], opened: ["ftp", "gopher"] } as const;
const drawn = (text: string): string => `${renderAnatomy(explainInput(text, urls))}`;
/** The text of the URL line, as copied from a browser. */
const lineOf = (text: string): string =>
  unescaped(/<p class="url"><code[^>]*>(.*?)<\/code>/s.exec(drawn(text))![1]!.replaceAll(/<[^>]*>/g, ""));

describe("the home page", () => {
  it("has one script, a field with a label, and an explained example", () => {
    const page = homePage(HOME, urls);
    expect(page).toMatch(/<script type="module" src="\/_\/assets\/live[^"]*\.js"><\/script>/);
    expect(page).toContain('<label for="url">URL</label>');
    expect(page).toContain("Example");
    expect(page).toContain("CWD pub");
    expect(faultsOf(page)).toEqual([]);
  });

  it("explains the URL, and links to it", () => {
    const page = homePage({ ...HOME, text: "gopher://h/1", href: "/gopher/h/1" }, urls);
    expect(page).toContain("Anatomy");
    expect(page).toContain('<a class="button" href="/gopher/h/1">Open');
    expect(page).toContain('value="gopher://h/1"');
    expect(faultsOf(page)).toEqual([]);
  });

  it("says why it does not open the URL", () => {
    const page = homePage({ ...HOME, text: "mailto:a@b.example", reason: "mailto: <is> read here" }, urls);
    expect(page).toContain("mailto: &lt;is&gt; read here");
    expect(page).not.toContain('class="button"');
  });

  it("shows examples to explain and to open", () => {
    const examples = [
      { url: "gopher://h/1?a&b", text: "a menu", href: "/gopher/h/1" },
      { url: "mailto:a@b.example", text: "an address" },
    ];
    const page = homePage({ ...HOME, examples }, urls);
    expect(page).toContain('<a class="draw" href="/?url=gopher%3A%2F%2Fh%2F1%3Fa%26b">');
    expect(page).toContain('<a class="open" href="/gopher/h/1">');
    expect(page.match(/class="open"/g)).toHaveLength(1);
    expect(faultsOf(page)).toEqual([]);
  });

  it("is a valid page for any text, which is never parsed as markup", () => {
    fc.assert(
      fc.property(anyUnicode(), (tail) => {
        for (const text of [tail, `ftp://h/${tail}`, `gopher://h/1${tail}`, `mailto:a@b?${tail}`])
          expect(faultsOf(homePage({ ...HOME, text }, urls))).toEqual([]);
      }),
      { numRuns: 60 },
    );
  });

  it("shows no password", () => {
    fc.assert(
      fc.property(fc.constantFrom("/", "/x", "/%zz", "?q", "#f"), (tail) => {
        for (const scheme of ["ftp", "http", "telnet", "x-none", "gopher"]) {
          const text = `${scheme}://alice:s3cr3tpass@h.example${tail}`;
          expect(homePage({ ...HOME, text }, urls)).not.toContain("s3cr3tpass");
          expect(summarize(explainInput(text, urls))).not.toContain("s3cr3tpass");
        }
      }),
    );
  });
});

describe("an anatomy", () => {
  const EXAMPLES = new Set(urls.names().flatMap((name) => urls.scheme(name)!.examples.map(({ url }) => url)));

  it.each([...EXAMPLES])("shows the URL, its parts and both grammars for %s", (url) => {
    const page = drawn(url);
    expect(lineOf(url)).toBe(String(explainInput(url, urls).found.url));
    expect(page).toContain("RFC 3986: <strong>valid</strong>");
    expect(page).toContain("<caption>Parts</caption>");
    expect(page).toContain("Normal form");
    expect(page).toContain("Planned exchange");
    expect(faultsOf(`<h1></h1>${page}`)).toEqual([]);
  });

  it("marks all errors, and shows hints", () => {
    const page = drawn("ftp://ho st/%zz");
    expect(page).toContain("ftp://ho<mark> </mark>st/<mark>%</mark>zz");
    expect(page).toContain("<code>illegal-character</code>");
    expect(page).toContain("Try this:</strong> write it as &quot;%20&quot;");
    expect(page).toContain("RFC 3986: <strong>not valid</strong>");
  });

  it("marks where something is missing", () => {
    expect(drawn("ftp:///x")).toContain('<mark class="gap"></mark>');
  });

  it("shows problems of RFC 1738 only", () => {
    const page = drawn("http://h/x#frag");
    expect(page).toContain("RFC 3986: <strong>valid</strong>");
    expect(page).toContain("RFC 1738: <strong>not valid</strong>");
    expect(page).toContain("RFC 1738 only");
    expect(page).toContain("fragment-not-allowed");
  });

  it("shows the normal form, or says that the URL is in normal form", () => {
    expect(drawn("FTP://H.example:21/%7ea")).toContain(">ftp://h.example/~a</code>");
    expect(drawn("gopher://h/0/x")).toContain("Already in normal form.");
  });

  it("shows the planned exchange, with the part that each step comes from", () => {
    const page = drawn("ftp://h/pub/x;type=a");
    expect(page).toContain('<code translate="no">CWD pub</code>');
    expect(page).toMatch(
      /CWD pub<\/code><\/td><td role="cell" class="from"><span class="p2"><span class="no">3<\/span>/,
    );
    expect(page).toContain("open a data connection to a port that the server chooses");
    expect(page).toContain("RFC 1738 §3.2.2");
  });

  it("shows an empty line", () => {
    expect(drawn("gopher://h/")).toContain("<b>C:</b> <em>an empty line</em>");
  });

  it("says why nothing would be sent", () => {
    expect(drawn("x-none://h/x")).toMatch(/Nothing would be sent: .+\./);
    expect(drawn("http://a@h.example/")).toContain("Nothing would be sent: http URLs with a user");
  });

  it("shows no normal form and no plan if they could reveal a secret", () => {
    // Other software parses everything up to the "@" as user and password (RFC 1738 §5 allows "?" there).
    const page = drawn("http://h.example?user:s3cr3t@evil.example");
    expect(page).toContain("RFC 3986: <strong>valid</strong>");
    expect(page).not.toContain("s3cr3t");
    expect(page).not.toContain("Normal form");
    expect(page).not.toContain("Planned exchange");
  });

  it("marks errors after a masked password at the right position", () => {
    const page = drawn("ftp://alice:a-long-password@ho st/");
    expect(page.match(/\*\*\*@ho<mark> <\/mark>st/g)).toHaveLength(3);
  });

  it("shows all of any text exactly once", () => {
    const noise = fc.string({ unit: fc.constantFrom(..."a1:/?#[]@%2F;=. <é") });
    fc.assert(
      fc.property(
        fc.constantFrom("ftp://", "http://", "wais://h/", "mailto:", "news:", ""),
        noise,
        (head, tail) => {
          const { found } = explainInput(head + tail, urls);
          expect(lineOf(head + tail)).toBe(displayText(found.url));
        },
      ),
      { numRuns: 500 },
    );
  });

  it("explains unknown schemes with the generic syntax", () => {
    expect(drawn("x-none://h/p?q#f")).toContain(">query</span>");
  });

  it.each([
    ["gopher://h/7/find%09x", "gopher URL, 5 parts."],
    ["http://h/x#f", "http URL, 4 parts. Not valid by RFC 1738."],
    ["ftp://ho st/", "Invalid URL: a space is not allowed in the host."],
  ])("has a summary for screen readers: %s", (url, sentence) => {
    expect(summarize(explainInput(url, urls))).toBe(sentence);
  });
});
