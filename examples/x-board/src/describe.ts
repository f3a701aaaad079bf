import { decodeText, describeAuthority, describeFragment, type Part } from "@anyurl/core";
import { type BoardUrl, DEFAULT_PORT } from "./syntax.ts";

const cite = "README, The URLs";

/** Each part of an x-board URL: where it stands, and what it says. */
export function describe(url: BoardUrl): readonly Part[] {
  const { href, offsets, parts: own, fragment } = url;
  const parts: Part[] = [...describeAuthority(url, DEFAULT_PORT)];
  const add = (name: string, start: number, end: number, meaning: string) =>
    parts.push({ name, start, end, value: decodeText(href.slice(start, end)), meaning, cite });
  const start = offsets.pathStart + 1;
  const slash = href.indexOf("/", start);
  if (own.board !== undefined) add("board", start, slash, "a board of the server");
  if (own.note !== undefined) add("note", slash + 1, offsets.pathEnd, "a note on it");
  // What a "/" at the end stands for is described, too: nothing follows it.
  else if (href.at(offsets.pathEnd - 1) === "/" && offsets.pathEnd > offsets.pathStart)
    add(
      "empty",
      offsets.pathEnd,
      offsets.pathEnd,
      own.board === undefined ? "all boards" : "all notes on it",
    );
  return fragment === undefined ? parts : [...parts, describeFragment(url)];
}
