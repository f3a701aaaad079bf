import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { displayText, textOf } from "../../src/index.ts";
import { anyUnicode } from "../syntax/text.ts";

describe("displayText", () => {
  it.each([
    ["plain text, grüße, 日本, 😀", "plain text, grüße, 日本, 😀"],
    ["", ""],
    ["\x1b[2J", "\\x1b[2J"],
    ["a\x07\x7f\x9bb", "a\\x07\\x7f\\x9bb"],
    ["a\r\nb\tc", "a\\x0d\\x0ab\\x09c"],
    ["evil\u202egpj.exe", "evil\\u202egpj.exe"],
    ["zero\u200bwidth\ufeff", "zero\\u200bwidth\\ufeff"],
    ["tag\u{e0041}", "tag\\u{e0041}"],
    [textOf([0x61, 0xe9, 0x62]), "a\\xe9b"],
    [textOf([0x9b]), "\\x9b"],
    ["\ud800", "\\ud800"],
    ["\udc7f\udc80\udcff\udd00", "\\udc7f\\x80\\xff\\udd00"],
    ["\uffff\x1b", "\uffff\\x1b"],
    ["\u{1f600}\x1b\x1b", "\u{1f600}\\x1b\\x1b"],
    ["\u{e0041}\x1b", "\\u{e0041}\\x1b"],
  ])("%j is shown as %s", (text, shown) => expect(displayText(text)).toBe(shown));

  it("keeps LF and HT with the option lines, and never CR", () => {
    expect(displayText("a\tb\nc\r", { lines: true })).toBe("a\tb\nc\\x0d");
  });

  it("outputs no control, no format character, and no half of a character, for all code points", () => {
    const live =
      /[\p{Cc}\p{Cs}\u00ad\u061c\u180e\u200b-\u200f\u2028-\u202e\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e007f}]/u;
    for (let point = 0; point <= 0x10ffff; point++) {
      const char = String.fromCodePoint(point);
      const shown = displayText(char);
      if (live.test(char) ? !/^\\(x..|u....|u\{.+\})$/.test(shown) : shown !== char) {
        expect.fail(`U+${point.toString(16)} is shown as ${JSON.stringify(shown)}`);
      }
    }
  });

  it("does not change its own output", () => {
    fc.assert(
      fc.property(anyUnicode(), (text) => {
        const shown = displayText(text);
        expect(displayText(shown)).toBe(shown);
      }),
    );
  });
});
