import { readFileSync, rmSync, statSync } from "node:fs";
import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DEFAULT_STYLE } from "@anyurl/core/presentation";
import type { Entry, Registry } from "anyurl";
import { beforeAll, describe, expect, it } from "vitest";
import { createBookmarks, formatBookmarks, parseBookmarks } from "../../src/browser/bookmarks.ts";
import { formatLine } from "../../src/browser/draw.ts";
import { createHtmlPage, decodeHtml } from "../../src/browser/html-page.ts";
import { layOut } from "../../src/browser/layout.ts";
import { createListingPage } from "../../src/browser/listing-page.ts";
import { listFormData, type Page, withFieldValue } from "../../src/browser/page.ts";
import { createTextPage } from "../../src/browser/text-page.ts";
import { loadSchemes } from "../../src/load-schemes.ts";

let urls: Registry;
beforeAll(async () => {
  ({ urls } = await loadSchemes());
});

function html(source: string): Page {
  return createHtmlPage(source, { title: "h.example", url: "http://h.example/a/b", urls });
}

function lines(page: Page, width = 60): readonly string[] {
  return layOut(page, { width }).lines.map(formatLine);
}

describe("the page of an HTML document", () => {
  it.each([
    ["<p>one</p><p>two", ["one", "", "two"]],
    ["a<br>b  \n c", ["a", "b c"]],
    ["<ul><li>x<li>y</ul>z", [" * x", " * y", "", "z"]],
    ['<ol start="9"><li>x</li><li>y</li></ol>', [" 9. x", "10. y"]],
    ["<pre>\n  a\n   b\n</pre>", ["  a", "   b"]],
    ["<table><tr><th>A<th>B<tr><td>1<td>2</table>", ["A B", "1 2"]],
    ["<script>x()</script><style>y</style>z<template>t</template>", ["z"]],
    ["<p hidden>secret</p>seen", ["seen"]],
    ['<img alt="a boat" src="x.png"> <img alt="" src="y.png">', ["[1][image: a boat]"]],
    ["&lt;b&gt; &amp; &eacute;", ["<b> & é"]],
    ["<dl><dt>t<dd>d</dl>", ["t", "    d"]],
    ["a<hr>b", ["a", "----", "b"]],
  ])("shows %s", (source, expected) => {
    expect(lines(html(source))).toEqual(expected);
  });

  it("resolves references against the URL, or the base of the document", () => {
    const page = html('<a href="c d">x</a><base href="/z/"><a href="e">y</a><a href=" #f ">z</a>');
    expect(page.links).toEqual([
      { is: "url", url: "http://h.example/a/c%20d" },
      { is: "url", url: "http://h.example/z/e" },
      { is: "url", url: "http://h.example/z/#f" },
    ]);
  });

  it.each(["javascript:alert(1)", "vbscript:x", "nonesuch:x", "http://[bad", ""])(
    "does not link to %s",
    (reference) => {
      const { links } = html(`<a href="${reference}">x</a>`);
      expect(links.filter((link) => link.is === "url" && link.url !== "http://h.example/a/b")).toEqual([]);
    },
  );

  it("has the title of the document in one line, or else the given one", () => {
    expect(html("<title> A \n <b> </title>x").title).toBe("A <b>");
    expect(html("x").title).toBe("h.example");
  });

  it("knows where fragments lead", () => {
    const { anchors } = html('<p>a<p id="here">b<p><a name="there">c</a>');
    expect([...anchors!]).toEqual([
      ["here", 1],
      ["there", 2],
    ]);
  });

  it("reads a form, and sends its fields as browsers do", () => {
    const page = html(`<form action="/find"><label>Words <input name=q value="a b"></label>
      <input type=hidden name=h value=1><input type=checkbox name=c checked><input type=checkbox name=d>
      <input type=radio name=r value=1 checked><input type=radio name=r value=2>
      <select name=s><option value=x>X<option selected>Y</select><textarea name=t>\nhi</textarea>
      <button name=b value=go>Go</button><input type=submit name=u value=Other><input type=file name=f></form>`);
    const [form] = page.forms;
    expect(form!.action).toEqual({ is: "get", url: "http://h.example/find" });
    const button = form!.fields.findIndex(({ name }) => name === "b");
    expect(listFormData(form!, button)).toEqual([
      ...[
        ["q", "a b"],
        ["h", "1"],
        ["c", "on"],
        ["r", "1"],
        ["s", "Y"],
        ["t", "hi"],
        ["b", "go"],
      ],
    ]);
    const second = form!.fields.findLastIndex(({ kind }) => kind === "radio");
    const changed = withFieldValue(page, 0, second, { isChecked: true }).forms[0]!;
    expect(listFormData(changed).filter(([name]) => name === "r")).toEqual([["r", "2"]]);
    expect(page.links.map((link) => link.is)).toEqual([
      ...["field", "field", "field", "field", "field", "field", "field", "submit", "submit"],
    ]);
  });

  it("ends with the reason if the document is incomplete", () => {
    const page = createHtmlPage("<p>x", { title: "", url: "http://h.example/", urls, note: "cut" });
    expect(lines(page)).toEqual(["x", "", "cut"]);
  });

  it("survives deep nesting and unclosed elements", () => {
    const page = html(`${"<blockquote>".repeat(5_000)}deep${"<b>".repeat(5_000)}`);
    expect(lines(page, 40).map((line) => line.trim())).toEqual(["deep"]);
  });

  it.each([
    [[0xef, 0xbb, 0xbf, 0x61], undefined, "a"],
    [[0xff, 0xfe, 0x61, 0x00], undefined, "a"],
    [[...Buffer.from("<meta charset=iso-8859-2>"), 0xe6], undefined, "<meta charset=iso-8859-2>ć"],
    [[...Buffer.from('<meta http-equiv=x content="text/html; charset=koi8-r">'), 0xc1], undefined, /а$/],
    [[0xe9], "iso-8859-1", "é"],
    [[0xe9], undefined, "é"],
    [[0xc3, 0xa9], "nonesuch", "é"],
  ] as const)("decodes %j with the character set %s", (bytes, told, expected) => {
    const text = decodeHtml(Uint8Array.from(bytes), told);
    if (typeof expected === "string") expect(text).toBe(expected);
    else expect(text).toMatch(expected);
  });
});

