import type { TlsFacts } from "@anyurl/core/exchange";

const PUBLIC_KEY = /^sha256\/\/?([A-Za-z0-9+/]{43}=)$/;
const FINGERPRINT = /^(?:[0-9a-f]{2}:?){31}[0-9a-f]{2}$/i;

/** Is it the hash of a public key ("sha256/BASE64"), or the SHA-256 fingerprint of a certificate in hexadecimal? */
export function isPin(value: unknown): value is string {
  return typeof value === "string" && (PUBLIC_KEY.test(value) || FINGERPRINT.test(value));
}

/** Does a peer have this key or certificate? */
export function matchesPin({ fingerprint, publicKey }: TlsFacts, pin: string): boolean {
  const key = PUBLIC_KEY.exec(pin)?.[1];
  if (key !== undefined) return publicKey === `sha256/${key}`;
  return FINGERPRINT.test(pin) && plainHex(pin) === plainHex(fingerprint);
}

function plainHex(fingerprint: string): string {
  return fingerprint.replaceAll(":", "").toLowerCase();
}
