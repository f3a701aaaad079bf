import { createRegistry } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { z3950 } from "../src/index.ts";
import URLS from "./urls.json" with { type: "json" };

/* What check reports for a URL, and for one without an error, its normal form and what describe says about each part. */

interface Row {
  readonly url: string;
  /** "code severity component start-end cite: message; hint". */
  readonly problems?: readonly string[];
  /** Absent: the URL itself. */
  readonly normal?: string;
  /** "name start-end value: meaning", without the scheme. */
  readonly parts?: readonly string[];
}

const urls = createRegistry(z3950);

function examined(url: string): Omit<Row, "url"> {
  const { ok, problems } = urls.tryParse(url);
  const found = problems.map(({ code, severity, component, start, end, cite, message, hint }) => {
    const advice = hint === undefined ? "" : `; ${hint}`;
    return `${code} ${severity} ${component} ${start}-${end} ${cite}: ${message}${advice}`;
  });
  const reported = found.length === 0 ? {} : { problems: found };
  if (!ok) return reported;
  const normal = urls.normalize(url);
  const parts = urls
    .describe(url)
    .slice(1)
    .map(
      ({ name, start, end, value, meaning }) =>
        `${name} ${start}-${end} ${JSON.stringify(value)}: ${meaning}`,
    );
  return { ...reported, ...(normal !== url && { normal }), parts };
}

describe("the problems and parts of URLs (RFC 2056 §5)", () => {
  it.each(URLS as readonly Row[])("$url", ({ url, ...expected }) => {
    expect(examined(url)).toEqual(expected);
  });
});
