import {
  type AuthorityInit,
  CharSet,
  checkHostport,
  decodeSegments,
  encodeText,
  formatAuthority,
  type HostportRules,
  normalizeAuthority,
  octetsOf,
  type Report,
  refuseComponent,
  removeDotSegments,
  requireList,
  syntaxError,
  UNRESERVED,
  type Url,
} from "@anyurl/core";

/*
 * nfsURL   = "nfs" ":" relativeURL
 * net_path = "//" hostport [ abs_path ]
 * segment  = *( unreserved | escaped | ":" | "@" | "&" | "=" | "+" )     (RFC 2224 §10)
 *
 * A relative URL with a scheme, such as "nfs:a/b", names no server, so only net_path is accepted.
 */

/** The decoded parts of an nfs URL. Host and port are in the generic URL. */
export interface NfsParts {
  /** Does the path begin with "//": is it relative to the root of the server, and not to its public directory (§6.1)? */
  readonly absolute: boolean;
  /**
   * The path without its first "/" or "//", split at "/" and then decoded. Never empty; the last segment is "" for a
   * directory. A segment can contain "/": "a%2Fb" is one segment.
   */
  readonly segments: readonly string[];
}

/** The input of `format`. Default: the public directory. */
export interface NfsInit extends Pick<AuthorityInit, "host" | "port">, Partial<NfsParts> {
  readonly scheme?: NfsName;
  readonly fragment?: string | undefined;
}

export type NfsName = "nfs";
export type NfsUrl = Url<NfsName, NfsParts>;

export const DEFAULT_PORT = 2049;

const CITE = "RFC 2224 §10";

/** Characters that need no escape in a segment: those of RFC 2224 §10 that RFC 3986 also allows. It excludes ";". */
const BARE: CharSet = /* @__PURE__ */ new CharSet("!$&'()*+,:=@", UNRESERVED);

const HOSTPORT: HostportRules = { userinfo: false, cite: CITE };

/**
 * Checks `nfs://<host>:<port>/<path>`.
 *
 * Reports query-not-allowed, fragment-not-allowed, userinfo-not-allowed, missing-authority, missing-host, bad-host,
 * bad-port; and as a warning control-octet: NUL, which ends a name on most systems.
 */
export function check(url: Url, report: Report): void {
  checkHostport(url, report, HOSTPORT);
  const { href, offsets } = url;
  const { pathStart, pathEnd } = offsets;
  refuseComponent(url, "query", report, {
    message: "an nfs URL cannot have a query",
    hint: 'write "?" in a name as "%3F", and use options such as mountPort for settings',
    cite: CITE,
  });
  refuseComponent(url, "fragment", report, {
    message: "an nfs URL cannot have a fragment",
    hint: 'write "#" in a name as "%23"',
    cite: CITE,
  });
  for (let at = href.indexOf("%00", pathStart); at >= 0 && at < pathEnd; at = href.indexOf("%00", at + 3)) {
    report({
      ...{ code: "control-octet", severity: "warning", component: "path", cite: "RFC 1738 §6" },
      ...{ start: at, end: at + 3 },
      message: "a file name cannot contain NUL; such a URL is never opened",
    });
  }
}

/** Reads the parts of a checked URL. */
export function parse({ path }: Url): NfsParts {
  return parsePath(path);
}

function parsePath(path: string): NfsParts {
  const absolute = path.startsWith("//");
  return { absolute, segments: decodeSegments(path, absolute ? 2 : 1, path.length) };
}

/**
 * Formats an nfs URL. The inverse of {@link parse}.
 *
 * @throws {UrlSyntaxError} bad-path: no segments, or a relative path whose first segment is empty but not its last, which
 *   would be an absolute path; control-octet: NUL; fragment-not-allowed; bad-host, bad-port.
 */
export function format({ host, port, absolute = false, segments = [""], fragment }: NfsInit): string {
  requireList(segments, "segments");
  if (typeof absolute !== "boolean")
    throw formatError("bad-field", "invalid absolute: expected true or false");
  if (segments.length === 0 || (!absolute && segments.length > 1 && segments[0] === ""))
    throw formatError("bad-path", 'the first segment of a relative path must not be empty: "//" is absolute');
  if (segments.some((segment) => segment.includes("\0")))
    throw formatError("control-octet", "a file name cannot contain NUL");
  if (fragment !== undefined) throw formatError("fragment-not-allowed", "an nfs URL cannot have a fragment");
  return `nfs:${formatAuthority({ host, port })}${formatPath({ absolute, segments })}`;
}

function formatPath({ absolute, segments }: NfsParts): string {
  return `${absolute ? "//" : "/"}${segments.map((segment) => encodeText(segment, BARE)).join("/")}`;
}

/** The normal form: host in lower case, no default port, as few escapes as possible, no dot segments. */
export function normalize(url: NfsUrl): string {
  return `nfs:${normalizeAuthority(url, DEFAULT_PORT)}${formatPath(removeDots(url.parts))}`;
}

/**
 * Removes dot segments (RFC 3986 §5.2.4). An empty segment is a segment: "//../a" is "/a", as everywhere in RFC 3986. So
 * URLs that compare as equivalent open the same file.
 */
export function removeDots(parts: NfsParts): NfsParts {
  const path = formatPath(parts);
  const normal = removeDotSegments(path);
  return normal === path ? parts : parsePath(normal);
}

/** Does a path end with "/", or with a dot segment: does it name a directory? */
export function isDirectoryPath({ segments }: NfsParts): boolean {
  return ["", ".", ".."].includes(segments.at(-1)!);
}

/**
 * Returns the canonical path that a multi-component LOOKUP sends (RFC 2054 §6.1): "%2f" for a slash in a name, "%25" for
 * a percent sign, and an escape for each byte that is not printable ASCII. So a name never begins with the byte 80, which
 * would make the path a native one. The public directory itself is "." (RFC 2224 §6).
 */
export function canonicalPath(absolute: boolean, names: readonly string[]): string {
  const path = names.map((name) => Array.from(octetsOf(name), canonicalOctet).join("")).join("/");
  return absolute ? `/${path}` : path === "" ? "." : path;
}

function canonicalOctet(octet: number): string {
  const char = String.fromCharCode(octet);
  return octet < 0x20 || octet > 0x7e || char === "%" || char === "/"
    ? `%${octet.toString(16).padStart(2, "0")}`
    : char;
}

function formatError(
  code: "bad-field" | "bad-path" | "control-octet" | "fragment-not-allowed",
  message: string,
): Error {
  return syntaxError({ code, message, component: "path", start: 0, end: 0, cite: CITE });
}
