import { createPart, decodeText, describeAuthority, isDotSegment, type Part } from "@anyurl/core";
import { DEFAULT_PORT, type NfsUrl } from "./syntax.ts";

const CITE = "RFC 2224 §6";

/** Returns each part of an nfs URL, with its range and its meaning. */
export function describe(url: NfsUrl): readonly Part[] {
  const { absolute } = url.parts;
  const { pathStart, pathEnd } = url.offsets;
  const parts: Part[] = [...describeAuthority(url, DEFAULT_PORT)];
  if (pathStart === pathEnd) return parts;
  let start = pathStart + (absolute ? 2 : 1);
  const part = createPart(url, CITE);
  const raws = url.href.slice(start, pathEnd).split("/");
  raws.forEach((raw, i) => {
    const end = start + raw.length;
    const meaning = describeSegment(raw, i, i === raws.length - 1, absolute);
    parts.push(part(`segments[${i}]`, [start, end], meaning));
    start = end + 1;
  });
  return parts;
}

function describeSegment(raw: string, i: number, isLast: boolean, absolute: boolean): string {
  if (raw === "" && isLast && i === 0)
    return absolute ? "the root of the server" : "the public directory of the server";
  if (raw === "") return isLast ? "an empty name: the directory itself" : "an empty name: left out";
  if (isDotSegment(raw))
    return decodeText(raw) === "." ? "the same directory: removed" : "the parent directory: removed";
  const what = isLast ? "the file" : "a directory";
  if (i > 0) return what;
  return absolute
    ? `${what}, from the root of the server`
    : `${what}, from the public directory of the server`;
}
