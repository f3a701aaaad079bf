import { formatIPv4, formatIPv6, octetsOf } from "@anyurl/core";

/** The types of records with addresses (RFC 1035 §3.2.2, RFC 3596 §2.1). */
export type AddressType = "A" | "AAAA";

const TYPE_NUMBERS: Readonly<Record<AddressType, number>> = { A: 1, AAAA: 28 };
const INTERNET = 1;
/** Flags of a query: recursion desired (RFC 1035 §4.1.1). */
const RECURSION_DESIRED = 0x0100;
const HEADER = 12;

/** The answer of a resolver. */
export interface DnsAnswer {
  /** 0: no error; 3: the name does not exist (RFC 1035 §4.1.1). */
  readonly code: number;
  readonly addresses: readonly string[];
}

/**
 * Formats a query for the addresses of a name (RFC 1035 §4). Its ID is 0, as RFC 8484 §4.1 recommends.
 *
 * @returns `undefined` if the name has a label that is empty or longer than 63 bytes, or more than 253 bytes.
 */
export function formatQuery(name: string, type: AddressType): Uint8Array<ArrayBuffer> | undefined {
  const labels = name.replace(/\.$/, "").split(".").map(octetsOf);
  const size = labels.reduce((sum, { length }) => sum + 1 + length, 1);
  if (size > 255 || labels.some(({ length }) => length === 0 || length > 63)) return undefined;
  const message = new Uint8Array(HEADER + size + 4);
  const view = new DataView(message.buffer);
  view.setUint16(2, RECURSION_DESIRED);
  view.setUint16(4, 1);
  let at = HEADER;
  for (const label of labels) {
    message[at] = label.length;
    message.set(label, at + 1);
    at += 1 + label.length;
  }
  view.setUint16(at + 1, TYPE_NUMBERS[type]);
  view.setUint16(at + 3, INTERNET);
  return message;
}

/**
 * Parses a response (RFC 1035 §4). Records of other types, such as the CNAMEs on the way to the addresses, are skipped.
 *
 * @throws {RangeError} it is not a response, or it is truncated.
 */
export function parseResponse(message: Uint8Array, type: AddressType): DnsAnswer {
  const view = new DataView(message.buffer, message.byteOffset, message.byteLength);
  const flags = view.getUint16(2);
  if (flags < 0x8000) throw new RangeError("the message is a query");
  const addresses: string[] = [];
  let at = HEADER;
  for (let left = view.getUint16(4); left > 0; left--) at = skipName(view, at) + 4;
  for (let left = view.getUint16(6); left > 0; left--) {
    at = skipName(view, at);
    const [number, kind, length] = [view.getUint16(at), view.getUint16(at + 2), view.getUint16(at + 8)];
    at += 10 + length;
    if (at > message.length) throw new RangeError("the message is truncated");
    const data = message.subarray(at - length, at);
    if (number !== TYPE_NUMBERS[type] || kind !== INTERNET) continue;
    if (length === 4) addresses.push(formatIPv4(data));
    else if (length === 16) addresses.push(formatIPv6(data));
  }
  return { code: flags & 0xf, addresses };
}

/** Returns the position after a name: labels, and a zero or a pointer (RFC 1035 §4.1.4). */
function skipName(view: DataView, start: number): number {
  for (let at = start; ; ) {
    const length = view.getUint8(at);
    if (length >= 0xc0) return at + 2;
    if (length === 0) return at + 1;
    at += 1 + length;
  }
}
