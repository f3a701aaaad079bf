import { AccessError, parse as parseUrl, throwOnError, type Url } from "@anyurl/core";
import { check, format, type LdapName, type LdapUrl, parse } from "./syntax.ts";

/**
 * Returns the URL to open for a referral (RFC 4511 §4.1.10) or a search result reference (§4.5.3): what it leaves out is
 * taken from the URL that was opened. `undefined` if it is not a URL of LDAP, or if it leaves TLS.
 */
export function parseReferral(text: string, from: LdapUrl, isReference = true): string | undefined {
  try {
    const url = parseUrl(text) as Url;
    if (url.scheme !== "ldap" && url.scheme !== "ldaps") return undefined;
    // A server cannot make the client leave TLS.
    if (from.scheme === "ldaps" && url.scheme === "ldap") return undefined;
    check(url, throwOnError);
    const { dn, scope, filter, extensions } = parse(url);
    if (url.host === undefined || url.host === "" || extensions.some(({ critical }) => critical))
      return undefined;
    const fromScope = from.parts.scope === "one" && isReference ? "base" : from.parts.scope;
    return format({
      scheme: url.scheme as LdapName,
      host: url.host,
      ...(url.port !== undefined && url.port !== "" && { port: Number(url.port) }),
      dn: dn === "" ? from.parts.dn : dn,
      attributes: from.parts.attributes,
      scope: scope ?? fromScope,
      filter: filter ?? from.parts.filter,
    });
  } catch {
    return undefined;
  }
}

/** Returns the first URL of a referral that can be opened. @throws {AccessError} redirect-refused */
export function chooseReferral(urls: readonly string[], from: LdapUrl, isReference: boolean): string {
  for (const text of urls) {
    const url = parseReferral(text, from, isReference);
    if (url !== undefined) return url;
  }
  throw new AccessError(
    "redirect-refused",
    "the server refers to other servers, but names no LDAP URL to open",
    {
      hint: "check the configuration of the server; after ldaps:, a referral must be to ldaps:",
    },
  );
}

/** Creates the error of a referral that is not followed. */
export function notFollowedError(urls: readonly string[], from: LdapUrl): AccessError {
  return new AccessError("redirect-refused", `the server refers to ${chooseReferral(urls, from, false)}`, {
    hint: "open that URL, or set the ldap option followReferrals",
  });
}
