import { concat } from "@anyurl/core/exchange";
import { formatFixedNumber, readElement } from "./elements.ts";
import { malformedError } from "./malformed-error.ts";
import { OctetReader } from "./reader.ts";

/*
 * An APDU: the number of bytes up to the end of the variable part, the type, the fixed part of that type, the elements
 * of the variable part, and one more element after the counted bytes.
 *
 *     00 0E  17  01 …  1B 01 00  63 81 58 …
 *     count  │   fixed variable  user information
 *            type
 */

export interface ApduInit {
  readonly type: number;
  readonly fixed: Uint8Array;
  /** Elements; can be empty. */
  readonly variable: readonly Uint8Array[];
  /** The element after the counted part; absent: no element. */
  readonly userInformation?: Uint8Array;
}

export interface Apdu {
  readonly type: number;
  /** The fixed part and the variable part. Read the fixed part first. */
  readonly counted: OctetReader;
  /** Tag and value of the element after the counted part; `undefined` without such an element. */
  readonly userInformation: { readonly tag: number; readonly octets: Uint8Array } | undefined;
}

export function formatApdu({ type, fixed, variable, userInformation }: ApduInit): Uint8Array {
  const counted = concat(Uint8Array.of(type), fixed, ...variable);
  return concat(formatFixedNumber(counted.length, 2), counted, userInformation ?? new Uint8Array(0));
}

/**
 * Parses an APDU.
 *
 * @throws {AccessError} protocol-error: it contains a wrong length.
 */
export function readApdu(body: Uint8Array): Apdu {
  const reader = new OctetReader(body, "the message");
  const counted = new OctetReader(reader.take(reader.number(2)), "the counted part of the message");
  const type = counted.number(1);
  if (reader.left === 0) return { type, counted, userInformation: undefined };
  const userInformation = readElement(reader);
  if (reader.left > 0) throw malformedError("unexpected data after the end of the message");
  return { type, counted, userInformation };
}
