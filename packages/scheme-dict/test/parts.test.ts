import { createRegistry, resolveOptions, type View } from "@anyurl/core";
import { getView } from "@anyurl/core/presentation";
import { describe, expect, it } from "vitest";
import { type DictInit, dict } from "../src/index.ts";

const urls = createRegistry(dict);
const host = "h.example";
/** JavaScript callers may pass anything. */
type Given = { readonly [name in keyof DictInit]?: unknown };

describe("format (RFC 2229 §5)", () => {
  it.each<readonly [fields: DictInit, expected: string]>([
    [{ host }, "dict://h.example/"],
    [{ host, port: 2628, fragment: "f" }, "dict://h.example:2628/#f"],
    [{ host, user: "", auth: "SASLAUTH=*" }, "dict://;SASLAUTH=*@h.example/"],
    [{ host, user: "a;b:c@d" }, "dict://a%3Bb%3Ac%40d@h.example/"],
    [{ host, user: "u", auth: "auth", word: "w" }, "dict://u;auth@h.example/d:w"],
    [{ host, word: "a:b/c?d#e" }, "dict://h.example/d:a%3Ab/c%3Fd%23e"],
    // "Trailing colons may be omitted", and so may defaults.
    [{ host, command: "define", word: "w", database: "!" }, "dict://h.example/d:w"],
    [{ host, word: "w", database: "!", n: 3 }, "dict://h.example/d:w::3"],
    [{ host, word: "w", database: "*", n: 99_999 }, "dict://h.example/d:w:*:99999"],
    [{ host, word: "w", database: "." }, "dict://h.example/d:w:."],
    [{ host, command: "match", word: "w" }, "dict://h.example/m:w"],
    [{ host, command: "match", word: "w", database: "!", strategy: "." }, "dict://h.example/m:w"],
    [{ host, command: "match", word: "w", strategy: "!" }, "dict://h.example/m:w::!"],
    [{ host, command: "match", word: "w", strategy: ".", n: 1 }, "dict://h.example/m:w:::1"],
    [{ host, command: "match", word: "w", database: "d", strategy: "s" }, "dict://h.example/m:w:d:s"],
    [{ host, command: "match", word: "!", database: "d", n: 2 }, "dict://h.example/m:!:d::2"],
  ])("%j is %s", (fields, expected) => {
    expect(dict.format(fields)).toBe(expected);
  });

  const COMMAND = 'invalid command: expected "define" or "match"';
  const NEEDS_WORD = "a database, a strategy, or a number needs a word";
  const EMPTY = "the database or strategy is empty";
  const NUMBER = "invalid number: expected 1 to 99999";
  const LOGIN = 'invalid login: expected a user, and "AUTH" or "SASLAUTH=TYPE"';

  it.each<readonly [fields: Given, code: string, message: string]>([
    [{ command: "d", word: "w" }, "bad-path", COMMAND],
    [{ command: "", word: "w" }, "bad-path", COMMAND],
    [{ command: null, word: 1 }, "bad-field", "missing word"],
    [{ command: "define" }, "bad-field", "missing word"],
    [{ command: "match", word: "" }, "bad-field", "missing word"],
    [{ word: 7 }, "bad-field", "missing word"],
    [{ database: "d" }, "bad-field", NEEDS_WORD],
    [{ strategy: "s" }, "bad-field", NEEDS_WORD],
    [{ n: 1 }, "bad-field", NEEDS_WORD],
    [{ word: "w", database: "" }, "bad-field", EMPTY],
    [{ command: "match", word: "w", strategy: "" }, "bad-field", EMPTY],
    [{ word: "w", strategy: "s" }, "bad-field", "definitions cannot have a strategy"],
    [{ word: "w", n: 0 }, "bad-field", NUMBER],
    [{ word: "w", n: 100_000 }, "bad-field", NUMBER],
    [{ word: "w", n: 1.5 }, "bad-field", NUMBER],
    [{ word: "w", n: "7" }, "bad-field", NUMBER],
    [{ word: "w", n: null }, "bad-field", NUMBER],
    [{ auth: "AUTH" }, "bad-userinfo", LOGIN],
    [{ user: "u", auth: "" }, "bad-userinfo", LOGIN],
    [{ user: "u", auth: "LOGIN" }, "bad-userinfo", LOGIN],
    [{ user: "u", auth: `SASLAUTH=${"x".repeat(21)}` }, "bad-userinfo", LOGIN],
  ])("%j has the problem %s: %s", (fields, code, message) => {
    const component = code === "bad-userinfo" ? "userinfo" : "path";
    expect(() => dict.format({ host, ...fields } as DictInit)).toThrow(
      expect.objectContaining({
        message: `${message}, at 0 (RFC 2229 §5)`,
        ...{ code, component, start: 0, end: 0 },
      }),
    );
  });
});

