import { describe, expect, it } from "vitest";
import { createCharset } from "../src/charset.ts";
import {
  chooseView,
  fillForm,
  parsePlusRequest,
  type Question,
  readAdmin,
  readCaps,
  readForm,
  readViews,
} from "../src/index.ts";

describe("plusRequestOf", () => {
  it.each([
    ["+", { kind: "item" }],
    ["+\t0", { kind: "item" }],
    ["?", { kind: "form" }],
    ["+text/plain", { kind: "view", view: "text/plain", language: undefined }],
    ["+text/plain\t0", { kind: "view", view: "text/plain", language: undefined }],
    ["+application/postscript Es_ES", { kind: "view", view: "application/postscript", language: "Es_ES" }],
    ["+\t1\r\n+-1\r\nyes\r\n.\r\n", { kind: "ask", form: { view: "", values: ["yes"] } }],
    ["!", { kind: "attributes", names: [] }],
    ["!+ABSTRACT", { kind: "attributes", names: ["+ABSTRACT"] }],
    ["!+ABSTRACT +SMELL", { kind: "attributes", names: ["+ABSTRACT", "+SMELL"] }],
    ["$+VIEWS+ABSTRACT", { kind: "directory-attributes", names: ["+VIEWS", "+ABSTRACT"] }],
    ["!ABSTRACT", { kind: "raw" }],
    ["!+", { kind: "raw" }],
    ["!+A  +B", { kind: "raw" }],
    ["", { kind: "raw" }],
    ["x", { kind: "raw" }],
    ["+a\tb", { kind: "raw" }],
    ["+\r\nEVIL", { kind: "raw" }],
  ])("%j", (text, asked) => expect(parsePlusRequest(text)).toEqual(asked));
});

describe("+VIEWS", () => {
  it.each([
    ["Text/plain: <10k>", "Text/plain", undefined, 10_240],
    ["Text/plain De_DE: <15k>", "Text/plain", "De_DE", 15_360],
    ["application/MacWriteII: <45K>", "application/MacWriteII", undefined, 46_080],
    ["Text/plain En_US: <.0k>", "Text/plain", "En_US", undefined],
    ["Text/plain En_US: <.5k>", "Text/plain", "En_US", 512],
    ["application/gopher+-menu: <512b>", "application/gopher+-menu", undefined, 512],
    ["text/plain: <0k>", "text/plain", undefined, undefined],
    ["text/plain: <0>", "text/plain", undefined, 0],
    ["image/gif", "image/gif", undefined, undefined],
    ["image/gif <2M>", "image/gif", undefined, 2_097_152],
    ["image/gif: <k>", "image/gif", undefined, undefined],
    ["image/gif: <-1>", "image/gif", undefined, undefined],
    ["image/gif: <9999999999999999>", "image/gif", undefined, undefined],
    ["image/gif: <1e9>", "image/gif", undefined, undefined],
  ])("%j", (line, view, language, size) => {
    expect(readViews(line)).toEqual([{ view, mediaType: view.toLowerCase(), language, size }]);
  });

  it("skips lines without a view", () => expect(readViews("\n <10k>\n:\n")).toEqual([]));

  it("chooses by type and language", () => {
    const views = readViews(["Text/plain En_US: <1k>", "Text/plain De_DE: <1k>", "image/gif: <1k>"]);
    expect(chooseView(views, {})).toBe(views[0]);
    expect(chooseView(views, { mediaType: "image/GIF" })).toBe(views[2]);
    expect(chooseView(views, { language: "de" })).toBe(views[1]);
    expect(chooseView(views, { language: "de-DE" })).toBe(views[1]);
    expect(chooseView(views, { language: "d" })).toBeUndefined();
    expect(chooseView(views, { mediaType: "image/gif", language: "de" })).toBeUndefined();
  });
});

describe("+ADMIN", () => {
  it("has an address and a date", () => {
    const { admin, modified, fields } = readAdmin(
      "Admin: Frodo <not> Gophermeister <fng@bogus.example>\nMod-Date: Wed Jul 28 17:02:01 1993 <19930728170201>\nScore: 7\nScore: 8",
    );
    expect(admin).toEqual({ words: "Frodo <not> Gophermeister", address: "fng@bogus.example" });
    expect(modified).toEqual(new Date("1993-07-28T17:02:01Z"));
    expect(fields.get("Score")).toBe("7");
  });

  it.each(["<19931328170201>", "<19930230170201>", "<1993>", "<+1930728170201>", "19930728170201", "<", "x"])(
    "has no date in %j",
    (date) => expect(readAdmin(`Mod-Date: ${date}`).modified).toBeUndefined(),
  );

  it("accepts a block without any fields", () => {
    expect(readAdmin("")).toEqual({ admin: undefined, modified: undefined, fields: new Map() });
    expect(readAdmin("__proto__: x").fields.get("__proto__")).toBe("x");
    expect(readAdmin("Admin: nobody").admin).toEqual({ words: "nobody", address: undefined });
  });
});

