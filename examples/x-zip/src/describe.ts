import { decodeText, describeAuthority, describeFragment, type Part } from "@anyurl/core";
import { markIn, type ZipUrl } from "./syntax.ts";

const cite = "README, The URLs";

/** Each part of an x-zip URL: where it stands, and what it says. */
export function describe(url: ZipUrl): readonly Part[] {
  const { pathStart, pathEnd } = url.offsets;
  const mark = markIn(url);
  const part = (name: string, start: number, end: number, meaning: string): Part => ({
    ...{ name, start, end, meaning, cite },
    value: decodeText(url.href.slice(start, end)),
  });
  const meaning = url.parts.entry.at(-1) === "" ? "a directory in it" : "what is in it by that name";
  const parts = [
    ...describeAuthority(url, undefined),
    part("archive", pathStart, mark, "an archive, a file of this machine"),
    part("entry", mark + 1, pathEnd, meaning),
  ];
  return url.fragment === undefined ? parts : [...parts, describeFragment(url)];
}
