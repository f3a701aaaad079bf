import {
  createPart,
  decodeText,
  describeAuthority,
  describeFragment,
  isDotSegment,
  type Part,
} from "@anyurl/core";
import { DEFAULT_PORT, type RawPart, type SftpUrl, splitPath, splitUser, type Typecode } from "./syntax.ts";

const CITE = "draft-ietf-secsh-scp-sftp-ssh-uri-04 §2";

const TYPECODES: Readonly<Record<Typecode, string>> = {
  a: "as text: no effect, SFTP transfers files unchanged",
  i: "as a binary file, unchanged",
  d: "a directory: the names in it",
};

/** Returns each part of an sftp URL, with its range and its meaning. */
export function describe(url: SftpUrl): readonly Part[] {
  const { user, params } = splitUser(url);
  const parts: Part[] = describeAuthority(url, DEFAULT_PORT).flatMap((each) => {
    if (each.name !== "user" || user === undefined) return [each];
    return [{ ...each, end: user.end, value: decodeText(user.raw) }, ...describeParams(params)];
  });
  const { segments, typecode } = splitPath(url);
  if (url.path !== "")
    segments.forEach((raw, i) => {
      parts.push(describeSegment(raw, i, i === segments.length - 1, url));
    });
  if (typecode !== undefined && url.parts.typecode !== undefined)
    parts.push(
      createPart(url, CITE)("typecode", [typecode.start, typecode.end], TYPECODES[url.parts.typecode], {
        value: url.parts.typecode,
      }),
    );
  if (url.fragment !== undefined) parts.push(describeFragment(url));
  return parts;
}

function describeParams(params: readonly RawPart[]): readonly Part[] {
  let index = 0;
  return params.map(({ raw, start, end }) => {
    const isKey = /^fingerprint(?:=|$)/.test(decodeText(raw));
    return {
      name: isKey ? "fingerprint" : `params[${index++}]`,
      ...{ start, end, value: decodeText(raw), cite: CITE },
      meaning: isKey ? "the expected key of the host" : "an unknown parameter, ignored",
    };
  });
}

function describeSegment({ raw, start, end }: RawPart, i: number, isLast: boolean, { parts }: SftpUrl): Part {
  const value = decodeText(raw);
  const isHome = i === 0 && parts.home;
  return {
    name: isHome ? "home" : `segments[${parts.home ? i - 1 : i}]`,
    ...{ start, end, value, cite: CITE },
    meaning: isHome ? "the home directory of the user" : meaningOf(value, raw, isLast, parts.typecode),
  };
}

function meaningOf(value: string, raw: string, isLast: boolean, typecode: Typecode | undefined): string {
  if (value === "") return isLast ? "an empty name: the directory itself" : "an empty name: left out";
  // With a typecode, the last segment is not a dot segment: it is "..;type=d".
  if (isDotSegment(raw) && !(isLast && typecode !== undefined))
    return value === "." ? "the same directory: removed" : "the parent directory: removed";
  return isLast ? "the file or directory" : "a directory";
}
