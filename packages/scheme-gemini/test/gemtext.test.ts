import { DEFAULT_LIMITS, type Entry, type Limits, octetsOf, parse } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { isGemtext, notGemtextError, readGemtext } from "../src/gemtext.ts";

const BASE = parse("gemini://h.example/a/b?q");

/** Reads a document that arrives in these chunks. */
async function read(chunks: readonly string[], limits: Partial<Limits> = {}): Promise<Entry[]> {
  const body = (async function* () {
    for (const chunk of chunks) yield octetsOf(chunk);
  })();
  const entries: Entry[] = [];
  for await (const entry of readGemtext(BASE, body, { ...DEFAULT_LIMITS, ...limits })) entries.push(entry);
  return entries;
}

const text = (name: string): Entry => ({ name, kind: "information", url: undefined });
const link = (name: string, url: string): Entry => ({ name, kind: "link", url });

describe("a line of gemtext", () => {
  it.each<[line: string, entry: Entry]>([
    ["", text("")],
    ["# Title", text("# Title")],
    ["* item", text("* item")],
    ["> quote ", text("> quote ")],
    // link-line = "=>" *WSP URI-reference [ 1*WSP label ]
    ["=> c", link("c", "gemini://h.example/a/c")],
    ["=>c", link("c", "gemini://h.example/a/c")],
    ["=> \t c \t two  words \t", link("two  words", "gemini://h.example/a/c")],
    ["=> c ", link("c", "gemini://h.example/a/c")],
    ["=> /c#x", link("/c#x", "gemini://h.example/c#x")],
    ["=> ?w", link("?w", "gemini://h.example/a/b?w")],
    ["=> //i.example x", link("x", "gemini://i.example")],
    ["=> http://i.example/ => y", link("=> y", "http://i.example/")],
    ["=> mailto:a@h.example", link("mailto:a@h.example", "mailto:a@h.example")],
    // Not a link.
    ["=>", text("=>")],
    ["=> ", text("=> ")],
    ["=>\t", text("=>\t")],
    [" => c", text(" => c")],
    ["= > c", text("= > c")],
    [">= c", text(">= c")],
    ["``", text("``")],
    [" ```", text(" ```")],
    // A URL that is not valid.
    ["=> http://[ x", { name: "x", kind: "link", url: undefined, unsafe: "its URL is not valid" }],
    ["=> %zz", { name: "%zz", kind: "link", url: undefined, unsafe: "its URL is not valid" }],
    ["=> c\u001b x", { name: "x", kind: "link", url: undefined, unsafe: "its URL is not valid" }],
  ])("is %j", async (line, entry) => {
    expect(await read([`${line}\n`])).toEqual([entry]);
    expect(await read([`${line}\r\n`])).toEqual([entry]);
    // The last line need not have an end.
    expect(await read([`x\n${line}`])).toEqual([text("x"), ...(line === "" ? [] : [entry])]);
  });

  it("between lines of ``` is text, and these lines have none", async () => {
    expect(await read(["=> a\n```art\n=> b\n```\n=> c\n```\n``\n=> d\n"])).toEqual([
      link("a", "gemini://h.example/a/a"),
      ...[text(""), text("=> b"), text("")],
      link("c", "gemini://h.example/a/c"),
      ...[text(""), text("``"), text("=> d")],
    ]);
  });

  it("has no U+FEFF at the beginning of the document (RFC 3629 §6)", async () => {
    expect(await read(["\ufeff=> c\n\ufeff=> c\n"])).toEqual([
      link("c", "gemini://h.example/a/c"),
      text("\ufeff=> c"),
    ]);
    expect(await read(["\ufeff```\n=> c\n"])).toEqual([text(""), text("=> c")]);
    expect(await read(["a\ufeff"])).toEqual([text("a\ufeff")]);
  });

  it("can arrive in chunks", async () => {
    expect(await read(["=", "> c\nt", "ext\n", "\n=> ", "d"])).toEqual([
      ...[link("c", "gemini://h.example/a/c"), text("text"), text("")],
      link("d", "gemini://h.example/a/d"),
    ]);
    expect(await read([])).toEqual([]);
  });
});

describe("the limits of gemtext", () => {
  it("are exact: maxEntries lines", async () => {
    expect((await read(["a\nb\n"], { maxEntries: 2 })).length).toBe(2);
    await expect(read(["a\nb\nc"], { maxEntries: 2 })).rejects.toMatchObject({
      code: "too-large",
      hint: "increase the limit maxEntries",
    });
  });

  it("are exact: maxListing bytes", async () => {
    expect((await read(["a\n", "b\n"], { maxListing: 4 })).length).toBe(2);
    await expect(read(["a\n", "bc\n"], { maxListing: 4 })).rejects.toMatchObject({
      code: "too-large",
      hint: "increase the limit maxListing",
    });
  });

  it("are exact: maxEntryLine bytes, and longer lines are counted in an entry", async () => {
    const skipped = (lines: string): Entry => ({
      name: `${lines} skipped: longer than 5 bytes (increase the limit maxEntryLine)`,
      ...{ kind: "error", url: undefined },
    });
    const limits = { maxEntryLine: 5 };
    expect(await read(["12345\n123456\nx\n"], limits)).toEqual([text("12345"), text("x"), skipped("1 line")]);
    expect(await read(["123456\n123456\nx"], limits)).toEqual([text("x"), skipped("2 lines")]);
    expect(await read(["12345"], limits)).toEqual([text("12345")]);
  });
});

describe("the type of gemtext", () => {
  it.each(["text/gemini", "TEXT/Gemini", "text/gemini;lang=en", "text/gemini \t; charset=utf-8"])(
    "is that of %j",
    (type) => expect(isGemtext(type)).toBe(true),
  );

  it.each(["text/plain", "text/gemini2", "text/gemini x", "xtext/gemini", "application/text/gemini", ""])(
    "is not that of %j",
    (type) => expect(isGemtext(type)).toBe(false),
  );

  it("is required of a list: any other type is unsupported, and shown in at most 100 characters", () => {
    const type = (length: number) => `text/${"x".repeat(length - 5)}`;
    for (const length of [100, 101])
      expect(notGemtextError(type(length))).toMatchObject({
        code: "unsupported",
        message: `a document of the type ${type(100)} has no entries`,
        hint: "use get",
      });
  });
});
