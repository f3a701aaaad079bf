import { describe, expect, it } from "vitest";
import grammars from "./grammars.json" with { type: "json" };
import { readGrammars } from "./read.ts";

describe("grammars.json", () => {
  it("is what the grammars say (node packages/core/test/abnf/read.ts)", () => {
    expect(grammars).toEqual(readGrammars());
  });

  it.each(Object.entries(grammars))("refers to rules of %s that are there", (_, grammar) => {
    for (const [, rule] of JSON.stringify(grammar).matchAll(/"rule":"([^"]+)"/g)) {
      expect(Object.keys(grammar)).toContain(rule!.toLowerCase());
    }
  });
});
