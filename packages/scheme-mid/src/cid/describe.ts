import { createPart, describeAuthority, describeFragment, type Part } from "@anyurl/core";
import { CITE } from "../addr-spec.ts";
import { type CidUrl, getRange } from "./syntax.ts";

/** Returns the parts of a cid URL: their positions and their meaning. */
export function describe(url: CidUrl): readonly Part[] {
  const meaning = "the part of the message with this Content-ID";
  const part = createPart(url, CITE)("contentId", getRange(url), meaning, { value: url.parts.contentId });
  const fragment = url.fragment === undefined ? [] : [describeFragment(url)];
  return [...describeAuthority(url, undefined), part, ...fragment];
}