describe("two URLs", () => {
  it.each([
    ["dict://u;AUTH@h.example/d:a", "dict://u;auth@h.example/d:a", true],
    ["dict://u;auth@h.example/d:a;AUTH@", "dict://u;AUTH@h.example/d:a;AUTH@", true],
    ["dict://u;SASLAUTH=x@h.example/", "dict://u;saslauth=X@h.example/", true],
    ["dict://U;AUTH@h.example/d:a", "dict://u;AUTH@h.example/d:a", false],
    ["dict://u;AUTH@h.example/d:A", "dict://u;AUTH@h.example/d:a", false],
    ["dict://u@h.example/d:a", "dict://u;AUTH@h.example/d:a", false],
    ["dict://h.example/d:a;x", "dict://h.example/d:a;X", false],
  ])("%s and %s name the same: %s, because an authentication type has no case", (one, other, expected) => {
    expect(urls.compare(one, other).equivalent).toBe(expected);
  });
});

describe("what dict tells about its URLs", () => {
  const NAME = ["name", "Word"];
  const DATABASE = ["attributes.database", "Database"];
  const DESCRIPTION = ["attributes.description", "Description"];

  it.each([
    ["dict://h.example/", true, undefined, [["name", "Database"], DESCRIPTION], undefined],
    ["dict://h.example/m:a:b:c", true, "b", [NAME, DATABASE], "word"],
    ["dict://h.example/m:a", true, "dictionaries", [NAME, DATABASE], "word"],
    ["dict://h.example/m:a:*", true, "dictionaries", [NAME, DATABASE], "word"],
    ["dict://h.example/d:a:b", false, "a", [NAME, DATABASE, DESCRIPTION], undefined],
  ])(
    "%s: a directory %s, the title %s, its columns, and its search",
    (text, isDirectory, title, due, part) => {
      const url = urls.parse(text);
      expect(urls.isDirectory(url)).toBe(isDirectory);
      const view = getView(url, dict);
      const columns = (from: View["columns"]) => from?.map((column) => [column.field, column.title]);
      expect([view.title, columns(view.columns)]).toEqual([title, due]);
      const { results, ...search } = view.search!;
      expect(search).toEqual({ title: "Search for words", label: "Word", ...(part && { part }) });
      expect(columns(results?.columns)).toEqual([NAME, DATABASE]);
    },
  );

  it("is its port, that other schemes keep theirs, and examples that it can read", () => {
    expect(dict.defaultPort("dict")).toBe(2628);
    expect(dict.ports).toEqual({ reserved: "refuse" });
    for (const { url } of dict.examples ?? []) expect(urls.normalize(url)).toBe(url);
  });
});

describe("the options of dict", () => {
  const resolve = (given: object) => resolveOptions(dict.options!, given);

  it("have these defaults", () => {
    expect(dict.options!.defaults).toEqual({ strategy: ".", client: "anyurl", mime: false });
  });

  it.each([
    ["strategy", "exact", true],
    ["strategy", " ", true],
    ["strategy", "é", true],
    ["strategy", "", false],
    ["strategy", "a\n", false],
    ["strategy", "\x1f", false],
    ["strategy", "\x7f", false],
    ["client", "a test 1.0", true],
    ["client", "x".repeat(200), true],
    ["client", "x".repeat(201), false],
    ["client", "", false],
    ["client", "a\0", false],
  ])("%s can be %j: %s", (name, value, expected) => {
    if (expected) expect(resolve({ [name]: value })).toMatchObject({ [name]: value });
    else expect(() => resolve({ [name]: value })).toThrow(expect.objectContaining({ code: "bad-option" }));
  });
});
