import { createPart, describeAuthority, describeFragment, type Part } from "@anyurl/core";
import { INFO_CITE, type InfoUrl } from "./syntax.ts";

/** Returns the parts of an info URL: their positions and their meaning. */
export function describe(url: InfoUrl): readonly Part[] {
  const { pathStart, pathEnd } = url.offsets;
  const { namespace } = url.parts;
  const end = pathStart + namespace.length;
  const part = createPart(url, INFO_CITE);
  return [
    ...describeAuthority(url, undefined),
    part("namespace", [pathStart, end], "the namespace", { value: namespace }),
    part("identifier", [end + 1, pathEnd], "the identifier in this namespace"),
    ...(url.fragment === undefined ? [] : [describeFragment(url)]),
  ];
}
