import { defineScheme, override } from "@anyurl/core";
import * as anyurl from "anyurl";
import { describe, expect, it } from "vitest";
import { createAnyurl, irc, SCHEMES } from "../src/index.ts";

describe("createAnyurl of @anyurl/all", () => {
  it("has the schemes of anyurl and those of this package", () => {
    const names = createAnyurl().names();
    expect(names).toEqual(
      expect.arrayContaining([...anyurl.createAnyurl().names(), ...SCHEMES.flatMap(({ names }) => names)]),
    );
  });

  it("gives the types of each scheme", () => {
    const any = createAnyurl();
    expect(any.parse("irc://irc.example/%23anyurl").parts.channel).toBe("#anyurl");
    expect(any.parse("ftp://h.example/a;type=a").parts.typecode).toBe("a");
  });

  it("takes further schemes and the options of anyurl", () => {
    const other = defineScheme({ name: "irc", cite: ["RFC 2812"], examples: [], format: () => "irc://h/" });
    expect(() => createAnyurl({ schemes: [other] })).toThrow("irc");
    expect(createAnyurl({ schemes: [override(other)] }).scheme("irc")).not.toBe(irc);
    expect(() => createAnyurl({ timeout: 5 } as object)).toThrow(
      expect.objectContaining({ code: "bad-option" }),
    );
  });
});
