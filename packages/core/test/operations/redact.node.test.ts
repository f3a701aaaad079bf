import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { parse, parseReference } from "../../src/index.ts";
import { accessErrors, buildErrors, readingsOf, SECRET, texts } from "../secrets.ts";

/** The output of Node's console, and of a debugger that inspects hidden properties. */
function showings(value: unknown): string[] {
  const shown = [
    inspect(value, { depth: Number.POSITIVE_INFINITY, showHidden: true, getters: true }),
    inspect(value, { depth: Number.POSITIVE_INFINITY, showHidden: true, customInspect: false }),
    inspect([{ value }], { depth: 9 }),
  ];
  return value instanceof Error ? [...shown, ...showings(value.cause ?? null)] : shown;
}

function expectHidden(values: Iterable<unknown>): void {
  for (const value of values)
    for (const shown of showings(value)) if (shown.includes(SECRET)) expect.fail(shown);
}

describe("a password in Node's console", () => {
  it.each(texts)("never appears: %j", (text) => expectHidden(readingsOf(text)));

  it("never appears in an error of a builder", () => expectHidden(buildErrors()));

  it("never appears in an access error", () => expectHidden(accessErrors()));

  it("is three stars", () => {
    expect(inspect(parse("ftp://u:pw@h/"))).toBe("Url <ftp://u:***@h/>");
    expect(inspect(parseReference("//u:pw@h/"))).toBe("Reference <//u:***@h/>");
  });
});
