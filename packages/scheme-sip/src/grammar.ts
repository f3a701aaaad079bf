import { CharSet, normalizeEscapes, UNRESERVED } from "@anyurl/core";

/*
 * SIP-URI         = ( "sip:" / "sips:" ) [ userinfo ] hostport uri-parameters [ headers ]
 * userinfo        = user [ ":" password ] "@"
 * hostport        = host [ ":" port ]
 * uri-parameters  = *( ";" pname [ "=" pvalue ] )
 * headers         = "?" hname "=" hvalue *( "&" hname "=" hvalue )                     (RFC 3261 §25.1)
 *
 * Each set is without escapes. RFC 3986 has no "[" and "]" in a path or query, so they are not in the sets.
 */

/** unreserved of RFC 3261: that of RFC 2396. Its escapes are equivalent to the characters (§19.1.4). */
const PLAIN: CharSet = new CharSet("!*'()", UNRESERVED);
export const USER: CharSet = new CharSet("&=+$,;?/", PLAIN);
export const PASSWORD: CharSet = new CharSet("&=+$,", PLAIN);
export const PARAMETER: CharSet = new CharSet("/:&+$", PLAIN);
export const HEADER: CharSet = new CharSet("/?:+$", PLAIN);

/** hostname, whose last label begins with a letter, so that no number is one; without the IPv6reference. */
const HOSTNAME = /^(?:[a-z0-9](?:[a-z0-9-]*[a-z0-9])?\.)*[a-z](?:[a-z0-9-]*[a-z0-9])?\.?$/i;
const DECIMAL = "(?:[0-9]|[1-9][0-9]|1[0-9]{2}|2[0-4][0-9]|25[0-5])";
const IPV4 = new RegExp(`^(?:${DECIMAL}\\.){3}${DECIMAL}$`);
const MAX_HOSTNAME_LENGTH = 253;

/** Is it a hostname or an IPv4address? */
export function isHost(host: string): boolean {
  return host.length <= MAX_HOSTNAME_LENGTH && (HOSTNAME.test(host) || IPV4.test(host));
}

/** Does the text contain only these characters and escapes? An invalid escape is an error of the generic syntax. */
export function isText(raw: string, set: CharSet): boolean {
  return set.covers(raw.replaceAll("%", ""));
}

/** Decodes the escapes of unreserved characters. Other escapes differ from their characters (§19.1.4). */
export function decodePlain(raw: string): string {
  return normalizeEscapes(raw, PLAIN);
}

/** Converts letters to lower case, except the digits of an escape, which has upper-case ones in a normal form. */
export function toLowerCase(text: string): string {
  return text.replace(/%[0-9A-F]{2}|[A-Z]/g, (found) => (found.length > 1 ? found : found.toLowerCase()));
}
