import { encodeText, octetsOf, UNRESERVED } from "@anyurl/core";
import type { Credentials } from "@anyurl/core/exchange";

/**
 * Every text by which a login could become known, for `concealing`: the secrets, as they are and as a URL writes them,
 * and what HTTP (RFC 7617) and SASL PLAIN (RFC 4616) make of user and password.
 */
export function secretVariants({ user = "", password, account }: Credentials): readonly string[] {
  return [password, account].flatMap((secret) => {
    if (secret === undefined || !isText(secret)) return [];
    const joined = isText(user) ? [`${user}:${secret}`, `\0${user}\0${secret}`] : [];
    return [secret, encodeText(secret, UNRESERVED), ...joined.map(base64)];
  });
}

/** With its padding cut off, which need not be written. */
function base64(text: string): string {
  const binary = Array.from(octetsOf(text), (octet) => String.fromCharCode(octet)).join("");
  return btoa(binary).replace(/=+$/, "");
}

/** A text with half of a surrogate pair has no octets, and is never sent. */
function isText(text: string): boolean {
  try {
    octetsOf(text);
    return true;
  } catch {
    return false;
  }
}
