import { concat } from "@anyurl/core/exchange";
import { fixedNumber, readElement } from "./elements.ts";
import { malformed } from "./malformed.ts";
import { OctetReader } from "./reader.ts";

/*
 * An APDU: how many octets follow up to the end of the variable part, the type, what that type has, elements,
 * and outside the count one element more.
 *
 *     00 0E  17  01 …  1B 01 00  63 81 58 …
 *     count  │   fixed variable  user information
 *            type
 */

export interface ApduInit {
  readonly type: number;
  readonly fixed: Uint8Array;
  /** Elements; an empty array is none. */
  readonly variable: readonly Uint8Array[];
  /** The element behind the counted part; absent: none. */
  readonly userInformation?: Uint8Array;
}

export interface Apdu {
  readonly type: number;
  /** The fixed part and the variable part: the first is to be read before the second. */
  readonly counted: OctetReader;
  /** Tag and value of what stands behind; `undefined` where nothing does. */
  readonly userInformation: { readonly tag: number; readonly octets: Uint8Array } | undefined;
}

export function formatApdu({ type, fixed, variable, userInformation }: ApduInit): Uint8Array {
  const counted = concat(Uint8Array.of(type), fixed, ...variable);
  return concat(fixedNumber(counted.length, 2), counted, userInformation ?? new Uint8Array(0));
}

/** Takes an APDU apart. @throws {AccessError} protocol-error: a length in it is not true. */
export function readApdu(body: Uint8Array): Apdu {
  const reader = new OctetReader(body, "the message");
  const counted = new OctetReader(reader.take(reader.number(2)), "the counted part of the message");
  const type = counted.number(1);
  if (reader.left === 0) return { type, counted, userInformation: undefined };
  const userInformation = readElement(reader);
  if (reader.left > 0) throw malformed("something stands behind the end of the message");
  return { type, counted, userInformation };
}
