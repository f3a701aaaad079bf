import { readOptionText, resolveOptions } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { gopherOptions } from "../src/options.ts";
import { MENU_QUIRKS } from "../src/quirks.ts";

const checked = (options: Readonly<Record<string, unknown>>) => resolveOptions(gopherOptions, options);

describe("options", () => {
  it("are off by default", () => {
    expect(checked({})).toEqual({
      allowForms: false,
      answers: undefined,
      view: undefined,
      language: undefined,
      charset: undefined,
      questionMarkIsSearch: false,
      followMoved: false,
      followUrlLinks: false,
      keepEmptySearch: false,
      quirks: MENU_QUIRKS,
      closeNotify: "required",
    });
  });

  it("accept typed values and strings from a command line", () => {
    const program = {
      allowForms: true,
      answers: ["a", true, ["b"], undefined],
      quirks: ["bare-lf", "odd-port"],
    };
    const texts = { allowForms: "true", answers: '["a",true,["b"],null]', quirks: "bare-lf,odd-port" };
    const line = Object.fromEntries(
      Object.entries(texts).map(([name, text]) => [name, readOptionText(gopherOptions, name, [text])]),
    );
    for (const options of [program, line]) {
      expect(checked(options)).toMatchObject({
        allowForms: true,
        answers: ["a", true, ["b"], undefined],
        quirks: new Set(["bare-lf", "odd-port"]),
      });
    }
    expect(checked({ quirks: [] }).quirks).toEqual(new Set());
    expect(checked({ view: "Text/plain", language: "De_DE", charset: "latin1" })).toMatchObject({
      view: "Text/plain",
      language: "De_DE",
      charset: { name: "windows-1252" },
    });
  });

  it.each([
    ["allowForms", "yes"],
    ["allowForms", 1],
    ["followMoved", "TRUE"],
    ["followUrlLinks", []],
    ["keepEmptySearch", "0"],
    ["questionMarkIsSearch", ""],
    ["view", 1],
    ["view", ""],
    ["view", "a b"],
    ["view", "a\tb"],
    ["view", "x".repeat(256)],
    ["language", "De_DE"],
    ["charset", "no such set"],
    ["charset", 1],
    ["answers", "Alice"],
    ["answers", '{"0":"a"}'],
    ["answers", [1]],
    ["answers", [["a", 1]]],
    ["quirks", ["no such quirk"]],
    ["quirks", "bare-lf;odd-port"],
    ["quirks", { length: 0 }],
    ["quirks", ""],
    ["quirks", "__proto__"],
  ])("%s rejects %j", (name, value) => {
    expect(() => checked({ [name]: value })).toThrow(
      expect.objectContaining({
        name: "AccessError",
        code: "bad-option",
        message: expect.stringContaining(name),
      }),
    );
  });
});
