import { encodeText, QUERY } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { dataOf } from "./vector.ts";

interface Case {
  readonly input: string;
  /** By encoding: what a browser makes of a query of a document in that encoding. */
  readonly output: Readonly<Record<string, string>>;
}

const cases = dataOf<readonly (Case | string)[]>("wpt-percent-encoding").filter(
  (each): each is Case => typeof each !== "string",
);

/** Characters that WHATWG leaves bare in a query, and RFC 3986 §2 has in no set. */
const BARE = /[\\^`{|}]/g;

describe("percent-encoding of a query in UTF-8, the one encoding of RFC 3986 §2.5", () => {
  it.each(cases)("$input", ({ input, output }) => {
    const encoded = output["utf-8"]!.replace(
      BARE,
      (char) => `%${char.charCodeAt(0).toString(16).toUpperCase()}`,
    );
    expect(encodeText(input, QUERY)).toBe(encoded);
  });
});
