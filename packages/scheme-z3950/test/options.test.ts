import { createRegistry, resolveOptions } from "@anyurl/core";
import { getView } from "@anyurl/core/presentation";
import { describe, expect, it } from "vitest";
import { type Z3950Options, z3950 } from "../src/index.ts";

describe("the options", () => {
  it.each<[Z3950Options, boolean]>([
    [{ recordSyntaxes: ["xml", "1.2.3"] }, true],
    [{ recordSyntaxes: [] }, false],
    [{ recordSyntaxes: ["xml", "nothing"] }, false],
    [{ marc: "raw" }, true],
    [{ marc: "mods" as "raw" }, false],
    [{ searchUse: 1 }, true],
    [{ searchUse: 0 }, false],
    [{ searchUse: 65_535 }, true],
    [{ searchUse: 65_536 }, false],
    [{ maxRecords: 1 }, true],
    [{ maxRecords: 0 }, false],
    [{ pageSize: 1000 }, true],
    [{ pageSize: 1001 }, false],
    [{ pageSize: 1 }, true],
    [{ pageSize: 0 }, false],
    [{ maxApdu: 512 }, true],
    [{ maxApdu: 511 }, false],
    [{ maxElements: 1 }, true],
    [{ maxElements: 0 }, false],
    [{ clearTextLogin: 1 as never }, false],
  ])("%j: %s", (given, isValid) => {
    const resolve = () => resolveOptions(z3950.options!, given);
    if (isValid) expect(resolve()).toMatchObject(given);
    else expect(resolve).toThrow(expect.objectContaining({ code: "bad-option" }));
  });

  it("have room for the Init response of a server: maxApdu is at least 512 bytes (ISO 23950 §3.2.1)", () => {
    expect(() => resolveOptions(z3950.options!, { maxApdu: 19 })).toThrow(
      expect.objectContaining({
        code: "bad-option",
        message: expect.stringContaining("maxApdu 19: expected a whole number of bytes, at least 512"),
      }),
    );
  });

  it("have defaults", () => {
    expect(z3950.options?.defaults).toEqual({
      recordSyntaxes: ["usmarc", "unimarc", "xml", "sutrs", "grs-1"],
      database: "Default",
      searchUse: 1016,
      maxRecords: 200,
      pageSize: 20,
      clearTextLogin: false,
      tls: false,
      maxApdu: 16_777_216,
      maxElements: 20_000,
    });
  });
});

describe("the presentation", () => {
  const urls = createRegistry(z3950);

  it.each([
    ["z39.50r://h.example/a?x%20y", "x y"],
    ["z39.50s://h.example/a?x", "x"],
    ["z39.50r://h.example/a", undefined],
  ])("of %s is an article with the title %s, whose text has every field", (url, title) => {
    const view = getView(urls.parse(url), z3950);
    expect(view.title).toBe(title);
    expect(view.article).toEqual({ title: "title", fields: [], options: { marc: "text" } });
    expect(view.search).toBeUndefined();
  });

  it.each([
    ["z39.50s://h.example/a+b%20c", "a, b c"],
    ["z39.50s://h.example/a", "a"],
    ["z39.50s://h.example", undefined],
  ])("of %s is a table of records with the title %s, and a form for words", (url, title) => {
    const view = getView(urls.parse(url), z3950);
    expect(view).toMatchObject({
      layout: "hits",
      columns: [
        { field: "attributes.position", title: "Number", numeric: true },
        { field: "name", title: "Title" },
        { field: "attributes.author", title: "Author" },
        { field: "attributes.publisher", title: "Publisher" },
        { field: "attributes.date", title: "Date" },
      ],
      search: { title: "Search this database", label: "Words of the record" },
    });
    expect(view.title).toBe(title);
    expect(view.article).toBeUndefined();
  });

  it("has the server as the first link of the path", () => {
    expect(z3950.presentation?.breadcrumbs).toBe("root");
  });
});
