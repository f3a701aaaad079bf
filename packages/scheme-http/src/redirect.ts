import {
  AccessError,
  createRegistry,
  defineScheme,
  encodeText,
  type Registry,
  type Scheme,
  UNRESERVED,
  type Url,
} from "@anyurl/core";
import type { HttpResponse } from "@anyurl/core/exchange";
import { DEFINITION } from "./definition.ts";
import type { HttpInit, HttpName, HttpParts, HttpUrl } from "./syntax.ts";

/** A redirect whose target is allowed. */
export interface Redirect {
  readonly to: HttpUrl;
  readonly method: string;
  readonly sameOrigin: boolean;
  readonly repaired: boolean;
}

const http: Scheme<HttpName, HttpParts, HttpInit, Record<never, never>> = defineScheme(DEFINITION);
/** A registry with only http and https. */
export const httpUrls: Registry<typeof http> = createRegistry(http);

/** RFC 9110 §15.4: statuses with a target URL. 300 leaves the choice to the user, and 304 has no target. */
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export function isRedirect({ status }: Pick<HttpResponse, "status">): boolean {
  return REDIRECTS.has(status);
}

/**
 * Returns the target of a redirect.
 *
 * @throws {AccessError} protocol-error: no Location, or two. redirect-refused: the target is not http or https, goes
 *   from https to http, has a user or password, would send a changing request to another server, or is not a valid URL.
 * @param isMessage follows a changing request to another server, as the Fetch standard does.
 */
export function parseRedirect(
  response: HttpResponse,
  from: HttpUrl,
  method: string,
  isMessage: boolean,
): Redirect {
  const { reference, repaired } = parseLocation(response);
  const to = resolveLocation(from, reference);
  if (!http.is(to)) {
    throw redirectError(
      `cannot follow a redirect from ${from.scheme} to a URL of "${to.scheme}": only http and https are allowed`,
    );
  }
  if (from.scheme === "https" && to.scheme === "http")
    throw redirectError("cannot follow a redirect from https to http: the request would not be encrypted");
  if (to.userinfo !== undefined)
    throw redirectError("cannot follow a redirect to a URL with a user or password");
  const next = findNextMethod(response.status, method);
  const sameOrigin = formatOrigin(from) === formatOrigin(to);
  if (!isMessage && !sameOrigin && !SAFE_METHODS.has(next))
    throw redirectError(`cannot follow a redirect of ${next} to another server`);
  return { to, method: next, sameOrigin, repaired };
}

/** Methods that change nothing (RFC 9110 §9.2.1, RFC 4918 §9.1). */
const SAFE_METHODS: ReadonlySet<string> = new Set(["GET", "HEAD", "PROPFIND"]);

/** Returns the next method (RFC 9110 §15.4): GET after 303; a POST becomes GET after 301 and 302, as in all clients. */
function findNextMethod(status: number, method: string): string {
  if (method === "HEAD") return method;
  if (status === 303) return "GET";
  return method === "POST" && (status === 301 || status === 302) ? "GET" : method;
}

/**
 * Returns scheme, host, and port (RFC 9110 §4.3.1), in normal form without a default port: "h" and "h:80" are equal,
 * but "h" and "h." are not.
 */
export function formatOrigin(url: HttpUrl): string {
  const { scheme, host, port } = httpUrls.parse(httpUrls.normalize(url.with({ userinfo: undefined })));
  return `${scheme}://${host}:${port ?? ""}`;
}

/** Returns a key for a request, equal for URLs that a server treats alike. It detects loops. */
export function requestKey(url: HttpUrl, method: string): string {
  return `${method} ${httpUrls.normalize(url.with({ fragment: undefined }))}`;
}

/** Resolves a reference against the requested URL, which also passes on its fragment (RFC 9110 §10.2.2). */
function resolveLocation(from: HttpUrl, reference: string): Url {
  try {
    const to: Url = httpUrls.resolve(from, reference);
    return to.fragment === undefined && from.fragment !== undefined
      ? to.with({ fragment: from.fragment })
      : to;
  } catch (cause) {
    throw redirectError("invalid redirect target: not a valid URL", cause);
  }
}

/** Returns the target of a redirect that was not followed, without its login; `undefined` if there is no valid one. */
export function findRedirectUrl(response: HttpResponse, from: HttpUrl): string | undefined {
  if (!isRedirect(response)) return undefined;
  try {
    return String(resolveLocation(from, parseLocation(response).reference).with({ userinfo: undefined }));
  } catch {
    return undefined;
  }
}

/** The maximum length of a Location in code units. */
const MAX_LOCATION_LENGTH = 65_536;

/**
 * Returns the reference of a Location. Percent-encodes the characters that `escapeReference` names, because servers send
 * them; other invalid characters fail when the URL is parsed.
 */
function parseLocation({ fields }: HttpResponse): { readonly reference: string; readonly repaired: boolean } {
  const [value, ...others] = new Set(fields.flatMap(([name, text]) => (name === "location" ? [text] : [])));
  if (value === undefined || value === "" || others.length > 0 || value.length > MAX_LOCATION_LENGTH) {
    throw new AccessError("protocol-error", "the redirect has no single, valid Location header", {
      hint: 'set redirect: "manual" to read the response',
    });
  }
  const reference = escapeReference(value);
  return { reference, repaired: reference !== value };
}

/**
 * Percent-encodes what every browser encodes or sends unchanged: spaces, characters beyond ASCII, and after the authority
 * also brackets, braces, and other printable characters that RFC 3986 does not allow. No "\\" and no "%" that begins no
 * escape, because readers differ about them.
 */
export function escapeReference(text: string): string {
  const authority = /^(?:[A-Za-z][A-Za-z0-9+.-]*:)?\/\/[^/?#\\]*/.exec(text)?.[0].length ?? 0;
  let result = "";
  let at = 0;
  for (const char of text) {
    const code = char.codePointAt(0)!;
    const isEscaped = code === 0x20 || code > 0x7e || (at >= authority && NOT_IN_URI.has(char));
    result += isEscaped ? encodeText(char, UNRESERVED) : char;
    at += char.length;
  }
  return result;
}

/** Printable characters that a path and a query cannot have (RFC 3986 §2), and that lead nowhere else. */
const NOT_IN_URI: ReadonlySet<string> = new Set('"<>[]^`{|}');

function redirectError(message: string, cause?: unknown): AccessError {
  return new AccessError("redirect-refused", message, {
    cause,
    hint: 'set redirect: "manual" to see the target',
  });
}
