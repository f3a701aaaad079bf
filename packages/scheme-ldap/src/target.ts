import { AccessError, asciiLowerCase, type Login, parseLogin } from "@anyurl/core";
import { LISTED_ATTRIBUTES } from "./entries.ts";
import type { SearchTarget } from "./exchange.ts";
import { DEFAULT_PORT, isDefaultFilter, type LdapUrl } from "./syntax.ts";

const EVERY_ENTRY = "(objectClass=*)";

/**
 * Returns whether `list` applies to a URL: a search below an entry, or an entry without attributes, whose children are
 * listed.
 */
export function hasEntries({ parts }: LdapUrl): boolean {
  const { scope = "base", attributes, filter } = parts;
  return scope !== "base" || (attributes.length === 0 && isDefaultFilter(filter));
}

/** Returns the search that a URL means (RFC 4516 §3). */
export function toSearch({ parts }: LdapUrl): SearchTarget {
  const { dn, attributes, scope = "base", filter } = parts;
  return {
    dn,
    scope,
    // The normal form has them in lower case, too: names are case-insensitive (RFC 4512 §2.5).
    attributes: attributes.map(asciiLowerCase),
    filter: filter === undefined || isDefaultFilter(filter) ? EVERY_ENTRY : filter,
  };
}

/** Returns the search for a listing: that of the URL, or the children of an entry. */
export function toListing(url: LdapUrl): SearchTarget {
  if (!hasEntries(url))
    throw new AccessError("not-a-directory", "the URL names an entry, not the entries below it", {
      hint: "remove the attributes and the filter, or add the scope one or sub",
    });
  const { scope, ...target } = toSearch(url);
  if (isRoot(url)) return { ...target, scope: "base", attributes: ["namingContexts"] };
  return { ...target, scope: scope === "base" ? "one" : scope, attributes: withListed(target.attributes) };
}

/** Does the URL name the root DSE, which has the naming contexts of the server and no children? */
export function isRoot({ parts }: LdapUrl): boolean {
  return parts.dn === "" && (parts.scope ?? "base") === "base";
}

/** Returns the attributes of the URL, and those that a listing needs. */
function withListed(attributes: readonly string[]): readonly string[] {
  const listed = new Set(LISTED_ATTRIBUTES.map(asciiLowerCase));
  return [...attributes.filter((each) => each !== "1.1" && !listed.has(each)), ...LISTED_ATTRIBUTES];
}

/** Returns host and port. @throws {AccessError} missing-host; unsupported: a critical extension. */
export function toServer(url: LdapUrl): Login {
  // "the implementation MUST NOT process the URL" (RFC 4516 §2).
  const critical = url.parts.extensions.find((extension) => extension.critical);
  if (critical !== undefined)
    throw new AccessError("unsupported", `the URL has the unknown critical extension ${critical.type}`, {
      hint: 'remove it, or its "!" if it can be ignored',
    });
  if (url.host === undefined || url.host === "")
    throw new AccessError("missing-host", "the ldap URL names no server", { hint: "write ldap://HOST/…" });
  return parseLogin(url, DEFAULT_PORT[url.scheme]);
}
