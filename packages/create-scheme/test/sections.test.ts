import { expect, it } from "vitest";
import { selectSections } from "../src/sections.ts";

it("keeps wanted sections, and removes all marks", () => {
  const text =
    "a\n// #if list\nb\n// #endif\n  // #if put,get\n  c\n  // #endif\n<!-- #if list -->\nd\n<!-- #endif -->\ne";
  expect(selectSections(text, ["list"])).toBe("a\nb\nd\ne");
  expect(selectSections(text, ["get"])).toBe("a\n  c\ne");
  expect(selectSections(text, [])).toBe("a\ne");
});

it.each(["// #if a\n// #if b\n// #endif", "// #endif", "// #if a\nb"])(
  "rejects marks without a counterpart: %j",
  (text) => expect(() => selectSections(text, ["a"])).toThrow(SyntaxError),
);
