import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { canonicalDn, findDnProblem, tidyDn } from "../src/dn.ts";
import { canonicalFilter, findFilterProblem } from "../src/filter.ts";
import { escapeDnValue, type Filter, formatFilter, parseDn, parseFilter, type Rdn } from "../src/index.ts";

interface Row {
  readonly text: string;
  /** Message and hint. Absent: the text is valid. */
  readonly problem?: readonly [message: string, hint?: string];
  /** Absent: the text itself. */
  readonly canonical?: string;
}

const TABLES: {
  readonly filters: readonly (Row & { readonly filter?: Filter })[];
  readonly names: readonly (Row & { readonly names?: readonly Rdn[] })[];
  readonly tidied: readonly (readonly [sent: string, tidied: string])[];
  readonly escaped: readonly (readonly [value: string, escaped: string])[];
} = JSON.parse(readFileSync(new URL("texts.json", import.meta.url), "utf8"));

const toProblem = ([message, hint]: NonNullable<Row["problem"]>) => ({
  message,
  ...(hint !== undefined && { hint }),
});

describe("the filter of RFC 4515", () => {
  it.each(TABLES.filters)("$text", ({ text, filter, problem, canonical = text }) => {
    expect(parseFilter(text)).toEqual(filter ?? toProblem(problem!));
    expect(findFilterProblem(text)).toEqual(problem && toProblem(problem));
    expect(canonicalFilter(text)).toBe(canonical);
  });

  it.each(["!", "&"])("may have 32 levels of %s, and no more", (operator) => {
    const nested = (levels: number) => `${`(${operator}`.repeat(levels - 1)}(a=b)${")".repeat(levels - 1)}`;
    expect(findFilterProblem(nested(32))).toBeUndefined();
    expect(findFilterProblem(nested(33))).toEqual({ message: "a filter has more than 32 levels" });
  });

  it.each<[Filter]>([
    [{ attribute: "a b", present: true }],
    [{ attribute: "", equals: "" }],
    [{ attribute: "a;", matches: "" }],
    [{ rule: "a;x", matches: "" }],
  ])("cannot be formatted from %j", (filter) => {
    expect(() => formatFilter(filter)).toThrow(
      new TypeError("invalid attribute or matching rule in a filter"),
    );
  });
});

describe("the distinguished name of RFC 4514", () => {
  it.each(TABLES.names)("$text", ({ text, names, problem, canonical = text }) => {
    expect(parseDn(text)).toEqual(names ?? toProblem(problem!));
    expect(findDnProblem(text)).toEqual(problem && toProblem(problem));
    expect(canonicalDn(text)).toBe(canonical);
  });

  it.each(TABLES.tidied)("that a server sent as %j is %j", (sent, tidied) => {
    expect(tidyDn(sent)).toBe(tidied);
  });

  it.each(TABLES.escaped)("has the value %j as %j (§2.4)", (value, escaped) => {
    expect(escapeDnValue(value)).toBe(escaped);
  });
});
