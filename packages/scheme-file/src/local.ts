import { type FileUrl, formatNormalHost, removeDotSegments } from "./syntax.ts";

/** A UNC server and a path on it. */
export interface Unc {
  /** A name, an IPv4 address, or an IPv6 address in brackets. A host is in normal form, a name in a path as written. */
  readonly server: string;
  /** The share, and the names below it; decoded. */
  readonly segments: readonly string[];
}

/** Returns true if the URL is a file of this machine. Does not use DNS (RFC 8089 §3). */
export function isLocal(url: FileUrl, localNames: readonly string[] = []): boolean {
  const host = formatNormalHost(url.host ?? "");
  const isHere = host === "" || localNames.some((name) => formatNormalHost(name) === host);
  return isHere && !isUncPath(removeDotSegments(url.parts.segments));
}

/** "file:////server/share": a path that encodes a UNC string is never local (RFC 8089, appendix E.3.2). */
function isUncPath(segments: readonly string[]): boolean {
  return segments.length > 1 && segments[0] === "";
}

/**
 * Returns the UNC path of a URL: the server is the host (RFC 8089, appendix E.3.1), or it is in a path that begins with
 * two or three slashes (E.3.2). `undefined` without a server.
 */
export function parseUnc(url: FileUrl): Unc | undefined {
  const host = formatNormalHost(url.host ?? "");
  const segments = removeDotSegments(url.parts.segments);
  if (host !== "") return { server: host, segments };
  const at = segments.findIndex((segment) => segment !== "");
  // "file:///a" is a local file, and four slashes within a path have no meaning.
  if (at < 1 || at > 2) return undefined;
  return { server: segments[at]!, segments: segments.slice(at + 1) };
}
