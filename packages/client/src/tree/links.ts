import { type Entry, encodeText, type Registry, UNRESERVED, type Url } from "@anyurl/core";
import { entryWithUrl, namedUrl, type UrlOrEntry } from "../call/provenance.ts";

/** The host of a URL of this machine, such as `file:///tmp/` (RFC 8089 §2). */
const LOCAL_HOSTS: ReadonlySet<string | undefined> = new Set(["", "localhost"]);

/** Is it the URL of a file of this machine? Its normal form has an authority: `news:comp.lang.c` is on some server. */
export function isLocal(url: Url | string, registry: Registry): boolean {
  return LOCAL_HOSTS.has(registry.parse(registry.normalize(String(url))).host);
}

/** Returns what is opened to read an entry: for a link whose scheme knows where it really leads, that place. */
export function toReadable(entry: Entry): Entry {
  return entry.realUrl === undefined ? entry : entryWithUrl(entry, entry.realUrl);
}

/**
 * Does the text of a link lead out of the tree? An absolute one of this machine is left to the policy, which also knows
 * what the names on the way are. One whose scheme knows where it really leads is not compared.
 */
export function leavesTree(
  { linkTarget, realUrl }: Entry,
  directory: UrlOrEntry,
  start: Url,
  registry: Registry,
): boolean {
  if (linkTarget === undefined || realUrl !== undefined) return false;
  if (isLocal(start, registry) && /^[/\\]|^[A-Za-z]:/.test(linkTarget)) return false;
  const names = linkTarget.split("/").map((name) => encodeText(name, UNRESERVED));
  const base = registry.parse(namedUrl(directory, undefined).text);
  const path = linkTarget.startsWith("/") ? names.join("/").replace(/^\/+/, "/") : `./${names.join("/")}`;
  // The URLs of entries have no password.
  const toComparable = (url: Url) =>
    registry.normalize(url.password === undefined ? url : url.with({ password: undefined }));
  const root = toComparable(start).replace(/\/*$/, "/");
  return !toComparable(registry.resolve(base, `${path}/`)).startsWith(root);
}
