import { describe, expect, it } from "vitest";
import grammars from "./grammars.json" with { type: "json" };
import { readGrammars } from "./read.ts";

describe("grammars.json", () => {
  it("matches the grammars (node packages/core/test/abnf/read.ts)", () => {
    expect(grammars).toEqual(readGrammars());
  });

  it.each(Object.entries(grammars))("refers only to existing rules of %s", (_, grammar) => {
    for (const [, rule] of JSON.stringify(grammar).matchAll(/"rule":"([^"]+)"/g)) {
      expect(Object.keys(grammar)).toContain(rule!.toLowerCase());
    }
  });
});
