import { AccessError, createRegistry, encodeText, UNRESERVED, type Url } from "@anyurl/core";
import type { HttpResponse } from "@anyurl/core/exchange";
import { http } from "./index.ts";
import type { HttpUrl } from "./syntax.ts";

/** A redirect that may be followed, as far as its target can tell. */
export interface Redirect {
  readonly to: HttpUrl;
  readonly method: string;
  readonly sameOrigin: boolean;
  readonly repaired: boolean;
}

const urls = createRegistry(http);

/** RFC 9110 §15.4: those that name another URL to go to. 300 leaves the choice to a person, and 304 names none. */
const REDIRECTS: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

export function isRedirect({ status }: Pick<HttpResponse, "status">): boolean {
  return REDIRECTS.has(status);
}

/**
 * Where a response leads.
 *
 * @throws {AccessError} protocol-error: it has no Location, or two. redirect-refused: it leads where nobody is led: out of
 *   http and https, from https into the clear, to a URL with a login, to another server with something that changes what
 *   is there; or it is no URL.
 */
export function redirectOf(response: HttpResponse, from: HttpUrl, method: string): Redirect {
  const { reference, repaired } = locationOf(response);
  const to = resolved(from, reference);
  if (!http.is(to)) {
    throw refused(`an ${from.scheme} URL leads to http and https only, and not to a URL of "${to.scheme}"`);
  }
  if (from.scheme === "https" && to.scheme === "http")
    throw refused("a redirect from https to http would go on in the clear");
  if (to.userinfo !== undefined) throw refused("the URL that a server names has a user or password in it");
  const next = methodAfter(response.status, method);
  const sameOrigin = originOf(from) === originOf(to);
  if (!sameOrigin && !SAFE.has(next))
    throw refused(`what a ${next} does at one server is not done at another because the first one says so`);
  return { to, method: next, sameOrigin, repaired };
}

/** Methods that change nothing (RFC 9110 §9.2.1). */
const SAFE: ReadonlySet<string> = new Set(["GET", "HEAD"]);

/** RFC 9110 §15.4: 303 asks for a GET; a POST becomes one after 301 and 302, as it has in all clients. */
function methodAfter(status: number, method: string): string {
  if (method === "HEAD") return method;
  if (status === 303) return "GET";
  return method === "POST" && (status === 301 || status === 302) ? "GET" : method;
}

/**
 * Scheme, host and port: who answers (RFC 9110 §4.3.1). Written as in the normal form, where a default port is none, so
 * that "h" and "h:80" are one, and "h" and "h." two.
 */
function originOf(url: HttpUrl): string {
  const { scheme, host, port } = urls.parse(urls.normalize(url.with({ userinfo: undefined })));
  return `${scheme}://${host}:${port ?? ""}`;
}

/** One name for all URLs that are the same to a server: by these a loop is found. */
export function requested(url: HttpUrl, method: string): string {
  return `${method} ${urls.normalize(url.with({ fragment: undefined }))}`;
}

/** RFC 9110 §10.2.2: a reference, resolved against the URL that was asked for; its fragment goes on. */
function resolved(from: HttpUrl, reference: string): Url {
  try {
    const to: Url = urls.resolve(from, reference);
    return to.fragment === undefined && from.fragment !== undefined
      ? to.with({ fragment: from.fragment })
      : to;
  } catch (cause) {
    throw refused("what the server names is no URL", cause);
  }
}

/** Longer ones are nobody's in earnest. */
const MAX_LOCATION = 65_536;

/**
 * The reference of a Location. Spaces and characters beyond ASCII occur, and are escaped; whatever else no URL may have is
 * an error when it is read.
 */
function locationOf({ fields }: HttpResponse): { readonly reference: string; readonly repaired: boolean } {
  const [value, ...others] = new Set(fields.flatMap(([name, text]) => (name === "location" ? [text] : [])));
  if (value === undefined || value === "" || others.length > 0 || value.length > MAX_LOCATION) {
    throw new AccessError("protocol-error", "the server redirects, and does not say where to", {
      hint: "a redirect has one Location",
    });
  }
  const reference = escaped(value);
  return { reference, repaired: reference !== value };
}

function escaped(text: string): string {
  let result = "";
  for (const char of text) {
    const code = char.codePointAt(0)!;
    result += code === 0x20 || code > 0x7e ? encodeText(char, UNRESERVED) : char;
  }
  return result;
}

function refused(message: string, cause?: unknown): AccessError {
  return new AccessError("redirect-refused", message, {
    cause,
    hint: 'to see where it leads, set redirect: "manual"',
  });
}
