import { createRegistry } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { cid, mid } from "../../src/index.ts";
import URLS from "./urls.json" with { type: "json" };

/*
 * What check reports for a URL, and for one without an error, its normal form, and what describe says about each part.
 */

interface Row {
  readonly url: string;
  /** "code severity component start-end cite: message; hint". */
  readonly problems?: readonly string[];
  readonly normal?: string;
  /** "name start-end value: meaning (cite)". */
  readonly parts?: readonly string[];
}

const urls = createRegistry(mid, cid);

function examined(url: string): Omit<Row, "url"> {
  const { ok, problems } = urls.tryParse(url);
  const found = problems.map(
    ({ code, severity, component, start, end, cite, message, hint }) =>
      `${code} ${severity} ${component} ${start}-${end} ${cite}: ${message}; ${hint}`,
  );
  const reported = found.length === 0 ? {} : { problems: found };
  if (!ok) return reported;
  const parts = urls
    .describe(url)
    .map(
      ({ name, start, end, value, meaning, cite }) =>
        `${name} ${start}-${end} ${value}: ${meaning} (${cite})`,
    );
  return { ...reported, normal: urls.normalize(url), parts };
}

describe("the problems and parts of URLs", () => {
  it.each(URLS as readonly Row[])("$url", (row) => {
    const { url: _, ...expected } = row;
    expect(examined(row.url)).toEqual(expected);
  });
});
