import { createRegistry } from "@anyurl/core";
import { describe, expect, expectTypeOf, it } from "vitest";
import { type Fieldspec, type ProsperoParts, prospero } from "../src/index.ts";

const urls = createRegistry(prospero);

describe("the types of prospero", () => {
  it("gives a literal URL its parts", () => {
    const url = urls.parse("PROSPERO://h.example/a;b=1");
    expectTypeOf(url.parts).toEqualTypeOf<ProsperoParts>();
    expectTypeOf(url.parts.fieldspecs).toEqualTypeOf<readonly Fieldspec[]>();
    expectTypeOf(url.scheme).toEqualTypeOf<"prospero">();
    expect(url.parts).toEqual({ hsoname: "a", fieldspecs: [{ fieldname: "b", fieldvalue: "1" }] });
    expect(Object.isFrozen(url.parts.fieldspecs) && Object.isFrozen(url.parts.fieldspecs[0])).toBe(true);
  });

  it("types what format takes", () => {
    expect(urls.format("prospero", { host: "h.example", hsoname: "/pros/name" })).toBe(
      "prospero://h.example//pros/name",
    );
    // @ts-expect-error: a prospero URL has no user
    expect(() => urls.format("prospero", { host: "h.example", user: "u" })).toThrow(
      expect.objectContaining({ code: "unknown-field" }),
    );
  });

  it("types what with takes", () => {
    const url = urls.parse("prospero://h.example/a;b=1#x");
    expect(String(url.with({ hsoname: "/c;d" }))).toBe("prospero://h.example//c%3Bd;b=1#x");
    expect(String(url.with({ fieldspecs: [] }))).toBe("prospero://h.example/a#x");
  });
});
