import { createRegistry, defineScheme, type Entry, type Scheme, type Url } from "@anyurl/core";
import {
  findSearchTerms,
  getResultStyle,
  getTitle,
  getView,
  listAncestors,
  type Presentation,
  readEntryField,
  type View,
} from "@anyurl/core/presentation";
import { describe, expect, it } from "vitest";

function schemeWith(presentation?: Presentation, hierarchical = false): Scheme {
  return defineScheme({
    name: "x-shelf",
    cite: ["README"],
    defaultPort: 4000,
    hierarchical,
    format: () => "x-shelf:",
    examples: [{ url: "x-shelf://h.example/", title: "a shelf" }],
    ...(presentation && { presentation }),
  }) as Scheme;
}

function parseWith(scheme: Scheme, text: string): Url {
  return createRegistry(scheme).parse(text) as Url;
}

function ancestorsOf(text: string, presentation?: Presentation, hierarchical?: boolean): readonly string[] {
  const scheme = schemeWith(presentation, hierarchical);
  return listAncestors(parseWith(scheme, text), scheme);
}

describe("the view of a URL", () => {
  it("shows files and directories in a table if the scheme does not say otherwise", () => {
    const scheme = schemeWith();
    for (const known of [scheme, undefined]) {
      const { layout, columns } = getView(parseWith(scheme, "x-shelf://h.example/a"), known);
      expect([layout, columns.map(({ field }) => field)]).toEqual([
        "table",
        ["name", "kind", "size", "modified"],
      ]);
    }
  });

  it("is what the scheme declares, with defaults for the rest", () => {
    const scheme = schemeWith({ view: { layout: "menu", immutable: true } });
    const view = getView(parseWith(scheme, "x-shelf://h.example/a"), scheme);
    expect([view.layout, view.immutable, view.columns.length]).toEqual(["menu", true, 4]);
  });

  it("depends on the URL if the scheme declares a function", () => {
    const scheme = schemeWith({ view: ({ path }) => (path === "/hits" ? { layout: "hits" } : {}) });
    expect(getView(parseWith(scheme, "x-shelf://h.example/hits"), scheme).layout).toBe("hits");
    expect(getView(parseWith(scheme, "x-shelf://h.example/"), scheme).layout).toBe("table");
  });

  it.each<[string, () => View]>([
    ["throws", () => JSON.parse("{")],
    ["returns nothing", () => undefined as unknown as View],
  ])("is a fault of the plugin if its function %s", (_, view) => {
    const scheme = schemeWith({ view });
    expect(() => getView(parseWith(scheme, "x-shelf://h.example/"), scheme)).toThrow(
      expect.objectContaining({ code: "plugin-fault" }),
    );
  });

  it("shows the results of a search as entries, or as the search declares", () => {
    const search = { title: "Search", label: "Words" };
    const url = parseWith(schemeWith(), "x-shelf://h.example/");
    const plain = getView(url, schemeWith({ view: { layout: "articles", search } }));
    expect(getResultStyle(plain).layout).toBe("articles");
    const own = getView(url, schemeWith({ view: { search: { ...search, results: { layout: "hits" } } } }));
    expect([getResultStyle(own).layout, getResultStyle(own).columns]).toEqual(["hits", own.columns]);
  });

  it("has the search terms of the part that the scheme names, if it is text", () => {
    const scheme = defineScheme({
      ...{ name: "x-shelf", cite: ["README"], defaultPort: 4000, format: () => "x-shelf:" },
      examples: [{ url: "x-shelf://h.example/", title: "a shelf" }],
      parse: (url) => ({ words: url.query, count: 7 }),
    });
    const terms = (text: string, part?: string) =>
      findSearchTerms(parseWith(scheme, text), {
        search: { title: "Search", label: "Words", ...(part !== undefined && { part }) },
      });
    expect(terms("x-shelf://h.example/?a", "words")).toBe("a");
    expect(terms("x-shelf://h.example/", "words")).toBeUndefined();
    expect(terms("x-shelf://h.example/?a", "count")).toBeUndefined();
    expect(terms("x-shelf://h.example/?a")).toBeUndefined();
    expect(findSearchTerms(parseWith(scheme, "x-shelf://h.example/?a"), {})).toBeUndefined();
    expect(findSearchTerms(createRegistry().parse("x-none:a"), { search: { part: "words" } as never })).toBe(
      undefined,
    );
  });

  it("has the title of the scheme, or else the last segment of the path", () => {
    const url = parseWith(schemeWith(), "x-shelf://h.example/a/b%20c/");
    expect(getTitle(url, { title: "A shelf" })).toBe("A shelf");
    expect(getTitle(url, {})).toBe("b c");
    expect(getTitle(url, { title: "" })).toBe("b c");
    expect(getTitle(parseWith(schemeWith(), "x-shelf://h.example"), {})).toBe("");
  });
});

describe("a field of an entry", () => {
  const entry: Entry = {
    name: "a",
    kind: "file",
    url: undefined,
    size: 3,
    attributes: { from: "alice", "+ASK": "x" },
  };

  it.each<[Parameters<typeof readEntryField>[1], unknown]>([
    ["name", "a"],
    ["size", 3],
    ["modified", undefined],
    ["attributes.from", "alice"],
    ["attributes.+ASK", "x"],
    ["attributes.toString", undefined],
  ])("%s", (field, value) => {
    expect(readEntryField(entry, field)).toBe(value);
  });

  it("is undefined if the entry has no attributes", () => {
    expect(readEntryField({ name: "a", kind: "file", url: undefined }, "attributes.from")).toBeUndefined();
  });
});

describe("the resources above a URL", () => {
  const deep = "x-shelf://h.example:81/a/b%2Fc/d";

  it("are the root of its server if the path is opaque", () => {
    expect(ancestorsOf(deep)).toEqual(["x-shelf://h.example:81/"]);
  });

  it("are directories if the scheme is hierarchical", () => {
    const all = ["x-shelf://h.example:81/", "x-shelf://h.example:81/a/", "x-shelf://h.example:81/a/b%2Fc/"];
    expect(ancestorsOf(deep, undefined, true)).toEqual(all);
    expect(ancestorsOf(deep, { breadcrumbs: "directories" })).toEqual(all);
  });

  it("end without a slash if the scheme has segments, and a query is below its path", () => {
    expect(ancestorsOf(`${deep}?q`, { breadcrumbs: "segments" }, true)).toEqual([
      "x-shelf://h.example:81/",
      "x-shelf://h.example:81/a",
      "x-shelf://h.example:81/a/b%2Fc",
      deep,
    ]);
  });

  it("do not include the URL itself", () => {
    expect(ancestorsOf("x-shelf://h.example/", undefined, true)).toEqual([]);
    expect(ancestorsOf("x-shelf://h.example/a/", undefined, true)).toEqual(["x-shelf://h.example/"]);
  });

  it("do not exist for the root without its slash", () => {
    expect(ancestorsOf("x-shelf://h.example", undefined, true)).toEqual([]);
  });

  it("do not exist without a host", () => {
    expect(ancestorsOf("x-shelf:a/b", { breadcrumbs: "directories" })).toEqual([]);
  });
});
