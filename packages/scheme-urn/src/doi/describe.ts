import { createPart, describeAuthority, describeFragment, type Part } from "@anyurl/core";
import { DOI_CITE } from "../doi-name.ts";
import type { DoiUrl } from "./syntax.ts";

/** Returns the parts of a doi URL: their positions and their meaning. */
export function describe(url: DoiUrl): readonly Part[] {
  const { href, offsets, parts } = url;
  const start = offsets.pathStart;
  // The prefix ends at the first slash, which can be escaped.
  const [slash] = /\/|%2f/i.exec(href.slice(start)) ?? ["/"];
  const end = href.indexOf(slash, start);
  const part = createPart(url, DOI_CITE);
  return [
    ...describeAuthority(url, undefined),
    part("prefix", [start, end], "the organization that registered the name", { value: parts.prefix }),
    part("suffix", [end + slash.length, offsets.pathEnd], "its name for the object", { value: parts.suffix }),
    ...(url.fragment === undefined ? [] : [describeFragment(url)]),
  ];
}
