import { createRegistry } from "@anyurl/core";
import { describeScheme, readVectors, textWithout } from "@anyurl/testkit";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type DataParts, data } from "../src/index.ts";

const lower = (text: string): string => text.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
const name = textWithout("")
  .map(lower)
  .filter((text) => text !== "");
const type = fc.oneof(fc.constantFrom("text/plain", "image/png", "foo", "//h/x", "a/b/c"), name);
const parameter = fc.record({
  attribute: fc.oneof(fc.constantFrom("charset", "base64"), name),
  value: fc.oneof(fc.constantFrom("US-ASCII", "utf-8", '"', '"a"', ""), textWithout("")),
});

/** The common form of equivalent parts: the name of a charset is case-insensitive (RFC 2046 §4.1.2). */
function gist({ parameters, ...rest }: DataParts): string {
  const each = parameters.map(({ attribute, value }) =>
    attribute === "charset" ? [attribute, lower(value)] : [attribute, value],
  );
  return JSON.stringify({ ...rest, each });
}

describeScheme(
  data,
  readVectors(new URL("vectors.json", import.meta.url)),
  {
    parts: fc.record({
      type,
      parameters: fc.array(parameter, { maxLength: 3 }),
      base64: fc.boolean(),
      data: textWithout(""),
    }),
  },
  { sameParts: (a, b) => gist(a) === gist(b) },
);

describe("data resolve", () => {
  it("accepts only references within the same resource (RFC 3986 §5.2: an opaque path has no segments)", () => {
    const urls = createRegistry(data);
    expect(String(urls.resolve("data:,a", "#c"))).toBe("data:,a#c");
    expect(() => urls.resolve("data:,a", "b")).toThrow(expect.objectContaining({ code: "unsupported" }));
  });
});
