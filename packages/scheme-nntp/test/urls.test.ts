import { createRegistry, type Profile } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { nntp } from "../src/index.ts";
import URLS from "./urls.json" with { type: "json" };

/* What check reports for a URL, and for one without an error, its normal form and what describe says about each part. */

interface Row {
  readonly url: string;
  /** Default: rfc3986. */
  readonly profile?: Profile;
  /** "code severity component start-end cite: hint". */
  readonly problems?: readonly string[];
  readonly normal?: string;
  /** "name start-end: meaning"; only of the profile rfc3986. */
  readonly parts?: readonly string[];
}

const urls = createRegistry(nntp);

function examined({ url, profile = "rfc3986" }: Row): Omit<Row, "url" | "profile"> {
  const { ok, problems } = urls.tryParse(url, { profile });
  const found = problems.map(
    ({ code, severity, component, start, end, cite, hint }) =>
      `${code} ${severity} ${component} ${start}-${end} ${cite}${hint === undefined ? "" : `: ${hint}`}`,
  );
  const reported = found.length === 0 ? {} : { problems: found };
  if (!ok) return reported;
  const normal = urls.normalize(url, { profile });
  if (profile === "rfc1738") return { ...reported, normal };
  const parts = urls
    .describe(url)
    .map(({ name, start, end, meaning }) => `${name} ${start}-${end}: ${meaning}`);
  return { ...reported, normal, parts };
}

describe("the problems and parts of URLs", () => {
  it.each(URLS as readonly Row[])("$url $profile", (row) => {
    const { url: _, profile: __, ...expected } = row;
    expect(examined(row)).toEqual(expected);
  });
});
