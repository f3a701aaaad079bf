import { octetsOf } from "@anyurl/core";
import { md5 } from "@noble/hashes/legacy.js";
import { bytesToHex } from "@noble/hashes/utils.js";

/** The MD5 of msg-id and password, in hexadecimal: what AUTH sends, as APOP of RFC 1939 (RFC 2229 §3.11). */
export function digest(messageId: string, password: string): string {
  return bytesToHex(md5(octetsOf(messageId + password)));
}
