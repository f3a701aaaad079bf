import {
  type AuthorityInit,
  checkHostport,
  decodeSegments,
  decodeText,
  encodeText,
  formatAuthority,
  formatFragment,
  normalizeGeneric,
  PCHAR,
  type Profile,
  parse as parseGeneric,
  QUERY,
  type Report,
  requireList,
  requireText,
  resolve,
  UNRESERVED,
  type Url,
} from "@anyurl/core";

/*
 * gemini://<host>:<port>/<path>?<input>            (Gemini protocol specification, "The use of URI")
 *
 * The syntax is that of RFC 3986, with an authority and without userinfo. The query is one text, the answer to a
 * question of the server. No form encodes it, so "+" is a plus.
 */

/** The decoded parts of a gemini URL. Host and port are in the generic URL. */
export interface GeminiParts {
  /** The segments of the path. An empty path is "/": one empty segment. */
  readonly segments: readonly string[];
  /** The answer to a question. `undefined` and "" differ. */
  readonly input: string | undefined;
}

/** The input of `format`. */
export interface GeminiInit extends Omit<AuthorityInit, "user" | "password">, Partial<GeminiParts> {
  readonly fragment?: string | undefined;
}

export type GeminiUrl = Url<"gemini", GeminiParts>;

export const DEFAULT_PORT = 1965;

export const CITE = "Gemini, The use of URI";

/**
 * Checks a gemini URL, with the same result in every profile.
 *
 * Reports userinfo-not-allowed, missing-authority, missing-host, bad-host, bad-port.
 */
export function check(url: Url, report: Report): void {
  checkHostport(url, report, { userinfo: false, cite: CITE });
}

/** Reads the parts of a checked URL. */
export function parse({ href, query, offsets: { pathStart, pathEnd } }: Url): GeminiParts {
  return {
    segments: decodeSegments(href, Math.min(pathStart + 1, pathEnd), pathEnd),
    input: query === undefined ? undefined : decodeText(query),
  };
}

/** Formats a gemini URL. The inverse of {@link parse}. @throws {UrlSyntaxError} bad-host, bad-port. */
export function format({ host, port, segments = [], input, fragment }: GeminiInit): string {
  const path = requireList(segments, "segments")
    .map((segment) => encodeText(segment, PCHAR))
    .join("/");
  return `gemini:${formatAuthority({ host, port })}/${path}${formatInput(input)}${formatFragment(fragment)}`;
}

function formatInput(input: string | undefined): string {
  return input === undefined ? "" : `?${encodeText(requireText(input, "input"), QUERY)}`;
}

/** The normal form: that of RFC 3986 §6.2.2, without the default port, and with "/" for an empty path. */
export function normalize(url: GeminiUrl, profile: Profile): string {
  return normalizeGeneric(url, {
    hierarchical: profile === "rfc3986",
    defaultPort: DEFAULT_PORT,
    emptyPath: "/",
  });
}

/** Returns the URL that is requested: in normal form, and without its fragment. */
export function toTarget(url: GeminiUrl): Url {
  const text = normalize(url, "rfc3986");
  const end = text.indexOf("#");
  return parseGeneric(end < 0 ? text : text.slice(0, end), { maxUrlLength: Number.POSITIVE_INFINITY });
}

/**
 * Resolves a reference that a server sent. Many write IRIs: each character beyond ASCII becomes escapes (RFC 3987 §3.1).
 *
 * @throws {UrlSyntaxError} the text is not a reference.
 */
export function resolveSent(base: Url, text: string): Url {
  return resolve(
    base,
    text.replaceAll(/[^\0-\x7f]+/g, (letters) => encodeText(letters, UNRESERVED)),
  );
}

/** Returns the URL with the answer to a question: a server can require that all but unreserved characters are escaped. */
export function withInput(url: Url, input: string): Url {
  return url.with({ query: encodeText(input, UNRESERVED) });
}
