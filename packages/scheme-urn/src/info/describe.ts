import { decodeText, describeAuthority, describeFragment, type Part } from "@anyurl/core";
import { INFO_CITE, type InfoUrl } from "./syntax.ts";

/** Returns the parts of an info URL: their positions and their meaning. */
export function describe(url: InfoUrl): readonly Part[] {
  const { pathStart, pathEnd } = url.offsets;
  const { namespace, identifier } = url.parts;
  const end = pathStart + namespace.length;
  return [
    ...describeAuthority(url, undefined),
    {
      ...{ name: "namespace", start: pathStart, end, value: namespace },
      ...{ meaning: "the namespace", cite: INFO_CITE },
    },
    {
      ...{ name: "identifier", start: end + 1, end: pathEnd, value: decodeText(identifier) },
      ...{ meaning: "the identifier in this namespace", cite: INFO_CITE },
    },
    ...(url.fragment === undefined ? [] : [describeFragment(url)]),
  ];
}
