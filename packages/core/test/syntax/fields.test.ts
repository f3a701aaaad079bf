import { describe, expect, it } from "vitest";
import { checkFields } from "../../src/syntax/fields.ts";

const FIELDS = ["host", "gophertype", "x", "ab"];

describe("the fields of a URL to format", () => {
  it("may be undefined, and include the scheme", () => {
    expect(() => checkFields("x-t", { scheme: "x-t", host: "h", port: undefined }, FIELDS)).not.toThrow();
  });

  // A name that contains the given one, or differs in at most a third of the letters, or in one of two.
  it.each([
    ["hos", "host"],
    ["pher", "gophertype"],
    ["HOST", "host"],
    ["gopertyp", "gophertype"],
    ["gopertypes", "gophertype"],
    ["ghopertyp", "gophertype"],
    ["ho", undefined],
    ["hots", "host"],
    ["hxst", "host"],
    ["hxxt", undefined],
    ["hhoostt", undefined],
    ["hostxx", "host"],
    ["hostxxx", undefined],
    ["hxxx", undefined],
    ["ac", "ab"],
    ["cb", "ab"],
    ["a", undefined],
    ["cd", undefined],
    ["y", undefined],
    ["h", undefined],
  ])("are not %s, which may mean %s", (name, near) => {
    expect(() => checkFields("x-t", { host: "h", [name]: "" }, FIELDS)).toThrow(
      expect.objectContaining({
        ...{ code: "unknown-field", component: "url" },
        ...{ start: 0, end: 0, hint: `use ${near ?? "host, gophertype, x, ab"}` },
      }),
    );
  });

  it("are named with at most 40 characters, without controls", () => {
    expect(() => checkFields("x-t", { ["\x1b".padEnd(41, "z")]: "" }, FIELDS)).toThrow(
      `unknown field "\\x1b${"z".repeat(39)}" in URLs of x-t`,
    );
  });
});
