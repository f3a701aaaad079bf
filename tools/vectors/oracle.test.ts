import { describe, expect, it } from "vitest";
import { RELATIVE_REF, URI } from "../../packages/core/test/abnf.ts";
import { vectorsOf } from "./vector.ts";

describe("the grammar of RFC 3986 agrees with the tables", () => {
  const cases = vectorsOf<{ readonly input: string; readonly rfc3986: { readonly input: string } }>(
    "wpt-rfc3986",
  );

  it.each(cases)("$input is: $rfc3986.input", ({ input, rfc3986 }) => {
    expect(URI.test(input)).toBe(rfc3986.input === "uri");
    expect(RELATIVE_REF.test(input)).toBe(rfc3986.input === "relative-ref");
  });

  const strings = vectorsOf("json-schema-uri").filter(({ format }) => !format!.startsWith("iri"));

  it.each(strings)("$input: $why", ({ input, format, expect: { valid } }) => {
    expect(URI.test(input) || (format === "uri-reference" && RELATIVE_REF.test(input))).toBe(valid);
  });
});
