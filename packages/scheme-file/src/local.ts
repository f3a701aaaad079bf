import { type FileUrl, normalHost, walked } from "./syntax.ts";

/** A server of the Universal Naming Convention, and what lies on it. */
export interface Unc {
  /** A name, an IPv4 address, or an IPv6 address in brackets. A host is in normal form, a name in a path as it stands. */
  readonly server: string;
  /** The share, and the names below it; decoded. */
  readonly segments: readonly string[];
}

/** Does the URL name a file of the machine that reads it? Nothing is looked up (RFC 8089 §3). */
export function isLocal(url: FileUrl, localNames: readonly string[] = []): boolean {
  const host = normalHost(url.host ?? "");
  const isHere = host === "" || localNames.some((name) => normalHost(name) === host);
  return isHere && !isUncPath(walked(url.parts.segments));
}

/** "file:////server/share": a path that encodes a UNC string is not local, whatever the host (RFC 8089, appendix E.3.2). */
function isUncPath(segments: readonly string[]): boolean {
  return segments.length > 1 && segments[0] === "";
}

/**
 * What the URL names by the Universal Naming Convention: the host is the server (RFC 8089, appendix E.3.1), or it stands in a path
 * that begins with two or three slashes (E.3.2). `undefined` where there is no server.
 */
export function uncOf(url: FileUrl): Unc | undefined {
  const host = normalHost(url.host ?? "");
  const segments = walked(url.parts.segments);
  if (host !== "") return { server: host, segments };
  const at = segments.findIndex((segment) => segment !== "");
  // "file:///a" is a file, and four slashes within a path say nothing.
  if (at < 1 || at > 2) return undefined;
  return { server: segments[at]!, segments: segments.slice(at + 1) };
}
