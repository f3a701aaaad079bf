import { decodeText, describeAuthority, describeFragment, type Part } from "@anyurl/core";
import type { XDemoUrl } from "./syntax.ts";

/** Each part of an x-demo URL: where it stands, and what it says. */
export function describe(url: XDemoUrl): readonly Part[] {
  const { pathStart: start, pathEnd: end } = url.offsets;
  const path: Part = {
    name: "path",
    start,
    end,
    value: decodeText(url.path),
    meaning: "the path of the resource",
    cite: "README, The URLs",
  };
  const parts = [...describeAuthority(url, undefined), path];
  return url.fragment === undefined ? parts : [...parts, describeFragment(url)];
}
