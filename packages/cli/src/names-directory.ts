import type { FtpParts, GopherParts, Url } from "anyurl";

/** Does the text of a URL alone say that it names a directory or a menu? By scheme. */
const SAYS_SO: ReadonlyMap<string, (parts: any) => boolean> = new Map<string, (parts: any) => boolean>([
  ["ftp", ({ name, typecode }: FtpParts) => typecode === "d" || (typecode === undefined && name === "")],
  [
    "gopher",
    ({ gophertype, search }: GopherParts) =>
      gophertype === "1" || (gophertype === "7" && search !== undefined),
  ],
]);

export function namesDirectory({ scheme, parts }: Url): boolean {
  return parts !== undefined && SAYS_SO.get(scheme)?.(parts) === true;
}
