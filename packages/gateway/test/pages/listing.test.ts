import { describe, expect, it } from "vitest";
import type { EntryView, ListingView } from "../../src/views.ts";
import { ENTRY, FAILURE, FRAME, failing, listingPage } from "./frames.ts";
import { faultsOf, piecesOf, textOf } from "./markup.ts";

const COLUMNS: ListingView["columns"] = [
  { field: "name", title: "Name" },
  { field: "kind", title: "Kind" },
  { field: "size", title: "Size" },
  { field: "modified", title: "Modified" },
];

type Entries = Parameters<typeof listingPage>[0]["entries"];

const listing = (entries: Entries, more: Partial<ListingView> = {}): Parameters<typeof listingPage>[0] => ({
  frame: FRAME,
  layout: "table",
  columns: COLUMNS,
  entries,
  toFailure: () => FAILURE,
  ...more,
});
const rowOf = async (entry: Partial<EntryView>, more: Partial<ListingView> = {}): Promise<string> => {
  const page = await textOf(listingPage(listing([{ ...ENTRY, ...entry }], more)));
  expect(faultsOf(page)).toEqual([]);
  return /<tbody[^>]*>\n(.*)\n<\/tbody>|<ul class="menu">\n(.*)\n<\/ul>/s.exec(page)!.slice(1).join("");
};

describe("a listing", () => {
  it("sends its head at once, and each entry when it arrives", async () => {
    let asked = 0;
    async function* entries() {
      asked = 1;
      yield ENTRY;
      asked = 2;
      yield { ...ENTRY, name: "second" };
    }
    const page = listingPage(listing(entries()));
    const head = await page.next();
    // The response needs to know that there is no error before the first entry.
    expect(asked).toBe(1);
    expect(head.value).toContain("<h1><bdi>poems</bdi></h1>");
    expect((await page.next()).value).toContain("ode.txt");
    expect(asked).toBe(1);
    expect((await page.next()).value).toContain("second");
  });

  it("is a table with a caption, column headers and row headers", async () => {
    const page = await textOf(listingPage(listing([ENTRY])));
    expect(page).toContain('<caption class="unseen">Contents of <bdi>poems</bdi></caption>');
    expect(page.match(/<th scope="col"/g)).toHaveLength(4);
    expect(page).toContain('<th scope="row" role="rowheader"><a href="/ftp/ftp.example/ode.txt">');
    expect(page).toContain("1 entry</p>");
    expect(faultsOf(page)).toEqual([]);
  });

  it("shows no size that is not a number of bytes", async () => {
    for (const size of [-1, 1.5, Number.NaN, Number.POSITIVE_INFINITY])
      expect(await rowOf({ size })).toContain('<td role="cell" class="size"></td>');
  });

  it("says if there are no entries", async () => {
    const page = await textOf(listingPage(listing([])));
    expect(page).toContain("No entries");
    expect(page).not.toContain("<table");
    expect(faultsOf(page)).toEqual([]);
  });

  it.each(["table", "menu", "articles", "hits"] as const)(
    "reports an error at its end, and closes its tags: %s",
    async (layout) => {
      const page = await textOf(listingPage(listing(failing(ENTRY), { layout })));
      expect(page).toContain("Incomplete");
      expect(page.indexOf("ode.txt")).toBeLessThan(page.indexOf("Incomplete"));
      expect(page).toContain("<code>truncated</code>");
      expect(page).toContain("426 &lt;b&gt;\\u202e");
      expect(page.endsWith("</html>\n")).toBe(true);
      expect(faultsOf(page)).toEqual([]);
    },
  );

  it("cancels its entries if the reader cancels", async () => {
    let left = false;
    async function* entries() {
      try {
        for (;;) yield ENTRY;
      } finally {
        left = true;
      }
    }
    for await (const piece of listingPage(listing(entries()))) if (piece.includes("ode.txt")) break;
    expect(left).toBe(true);
  });

  it("shows names as text, escaped and sanitized", async () => {
    const row = await rowOf({ name: "<script>\u202egnp.exe\x1b[2J" });
    expect(row).toContain("<bdi>&lt;script&gt;\\u202egnp.exe\\x1b[2J</bdi>");
  });

  it("links only to paths of the gateway", async () => {
    for (const href of [
      "javascript:alert(1)",
      "//evil.example/",
      "http://evil.example/",
      "data:text/html,x",
    ]) {
      const row = await rowOf({ href, url: "x-evil:1" });
      expect(row).not.toContain("href");
      expect(row).toContain("x-evil:1");
    }
  });

  it("marks external links", async () => {
    expect(await rowOf({ leaves: true, href: "/_/leave?url=x" })).toContain(
      '<a class="leaves" href="/_/leave?url=x"><bdi>ode.txt</bdi><span class="unseen"> (external link)</span></a>',
    );
  });

  it("shows rounded sizes, and has the exact bytes", async () => {
    expect(await rowOf({ size: 0 })).toContain('<data value="0" title="0 bytes">0 B</data>');
    expect(await rowOf({ size: 1 })).toContain('title="1 byte">1 B<');
    expect(await rowOf({ size: 4213 })).toContain('title="4213 bytes">4.1 KiB<');
    expect(await rowOf({ size: 2 ** 28 })).toContain(">256 MiB<");
    expect(await rowOf({ size: Number.MAX_SAFE_INTEGER })).toContain(">8.0 PiB<");
  });

  it("shows a time in its known precision", async () => {
    expect(await rowOf({ modified: "2001" })).toContain('<time datetime="2001">2001</time>');
    expect(await rowOf({ modified: "2001-02-03T04:05Z" })).toContain(
      '<time datetime="2001-02-03T04:05Z"><span>2001-02-03</span> <span>04:05 UTC</span></time>',
    );
    expect(await rowOf({ modified: "2001-02-03T04:05" })).toContain("<span>04:05</span></time>");
  });

  it("shows metadata, notes and empty names", async () => {
    const row = await rowOf({ name: "", note: "unsafe-name", facts: [{ name: "lines", value: "14" }] });
    expect(row).toContain("(no name)");
    expect(row).toContain('<span class="fact">lines <bdi>14</bdi></span>');
    expect(row).toContain('<span class="note">unsafe-name</span>');
  });

  it("has the columns that the scheme declares, in their order", async () => {
    const columns: ListingView["columns"] = [
      { field: "attributes.<from>", title: "<From>" },
      { field: "name", title: "Subject" },
      { field: "attributes.lines", title: "Lines", numeric: true },
    ];
    const values = { "attributes.<from>": "alice <a@h.example>", "attributes.lines": "14" } as const;
    const page = await textOf(listingPage(listing([{ ...ENTRY, values }], { columns, layout: "articles" })));
    expect(page).toContain(
      '<th scope="col" role="columnheader" class="text">&lt;From&gt;</th><th scope="col" role="columnheader" class="name">Subject</th><th scope="col" role="columnheader" class="number">Lines</th>',
    );
    expect(page).toContain(
      '<tr role="row"><td role="cell" class="text"><bdi>alice &lt;a@h.example&gt;</bdi></td><th scope="row"',
    );
    expect(page).toContain('<td role="cell" class="number" data-title="Lines"><bdi>14</bdi></td></tr>');
    expect(page).toContain("Articles in <bdi>poems</bdi>");
    expect(page).toContain("1 article</p>");
    expect(faultsOf(page)).toEqual([]);
  });

  it("spans all columns with an information line", async () => {
    const columns = COLUMNS.slice(0, 2);
    const page = await textOf(listingPage(listing([{ kind: "information", name: "x" }], { columns })));
    expect(page).toContain('<td role="cell" colspan="2">x</td>');
  });

  it("marks directories only beside a column of kinds", async () => {
    const entry = { kind: "directory", name: "local.test" };
    expect(await rowOf(entry)).toContain('<span class="slash"');
    expect(await rowOf(entry, { columns: [COLUMNS[0]!] })).not.toContain("slash");
  });

  it("has its search form above the entries", async () => {
    const form = { title: "Search", action: "/_/search", method: "get", submit: "Find", fields: [] } as const;
    const page = await textOf(listingPage(listing([ENTRY], { forms: [form, form] })));
    expect(page.indexOf('action="/_/search"')).toBeLessThan(page.indexOf("<table"));
    expect(faultsOf(page)).toEqual([]);
  });
});

