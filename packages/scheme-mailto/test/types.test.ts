import { createRegistry } from "@anyurl/core";
import { describe, expect, expectTypeOf, it } from "vitest";
import { type HField, type MailtoParts, mailto } from "../src/index.ts";

const urls = createRegistry(mailto);

describe("the types of mailto", () => {
  it("infers the parts of a literal URL, frozen", () => {
    const url = urls.parse("mailto:a@b?subject=x");
    expectTypeOf(url.parts).toEqualTypeOf<MailtoParts>();
    expectTypeOf(url.parts.to).toEqualTypeOf<readonly string[]>();
    expectTypeOf(url.parts.hfields).toEqualTypeOf<readonly HField[]>();
    expect(url.parts).toEqual({ to: ["a@b"], hfields: [{ hfname: "subject", hfvalue: "x" }] });
    for (const each of [url.parts, url.parts.to, url.parts.hfields, url.parts.hfields[0]])
      expect(Object.isFrozen(each)).toBe(true);
  });

  it("checks the fields of format", () => {
    expect(urls.format("mailto", { to: ["a@b"] })).toBe("mailto:a@b");
    // @ts-expect-error: a mailto URL has no host
    expect(() => urls.format("mailto", { to: ["a@b"], host: "h" })).toThrow(
      expect.objectContaining({ code: "unknown-field" }),
    );
    // @ts-expect-error: a header field has two strings
    expect(() => urls.format("mailto", { hfields: ["subject=x"] })).toThrow(
      expect.objectContaining({ code: "bad-header-field" }),
    );
  });
});
