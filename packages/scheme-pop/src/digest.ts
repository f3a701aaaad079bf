import { octetsOf } from "@anyurl/core";
import { md5 as digest } from "@noble/hashes/legacy.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** The MD5 of a text, in hexadecimal: what APOP sends of the timestamp and the password (RFC 1939 §7). */
export function md5(text: string): string {
  return bytesToHex(digest(octetsOf(text)));
}