describe("search results", () => {
  it("are an ordered list: a link, and the other columns with their titles", async () => {
    const columns: ListingView["columns"] = [
      { field: "name", title: "Headline" },
      { field: "attributes.score", title: "Score", numeric: true },
      { field: "size", title: "Size" },
      { field: "attributes.lines", title: "Lines", numeric: true },
    ];
    const entry = {
      ...ENTRY,
      size: 12,
      values: { "attributes.score": "1000", "attributes.lines": undefined },
    };
    const page = await textOf(listingPage(listing([entry, ENTRY], { columns, layout: "hits" })));
    expect(page).toContain('<ol class="hits">\n<li><span class="item"><a href="/ftp/ftp.example/ode.txt">');
    expect(page).toContain(
      '<span class="fact">Score <bdi>1000</bdi></span> <span class="fact">Size <data value="12"',
    );
    expect(page).not.toContain("Lines");
    expect(page).toContain("2 results</p>");
    expect(faultsOf(page)).toEqual([]);
  });
});

describe("a menu", () => {
  const said = (name: string): EntryView => ({ kind: "information", name });

  it("shows information lines as one text, and items as a list", async () => {
    const entries = [said("  /\\"), said(" <hi>"), ENTRY, { ...ENTRY, kind: "directory" }, said("end")];
    const page = await textOf(listingPage(listing(entries, { layout: "menu" })));
    expect(page).toContain(
      '<pre class="said">\n  /\\\n &lt;hi&gt;\n</pre>\n<ul class="menu">\n<li><span class="kind">file</span>',
    );
    expect(page).toContain('</ul>\n<pre class="said">\nend\n</pre>\n');
    expect(page).toContain('<span class="kind">menu</span>');
    expect(page).toContain("2 entries");
    expect(faultsOf(page)).toEqual([]);
  });

  it("keeps an empty first line", async () => {
    const page = await textOf(listingPage(listing([said(""), said("x")], { layout: "menu" })));
    // Browsers ignore one line end after <pre>.
    expect(page).toContain('<pre class="said">\n\nx\n</pre>');
  });

  it("sends one chunk per entry", async () => {
    const pieces = await piecesOf(listingPage(listing([ENTRY, said("x"), ENTRY], { layout: "menu" })));
    expect(pieces).toHaveLength(5);
  });
});
