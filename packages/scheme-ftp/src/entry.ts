import { decodeText, type Entry, parsePort } from "@anyurl/core";
import type { Listing } from "./listing/line-reader.ts";
import { type FtpUrl, format, formatSegment, withoutDotSegments } from "./syntax.ts";

/**
 * Returns a function that adds a URL to each line of a listing. The URL has the user of the directory's URL, never its
 * password. A name that is not a single path segment, or that FTP cannot send, gets no URL.
 */
export function entriesIn(directory: FtpUrl): (listing: Listing) => Entry {
  let base: string | undefined;
  return (listing) => {
    const { name, kind } = listing;
    const unsafe = unsafeName(name);
    if (unsafe !== undefined) return { ...listing, url: undefined, unsafe };
    base ??= formatBaseUrl(directory);
    return { ...listing, url: `${base}${formatSegment(name)}${kind === "directory" ? "/" : ""}` };
  };
}

function unsafeName(name: string): string | undefined {
  if (/[\0\r\n]/.test(name)) return "the name contains NUL, CR, or LF";
  if (name.includes("/")) return "the name is a path";
  // vsftpd and Pure-FTPd then list another directory, without an error.
  if (name === "~") return "servers read this name as the home directory";
  return undefined;
}

/** Returns the URL of the directory itself, with "/" at the end. */
function formatBaseUrl(directory: FtpUrl): string {
  const { cwds, name } = withoutDotSegments(directory.parts);
  const path = cwds.map(({ cwd }) => cwd);
  return format({
    scheme: directory.scheme,
    user: directory.user === undefined ? undefined : decodeText(directory.user),
    host: directory.host!,
    port: parsePort(directory.port),
    cwds: name === "" ? path : [...path, name],
  });
}
