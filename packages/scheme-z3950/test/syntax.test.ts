import { createRegistry, tryParse } from "@anyurl/core";
import { anyText, describeScheme, readVectors } from "@anyurl/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z3950 } from "../src/index.ts";

const name = anyText().filter((text) => text !== "");
const optional = fc.option(name, { nil: undefined });
const keyword = fc.constantFrom("lang", "x-y", "a b");

describeScheme(z3950, readVectors(new URL("vectors.json", import.meta.url)), {
  parts: fc
    .record({
      databases: fc.array(name, { maxLength: 3 }),
      docid: optional,
      elementSetName: optional,
      recordSyntaxes: fc.array(name, { maxLength: 2 }),
      extra: fc.array(fc.tuple(keyword, anyText()), { maxLength: 2 }),
    })
    .filter(({ databases, docid }) => docid === undefined || databases.length > 0),
});

describe("the name z39.50 (RFC 1738 §4)", () => {
  it("is not one of this scheme: its URLs have only the generic syntax", () => {
    const urls = createRegistry(z3950);
    expect(urls.parse("z39.50://h.example/x").host).toBe("h.example");
    expect(urls.scheme("z39.50")).toBeUndefined();
    expect(tryParse("z39.50://h.example/x").ok).toBe(true);
  });
});
