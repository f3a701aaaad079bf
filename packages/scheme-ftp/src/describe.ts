import { decodeText, describeAuthority, describeFragment, isDotSegment, type Part } from "@anyurl/core";
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
  const { segments, type } = splitPath(url);
  segments.forEach(({ raw, start }, i) => {
    const last = i === segments.length - 1;
    parts.push({
      name: last ? "name" : `cwds[${i}]`,
      start,
      end: start + raw.length,
      value: decodeText(raw),
      meaning: last ? nameMeaning(raw) : cwdMeaning(raw),
      cite: CITE,
    });
  });
  const { typecode } = url.parts;
  if (type !== undefined && typecode !== undefined) {
    parts.push({
      name: "typecode",
      start: type.start,
      end: type.start + type.raw.length,
      value: typecode,
      meaning: TYPECODES[typecode],
      cite: CITE,
    });
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
