import { decodeText, describeAuthority, describeFragment, type Part } from "@anyurl/core";
import { DEFAULT_PORT, type XDemoUrl } from "./syntax.ts";

/** Describes each part of an x-demo URL: its range and its meaning. */
export function describe(url: XDemoUrl): readonly Part[] {
  const { pathStart: start, pathEnd: end } = url.offsets;
  const meaning = url.parts.segments.at(-1) === "" ? "a directory of the server" : "a document of the server";
  const path: Part = {
    name: "path",
    start,
    end,
    value: decodeText(url.path),
    meaning,
    cite: "README, The URLs",
  };
  const parts = [...describeAuthority(url, DEFAULT_PORT), path];
  return url.fragment === undefined ? parts : [...parts, describeFragment(url)];
}
