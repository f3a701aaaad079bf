import { createRegistry } from "@anyurl/core";
import { describe, expect, expectTypeOf, it } from "vitest";
import { type TelnetParts, telnet } from "../src/index.ts";

const urls = createRegistry(telnet);

describe("the types of telnet", () => {
  it("gives a literal URL its parts: none", () => {
    expectTypeOf(urls.parse("telnet://h.example/").parts).toEqualTypeOf<TelnetParts>();
    expectTypeOf(urls.parse("TELNETS://h.example/").scheme).toEqualTypeOf<"telnets">();
    expect(urls.parse("telnet://h.example/").parts).toEqual({});
    // @ts-expect-error: there is no such part
    expect(() => urls.parse("telnet://h.example/").with({ word: "x" })).toThrow(TypeError);
  });

  it("types what format takes", () => {
    expect(urls.format("telnet", { host: "h.example", user: "guest", port: 2300 })).toBe(
      "telnet://guest@h.example:2300/",
    );
    // @ts-expect-error: a telnet URL has no path
    expect(() => urls.format("telnet", { host: "h.example", path: "/x" })).toThrow(
      expect.objectContaining({ code: "unknown-field" }),
    );
  });
});
