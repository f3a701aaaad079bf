import { encodeText, QUERY } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { dataOf } from "./vector.ts";

interface Case {
  readonly input: string;
  /** By encoding: how a browser encodes a query in a document with that encoding. */
  readonly output: Readonly<Record<string, string>>;
}

const cases = dataOf<readonly (Case | string)[]>("wpt-percent-encoding").filter(
  (each): each is Case => typeof each !== "string",
);

/** Characters that WHATWG does not encode in a query, although RFC 3986 §2 has them in no set. */
const BARE = /[\\^`{|}]/g;

describe("percent-encoding of a query in UTF-8, the only encoding of RFC 3986 §2.5", () => {
  it.each(cases)("$input", ({ input, output }) => {
    const encoded = output["utf-8"]!.replace(
      BARE,
      (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
    );
    expect(encodeText(input, QUERY)).toBe(encoded);
  });
});
