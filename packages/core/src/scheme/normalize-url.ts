import { isAccessError } from "../exchange/access-error.ts";
import { NO_CHARACTERS } from "../operations/compare.ts";
import { normalizeGeneric } from "../operations/normalize.ts";
import { type CharSet, UCHAR, UNRESERVED } from "../syntax/charset.ts";
import { isPort } from "../syntax/ip-schemepart.ts";
import { isSyntaxError } from "../syntax/problems.ts";
import { ALREADY_PARSED } from "../syntax/scan.ts";
import type { Profile, Url } from "../syntax/url.ts";
import { callPlugin, pluginFaultError } from "./plugin-call.ts";
import type { Scheme } from "./scheme.ts";
import { getSchemeReader, registeredScheme } from "./scheme-parser.ts";

/** Returns the normal form of a URL of a registry: by the rules of its scheme, or else by the generic ones. */
export function normalizeUrl(url: Url): string {
  const { profile, parser } = getSchemeReader(url);
  const scheme = registeredScheme(url);
  const normal = normalizeByScheme(url);
  if (normal !== undefined && profile === "rfc3986") return normal;
  const generic = {
    hierarchical: scheme?.hierarchical ?? true,
    defaultPort: getDefaultPort(url, scheme),
    unreserved: getUnreserved(scheme, profile),
  };
  if (profile === "rfc3986") return normalizeGeneric(url, generic);
  const own = normal?.replaceAll("~", "%7E");
  const read = own === undefined ? url : (parser.parse(own, { ...ALREADY_PARSED, profile }) as Url);
  // A "?" in a user is data there (§3.1), and would end the authority by RFC 3986.
  const userinfo = read.userinfo?.replaceAll("?", "%3F");
  const strict = userinfo === read.userinfo ? read : read.with({ userinfo });
  return normalizeGeneric(strict, { ...generic, hierarchical: false });
}

/** Returns the normal form by the rules of the scheme; `undefined` without such rules. Inlines `callPlugin`: 10 %. */
function normalizeByScheme(url: Url): string | undefined {
  const { profile, prefix } = getSchemeReader(url);
  const scheme = registeredScheme(url);
  if (scheme?.normalize === undefined) return undefined;
  let normal: string;
  try {
    normal = scheme.normalize(url, profile);
  } catch (cause) {
    if (isSyntaxError(cause) || isAccessError(cause)) throw cause;
    throw pluginFaultError(url.scheme, "failed to normalize a URL", cause);
  }
  if (typeof normal === "string" && normal.startsWith(prefix)) return normal;
  throw pluginFaultError(url.scheme, "failed to normalize a URL: it returned an invalid value");
}

/** Returns the scheme's port, if it has one. */
export function getDefaultPort({ scheme: name }: Url, scheme: Scheme | undefined): number | undefined {
  return scheme && callPlugin(name, "return its default port", () => scheme.defaultPort(name), isPort);
}

/** Returns the characters whose escapes are equivalent to the character. */
export function getUnreserved(scheme: Scheme | undefined, profile: Profile): CharSet {
  if (scheme?.keepEscapes === true) return NO_CHARACTERS;
  return profile === "rfc3986" ? UNRESERVED : UCHAR;
}