describe("+ASK", () => {
  const form = readForm(
    [
      "Ask: How many volts?\t220",
      "AskP: Password:",
      "AskL: Why?",
      "Select: Sure?:1",
      "Choose: Deliver electric shock to administrator now?\tYes\tNot!",
    ].join("\n"),
  );

  it("is parsed as questions", () => {
    expect(form).toEqual([
      { kind: "Ask", prompt: "How many volts?", suggested: "220" },
      { kind: "AskP", prompt: "Password:", suggested: undefined },
      { kind: "AskL", prompt: "Why?", suggested: undefined },
      { kind: "Select", prompt: "Sure?", checked: true, boxes: [] },
      { kind: "Choose", prompt: "Deliver electric shock to administrator now?", choices: ["Yes", "Not!"] },
    ] satisfies Question[]);
    expect(readForm("Note: read me\n\nnothing")).toEqual([
      { kind: "unknown", line: "Note: read me" },
      { kind: "unknown", line: "nothing" },
    ]);
  });

  it("is filled in with one line per answer; several lines follow their number", () => {
    expect(fillForm(form, ["110", "word", ["a", "b"], false, "Yes"])).toEqual({
      values: ["110", "word", "2", "a", "b", "0", "Yes"],
      secret: [1, 2],
    });
    expect(fillForm(form, [undefined, undefined, undefined, undefined, "Not!"]).values).toEqual([
      "220",
      "",
      "0",
      "1",
      "Not!",
    ]);
    expect(fillForm(form, ["", "", "a\r\nb\n", "1", "Not!"]).values).toEqual([
      "",
      "",
      "2",
      "a",
      "b",
      "1",
      "Not!",
    ]);
  });

  it("sends a file last and ignores the file names that the form suggests", () => {
    const files = readForm("ChooseF: Which file?\t/etc/passwd\nAskF: Where to?\t.profile\nAsk: Name:");
    expect(fillForm(files, ["its\ncontent", "mine.txt", "Alice"]).values).toEqual([
      "mine.txt",
      "Alice",
      "its",
      "content",
    ]);
    for (const answers of [[undefined, "mine.txt"], ["content"]])
      expect(() => fillForm(files, answers)).toThrow(expect.objectContaining({ code: "bad-option" }));
  });

  it.each([
    [["1\r\n2"], "expected one line of text as answer 1"],
    [["1\0"], "expected one line of text as answer 1"],
    [[true], "expected one line of text as answer 1"],
    [["1", "", [".", "a\nb"]], "expected one line of text as answer 3"],
    [["1", "", true], "expected text as answer 3"],
    [["1", "", "", "maybe"], "expected true or false as answer 4"],
    [["1", "", "", true, "No"], "expected one of these as answer 5: Yes, Not!"],
    [["1", "", "", true], "expected one of these as answer 5: Yes, Not!"],
    [["1", "", "", true, "Yes", ""], "expected at most 5 answers, got 6"],
  ])("rejects the answers %j", (answers, message) => {
    expect(() => fillForm(form, answers)).toThrow(
      expect.objectContaining({ code: "bad-option", message: expect.stringContaining(message) }),
    );
  });

  it.each(["Select: Which?\tone\ttwo", "Draw: a picture", "ChooseF: A?\nChooseF: B?"])(
    "does not guess how %j is answered",
    (block) => {
      const answers = ["a", "b"].slice(0, readForm(block).length);
      expect(() => fillForm(readForm(block), answers)).toThrow(
        expect.objectContaining({ code: "unsupported" }),
      );
    },
  );

  it("escapes control characters of a choice in the error", () => {
    expect(() => fillForm(readForm("Choose: x\t\x1b[2J"), [""])).toThrow(/answer 1: \\x1b\[2J$/);
  });
});

it("readCaps returns keys and values without comments", () => {
  const caps = readCaps(
    "CAPS\r\n\r\n# a comment=1\r\nCapsVersion=1\r\nPathDelimeter=/\r\nServerAdmin=a=b\r\n",
  );
  expect(caps).toEqual(
    new Map([
      ["CapsVersion", "1"],
      ["PathDelimeter", "/"],
      ["ServerAdmin", "a=b"],
    ]),
  );
  expect(readCaps("3gone\t\terror.host\t1\r\n")).toBeUndefined();
  expect(readCaps("")).toBeUndefined();
});

describe("character sets", () => {
  it("decodes names with preserved bytes, and encodes search words", () => {
    const latin = createCharset("iso-8859-1");
    expect(latin.decode("B\udce4r")).toBe("Bär");
    expect(latin.decode("plain")).toBe("plain");
    expect(latin.encode("Bär")).toBe("B\udce4r");
    expect(() => latin.encode("海")).toThrow(expect.objectContaining({ code: "unsupported" }));
    expect(createCharset("koi8-r").decode(createCharset("koi8-r").encode("мир"))).toBe("мир");
    expect(createCharset("shift_jis").decode("\udc8aC")).toBe("海");
    expect(createCharset("utf-8").encode("海")).toBe("海");
  });
});
