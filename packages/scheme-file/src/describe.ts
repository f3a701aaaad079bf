import {
  createPart,
  decodeText,
  describeAuthority,
  describeFragment,
  isDotSegment,
  type Part,
} from "@anyurl/core";
import { isLocal, parseUnc } from "./local.ts";
import { type FileUrl, formatNormalHost, isDrive } from "./syntax.ts";

const CITE = "RFC 8089 §2";

/** Returns each part of a file URL, with its range and its meaning. */
export function describe(url: FileUrl): readonly Part[] {
  const { pathStart, queryEnd } = url.offsets;
  const parts: Part[] = describeAuthority(url, undefined).map(describeHost);
  const part = createPart(url, CITE);
  const raws = url.href.slice(pathStart + 1, queryEnd).split("/");
  const server = isLocal(url) ? undefined : findServer(url, raws);
  let start = pathStart + 1;
  raws.forEach((raw, i) => {
    const onServer = server === undefined ? undefined : [SERVER, "the share"][i - server];
    const meaning = onServer ?? describeSegment(raw, i, i === raws.length - 1);
    const end = start + raw.length;
    parts.push(part(`segments[${i}]`, [start, end], meaning));
    start = end + 1;
  });
  if (url.fragment !== undefined) parts.push(describeFragment(url));
  return parts;
}

const SERVER = "the server of a UNC path, not this machine";

function describeHost(part: Part): Part {
  if (part.name !== "host") return part;
  const here = formatNormalHost(part.value) === "";
  return {
    ...part,
    meaning: here ? "this machine" : "the machine where the file is",
    cite: CITE,
  };
}

/** Returns the range of the server in a path that begins with slashes; `undefined` if the host is the server. */
function findServer(url: FileUrl, raws: readonly string[]): number | undefined {
  if (formatNormalHost(url.host ?? "") !== "" || parseUnc(url) === undefined) return undefined;
  return raws.findIndex((raw) => raw !== "" && !isDotSegment(raw));
}

function describeSegment(raw: string, i: number, last: boolean): string {
  const name = decodeText(raw);
  if (raw === "")
    return last ? (i === 0 ? "the root" : "an empty name: the directory itself") : "an empty name";
  if (isDotSegment(raw))
    return name === "." ? "the same directory: removed" : "the parent directory: removed";
  if (i === 0 && isDrive(name)) return "a drive on Windows; a name on other systems";
  if (name.includes("/")) return 'a name that contains "/", which no system allows';
  return last ? "the file" : "a directory";
}