describe("the page of a listing", () => {
  const init = { title: "t", url: "ftp://h.example/", style: DEFAULT_STYLE };
  const entries: readonly Entry[] = [
    { name: "Welcome", kind: "information", url: undefined },
    { name: "a", kind: "directory", url: "ftp://h.example/a/" },
    { name: "b.txt", kind: "file", url: "ftp://h.example/b.txt", size: 2048, modified: new Date(0) },
    { name: "find", kind: "search", url: "ftp://h.example/find" },
    { name: "..", kind: "file", url: undefined, unsafe: "the name is not safe" },
  ];

  it("shows kinds, sizes, and dates, and links what has a URL", () => {
    const page = createListingPage(entries, init);
    expect(lines(page, 44)).toEqual([
      "   Welcome",
      " 1 a/",
      " 2 b.txt           2.0 KiB  1970-01-01 00:00",
      " 3 find                             (search)",
      "   ..          (no URL: the name is not safe)".replace("          ", "         "),
    ]);
    expect(page.links.map((link) => link.is === "url" && link.namedBy)).toEqual(entries.slice(1, 4));
  });

  it("says if it is empty or incomplete", () => {
    expect(lines(createListingPage([], { ...init, note: "cut" }))).toEqual(["No entries", "", "cut"]);
  });
});

describe("the page of a text", () => {
  it("links the URLs of known schemes, and keeps the rest", () => {
    const text = "see <ftp://h.example/a>, gopher://h.example/ or nonesuch://x\n  end";
    const page = createTextPage(text, { title: "", url: undefined, urls });
    expect(lines(page, 80)).toEqual([
      "see <[1]ftp://h.example/a>, [2]gopher://h.example/ or nonesuch://x",
      "  end",
    ]);
  });

  it("has its header above", () => {
    const facts = [{ title: "From", value: "joe@h.example" }];
    expect(lines(createTextPage("hi", { title: "", url: undefined, urls, facts }))).toEqual([
      ...["  From: joe@h.example", "", "hi"],
    ]);
  });
});

describe("bookmarks", () => {
  it("are lines of a file that only its owner can read", async () => {
    const directory = await mkdtemp(join(tmpdir(), "anyurl-bookmarks-"));
    const file = join(directory, "new", "bookmarks");
    try {
      const bookmarks = createBookmarks(file);
      expect(bookmarks.list()).toEqual([]);
      bookmarks.save([{ url: "ftp://h.example/", title: "a\nb" }]);
      expect(readFileSync(file, "utf8")).toBe("ftp://h.example/ a b\n");
      if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
      expect(createBookmarks(file).list()).toEqual([{ url: "ftp://h.example/", title: "a b" }]);
    } finally {
      rmSync(directory, { recursive: true });
    }
  });

  it("stay the same when they are written and read", () => {
    const saved = [
      { url: "ftp://h.example/", title: "a b" },
      { url: "gopher://h/", title: "gopher://h/" },
    ];
    expect(parseBookmarks(formatBookmarks(saved))).toEqual(saved);
    expect(parseBookmarks("\n# comment\n ftp://h/ \n")).toEqual([{ url: "ftp://h/", title: "ftp://h/" }]);
  });
});
