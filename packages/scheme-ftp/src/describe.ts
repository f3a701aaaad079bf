import {
  createPart,
  decodeText,
  describeAuthority,
  describeFragment,
  isDotSegment,
  type Part,
} from "@anyurl/core";
import { DEFAULT_PORT, type FtpUrl, splitPath, type Typecode } from "./syntax.ts";

const CITE = "RFC 1738 §3.2.2";

const TYPECODES: Readonly<Record<Typecode, string>> = {
  a: "as text: the server may convert line ends",
  i: "as a binary file, unchanged",
  d: "a directory: the names in it",
};

/** Describes each part of an ftp URL: its range, and its meaning in FTP. */
export function describe(url: FtpUrl): readonly Part[] {
  const parts: Part[] = [...describeAuthority(url, DEFAULT_PORT[url.scheme])];
  const part = createPart(url, CITE);
  const { segments, type } = splitPath(url);
  segments.forEach(({ raw, start }, i) => {
    const last = i === segments.length - 1;
    const name = last ? "name" : `cwds[${i}]`;
    // With a typecode the last segment is not a dot segment.
    const isName = last && (type !== undefined || !isDotSegment(raw));
    parts.push(part(name, [start, start + raw.length], isName ? nameMeaning(raw) : cwdMeaning(raw)));
  });
  const { typecode } = url.parts;
  if (type !== undefined && typecode !== undefined) {
    const range = [type.start, type.start + type.raw.length] as const;
    parts.push(part("typecode", range, TYPECODES[typecode], { value: typecode }));
  }
  if (url.fragment !== undefined) parts.push(describeFragment(url));
  return parts;
}

function nameMeaning(raw: string): string {
  return raw === "" ? "no name: the directory itself" : "the file to retrieve";
}

function cwdMeaning(raw: string): string {
  if (raw === "") return "an empty segment: CWD with an empty argument, not the root";
  if (isDotSegment(raw))
    return `${decodeText(raw) === "." ? "the same directory" : "the parent directory"}: removed before anything is sent`;
  return /%2f/i.test(raw) ? 'one CWD, with a "/" in its argument' : "enter this directory";
}
