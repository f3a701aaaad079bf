import { decodeText, type Entry, portOf } from "@anyurl/core";
import type { Listing } from "./listing/listing.ts";
import { type FtpUrl, format, withoutDotSegments } from "./syntax.ts";

/**
 * A listing's line with a URL of its own. The URL has the user of the directory's, and never its password. A name
 * that is not one component of a path, or that FTP could not ask for, gets no URL.
 */
export function entryOf(listing: Listing, directory: FtpUrl): Entry {
  const unsafe = unsafeName(listing.name);
  if (unsafe !== undefined) return { ...listing, url: undefined, unsafe };
  return { ...listing, url: urlOf(listing, directory) };
}

function unsafeName(name: string): string | undefined {
  if (/[\0\r\n]/.test(name)) return "the name holds NUL, CR or LF";
  if (name.includes("/")) return "the name is a path";
  return undefined;
}

function urlOf({ name, kind }: Listing, directory: FtpUrl): string {
  const { cwds, name: last } = withoutDotSegments(directory.parts);
  const path = [...cwds.map(({ cwd }) => cwd), ...(last === "" ? [] : [last])];
  const isDirectory = kind === "directory";
  return format({
    scheme: directory.scheme,
    user: directory.user === undefined ? undefined : decodeText(directory.user),
    host: directory.host!,
    port: portOf(directory.port),
    cwds: isDirectory ? [...path, name] : path,
    name: isDirectory ? "" : name,
  });
}
