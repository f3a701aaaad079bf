import { encodeBase64, encodeText, octetsOf, UNRESERVED } from "@anyurl/core";
import type { Credentials } from "@anyurl/core/exchange";

/**
 * Returns every string that would reveal a login, for `concealing`: the secrets themselves, their percent-encoded
 * forms, and the encodings of user and password by HTTP (RFC 7617) and SASL PLAIN (RFC 4616).
 */
export function secretVariants({ user = "", password, account }: Credentials): readonly string[] {
  return [password, account].flatMap((secret) => {
    if (secret === undefined || !isText(secret)) return [];
    const joined = isText(user) ? [`${user}:${secret}`, `\0${user}\0${secret}`] : [];
    return [secret, encodeText(secret, UNRESERVED), ...joined.map(base64)];
  });
}

/** Without the padding, which is optional. */
function base64(text: string): string {
  return encodeBase64(octetsOf(text)).replace(/=+$/, "");
}

/** A string with an unpaired surrogate has no UTF-8 encoding, and is never sent. */
function isText(text: string): boolean {
  try {
    octetsOf(text);
    return true;
  } catch {
    return false;
  }
}
