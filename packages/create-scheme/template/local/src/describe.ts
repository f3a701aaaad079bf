import { decodeText, describeAuthority, describeFragment, type Part } from "@anyurl/core";
import type { XDemoUrl } from "./syntax.ts";

const cite = "README, The URLs";

/** Describes each part of an x-demo URL: its range and its meaning. */
export function describe(url: XDemoUrl): readonly Part[] {
  const { pathStart, pathEnd, queryEnd } = url.offsets;
  const parts: Part[] = [...describeAuthority(url, undefined)];
  const add = (name: string, start: number, end: number, meaning: string) =>
    parts.push({ name, start, end, value: decodeText(url.href.slice(start, end)), meaning, cite });
  add("path", pathStart, pathEnd, "a TOML file of this machine");
  if (url.query !== undefined) {
    const meaning =
      url.parts.keys.length === 0 ? "no key: the whole file" : "the keys that lead to the value";
    add("keys", pathEnd + 1, queryEnd, meaning);
  }
  return url.fragment === undefined ? parts : [...parts, describeFragment(url)];
}
