import { octetsOf } from "@anyurl/core";
import { anyText } from "@anyurl/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { escapeName, type TargetNames } from "../../src/index.ts";
import { findNameProblem } from "../../src/tree/target-name.ts";

const TARGETS: readonly TargetNames[] = (["posix", "windows", "server"] as const).flatMap((system) => [
  { system, untrusted: true },
  { system, untrusted: false },
]);
const POSIX: TargetNames = { system: "posix", untrusted: true };
const WINDOWS: TargetNames = { system: "windows", untrusted: true };

/** Names with many characters that some target cannot have, and with escapes of them. */
const anyName = fc.oneof(
  anyText().filter((name) => name !== ""),
  fc
    .array(fc.constantFrom(..."/\\:*?\0\n\u202e. %250AFaé", "con", "%0A", "%2F"), { minLength: 1 })
    .map((each) => each.join("")),
);

/** Percent-decodes all escapes of a text. */
function decodeBytes(text: string): readonly number[] {
  const latin1 = String.fromCharCode(...octetsOf(text));
  const decoded = latin1.replace(/%([0-9A-F]{2})/g, (_, hex) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
  return Array.from(decoded, (character) => character.charCodeAt(0));
}

describe.each(TARGETS)("the spelling of a name for %o", (names) => {
  it("is a name that the target can have", () => {
    fc.assert(
      fc.property(anyName, (name) => {
        expect(findNameProblem(escapeName(name, names)!, names)).toBeUndefined();
      }),
    );
  });

  it("is the name itself, or percent-decodes to it", () => {
    fc.assert(
      fc.property(anyName, (name) => {
        const spelling = escapeName(name, names)!;
        if (spelling !== name) expect(decodeBytes(spelling)).toEqual(Array.from(octetsOf(name)));
      }),
    );
  });

  it("is different for different names", () => {
    fc.assert(
      fc.property(anyName, anyName, (one, other) => {
        fc.pre(one !== other);
        expect(escapeName(one, names)).not.toBe(escapeName(other, names));
      }),
    );
    // The spelling of the first name is a name as well.
    expect(escapeName("a\0b", names)).not.toBe(escapeName("a%00b", names));
  });
});

describe("escapeName", () => {
  it.each([
    ["../../etc/passwd", "..%2F..%2Fetc%2Fpasswd"],
    ["..", "%2E%2E"],
    ["a\nb", "a%0Ab"],
    ["a%0Ab", "a%250Ab"],
    ["100%", "100%"],
    ["a%20b", "a%20b"],
    ["evil\u202etxt.exe", "evil%E2%80%AEtxt.exe"],
    [".env", ".env"],
    ["a:b", "a:b"],
    ["con", "con"],
    ["l\udce9", "l\udce9"],
  ])("spells %j as %j on POSIX", (name, spelling) => expect(escapeName(name, POSIX)).toBe(spelling));

  it.each([
    ["a:b", "a%3Ab"],
    ["con.txt", "%63on.txt"],
    ["end.", "end%2E"],
    ["what?", "what%3F"],
    ["l\udce9", "l%E9"],
  ])("spells %j as %j on Windows", (name, spelling) => expect(escapeName(name, WINDOWS)).toBe(spelling));

  it("has no spelling for an empty name", () => expect(escapeName("", POSIX)).toBeUndefined());

  it("keeps the user's own names with line feeds", () =>
    expect(escapeName("a\nb", { system: "posix", untrusted: false })).toBe("a\nb"));

  it("keeps bytes that are not UTF-8", () =>
    expect(octetsOf(escapeName("\udcff\n", POSIX)!)).toEqual(octetsOf("\udcff%0A")));
});
