import { describe, expect, it } from "vitest";
import { type ExtractOptions, extract, type Mode } from "../../src/extract/index.ts";
import vectors from "../vectors/extract.json" with { type: "json" };
import { urls } from "./schemes.ts";

interface Row {
  readonly rule: string;
  readonly text: string;
  readonly options?: ExtractOptions;
  readonly found: readonly {
    readonly url: string;
    readonly mode?: Mode;
    readonly raw?: string;
    readonly fragment?: string;
    readonly alternatives?: readonly string[];
    /** Codes. None but these. */
    readonly warnings?: readonly string[];
  }[];
}

describe("URLs in text", () => {
  it.each(vectors.rows as readonly Row[])("$rule: $text", ({ text, options, found }) => {
    const urlsFound = [...extract(text, urls, options)];
    expect(urlsFound.map(({ url }) => url.href)).toEqual(found.map(({ url }) => url));
    found.forEach(({ mode, raw, fragment, alternatives, warnings }, k) => {
      const each = urlsFound[k]!;
      if (mode !== undefined) expect(each.mode).toBe(mode);
      if (raw !== undefined) expect(each.raw).toBe(raw);
      if (fragment !== undefined) expect(each.reference.fragment).toBe(fragment);
      expect(each.alternatives.map(String)).toEqual(alternatives ?? []);
      expect(each.ambiguous).toBe(alternatives === undefined ? undefined : "hyphen");
      if (warnings !== undefined) expect(each.problems.map(({ code }) => code)).toEqual(warnings);
    });
  });
});
