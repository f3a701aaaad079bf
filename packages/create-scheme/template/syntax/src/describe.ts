import { decodeText, describeAuthority, describeFragment, type Part } from "@anyurl/core";
import type { XDemoUrl } from "./syntax.ts";

/** Describes each part of an x-demo URL: its range and its meaning. */
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
