import { describeAuthority, describeFragment, type Part } from "@anyurl/core";
import { DOI_CITE } from "../doi-name.ts";
import type { DoiUrl } from "./syntax.ts";

/** Returns the parts of a doi URL: their positions and their meaning. */
export function describe(url: DoiUrl): readonly Part[] {
  const { href, offsets, parts } = url;
  const start = offsets.pathStart;
  // The prefix ends at the first slash, which can be escaped.
  const [slash] = /\/|%2f/i.exec(href.slice(start)) ?? ["/"];
  const end = href.indexOf(slash, start);
  return [
    ...describeAuthority(url, undefined),
    {
      ...{ name: "prefix", start, end, value: parts.prefix, cite: DOI_CITE },
      meaning: "the organization that registered the name",
    },
    {
      ...{ name: "suffix", start: end + slash.length, end: offsets.pathEnd, value: parts.suffix },
      ...{ meaning: "its name for the object", cite: DOI_CITE },
    },
    ...(url.fragment === undefined ? [] : [describeFragment(url)]),
  ];
}
