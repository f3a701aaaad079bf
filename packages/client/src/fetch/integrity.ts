import { encodeBase64 } from "@anyurl/core";

/** The algorithms of Subresource Integrity §3.2, the weakest first. */
const ALGORITHMS: readonly (readonly [name: string, digest: string])[] = [
  ["sha256", "SHA-256"],
  ["sha384", "SHA-384"],
  ["sha512", "SHA-512"],
];

/**
 * Checks a body against hashes such as `sha256-BASE64` (Subresource Integrity §3.3). Only those of the strongest
 * algorithm count, and one of them must match. Metadata without a known algorithm matches everything.
 *
 * @throws {TypeError} no hash matches.
 */
export async function checkIntegrity(bytes: Uint8Array, metadata: string): Promise<void> {
  const hashes = metadata
    .split(/[\t\n\f\r ]+/)
    .map((each) => /^(sha\d{3})-([A-Za-z0-9+/_-]+={0,2})/.exec(each));
  const [name, digest] =
    ALGORITHMS.findLast(([algorithm]) => hashes.some((each) => each?.[1] === algorithm)) ?? [];
  if (digest === undefined) return;
  const found = new Uint8Array(await crypto.subtle.digest(digest, new Uint8Array(bytes)));
  const text = encodeBase64(found);
  const isSame = (hash: string) => toBase64(hash).replace(/=+$/, "") === text.replace(/=+$/, "");
  if (!hashes.some((each) => each?.[1] === name && isSame(each![2]!)))
    throw new TypeError("the integrity check of the response failed");
}

/** A hash may be written in Base64url. */
function toBase64(hash: string): string {
  return hash.replaceAll("-", "+").replaceAll("_", "/");
}
