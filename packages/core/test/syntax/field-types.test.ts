import { describe, expect, it } from "vitest";
import {
  build,
  encodeText,
  formatAuthority,
  formatFragment,
  PCHAR,
  requireList,
  requireText,
} from "../../src/index.ts";

/* Fields of the wrong type are rejected with the code bad-field, never written as text. JavaScript callers may pass anything. */

const NO_TEXTS: readonly unknown[] = [
  undefined,
  null,
  5,
  Number.NaN,
  true,
  5n,
  Symbol("x"),
  {},
  [],
  ["a"],
  new String("a"),
];

function badField(message: string): object {
  return expect.objectContaining({
    name: "UrlSyntaxError",
    code: "bad-field",
    message: expect.stringContaining(message),
    component: "url",
    cite: "RFC 3986 §1.1.1",
  });
}

describe("a field", () => {
  it("that is text is returned", () => {
    expect(requireText("", "name")).toBe("");
    expect(requireText("a%", "name")).toBe("a%");
  });

  it.each(NO_TEXTS)("that is %s is not text", (value) => {
    expect(() => requireText(value as string, "name")).toThrow(badField("invalid name: expected text"));
    expect(() => encodeText(value as string, PCHAR)).toThrow(badField("invalid field: expected text"));
  });

  it("of a login or a fragment is named in the error", () => {
    const login = { host: "h", user: "u" };
    expect(() => formatAuthority({ ...login, user: 5 as never })).toThrow(
      badField("invalid user: expected text"),
    );
    expect(() => formatAuthority({ ...login, password: null as never })).toThrow(
      badField("invalid password: expected text"),
    );
    expect(() => formatFragment(5 as never)).toThrow(badField("invalid fragment: expected text"));
    expect(() => build({ scheme: "x-t", segments: "a" as never })).toThrow(
      badField("invalid segments: expected a list of texts"),
    );
  });
});

describe("a list", () => {
  it("of texts or of objects is returned", () => {
    const [texts, objects] = [
      ["", "a"],
      [{}, { name: "a" }, []],
    ];
    expect(requireList(texts, "names")).toBe(texts);
    expect(requireList(objects, "pairs", "object")).toBe(objects);
    expect(requireList([], "pairs", "object")).toEqual([]);
  });

  it.each([
    undefined,
    null,
    5,
    "abc",
    {},
    { length: 1, 0: "a" },
    new Set(["a"]),
    new Array(1),
    [undefined],
    [null],
    [5],
    [{}],
  ])("of texts is not %j", (value) => {
    expect(() => requireList(value as string[], "names")).toThrow(
      badField("invalid names: expected a list of texts"),
    );
  });

  it.each([undefined, null, "abc", {}, new Array(1), [undefined], [null], [5], ["a"], [() => "a"]])(
    "of objects is not %j",
    (value) => {
      expect(() => requireList(value as object[], "pairs", "object")).toThrow(
        badField("invalid pairs: expected a list of objects"),
      );
    },
  );
});
