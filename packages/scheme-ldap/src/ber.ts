import { AccessError, octetsOf, textOf } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";

/*
 * BER as LDAP uses it: definite lengths only, and tags of one byte (RFC 4511 §5.1). A length is compared with the bytes
 * that contain it before anything is read or allocated, and no function recurses on input.
 */

export const TAG = {
  boolean: 0x01,
  integer: 0x02,
  octetString: 0x04,
  enumerated: 0x0a,
  sequence: 0x30,
  set: 0x31,
} as const;

/** Encodes an element. Its content is given in chunks. */
export function encodeElement(tag: number, ...content: readonly Uint8Array[]): Uint8Array {
  const body = joinBytes(content);
  return joinBytes([Uint8Array.of(tag, ...encodeLength(body.length)), body]);
}

function encodeLength(length: number): readonly number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 + bytes.length, ...bytes];
}

/** Encodes a whole number from 0 to 2^31 − 1, the values of LDAP (RFC 4511 §4.1.1). */
export function encodeInteger(value: number, tag: number = TAG.integer): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  // A first bit of 1 would make it negative.
  if (bytes.length === 0 || bytes[0]! >= 0x80) bytes.unshift(0);
  return encodeElement(tag, Uint8Array.from(bytes));
}

/** Encodes text that preserves bytes, or bytes. */
export function encodeString(value: string | Uint8Array, tag: number = TAG.octetString): Uint8Array {
  return encodeElement(tag, typeof value === "string" ? octetsOf(value) : value);
}

export function encodeBoolean(value: boolean, tag: number = TAG.boolean): Uint8Array {
  return encodeElement(tag, Uint8Array.of(value ? 0xff : 0));
}

/** The header of an element: where its content begins and how long it is. */
export interface ElementHeader {
  readonly tag: number;
  /** Offset of the content. */
  readonly start: number;
  /** Offset after the content, which need not have arrived. */
  readonly end: number;
}

/**
 * Reads the header at an offset; `undefined` if not all of it is there.
 *
 * @throws {AccessError} protocol-error: a tag of several bytes, an indefinite length, or one of more than 4 bytes.
 */
export function readHeader(octets: Uint8Array, at: number): ElementHeader | undefined {
  const tag = octets[at];
  const first = octets[at + 1];
  if (tag === undefined) return undefined;
  if ((tag & 0x1f) === 0x1f) throw invalidError("a tag of several bytes");
  if (first === undefined) return undefined;
  if (first < 0x80) return { tag, start: at + 2, end: at + 2 + first };
  const count = first - 0x80;
  if (count === 0) throw invalidError("an indefinite length");
  if (count > 4) throw invalidError("a length of more than 4 bytes");
  const start = at + 2 + count;
  if (octets.length < start) return undefined;
  let length = 0;
  for (let i = at + 2; i < start; i++) length = length * 256 + octets[i]!;
  return { tag, start, end: start + length };
}

/** Reads the elements of a content one after the other. */
export class BerReader {
  readonly #octets: Uint8Array;
  #at = 0;

  constructor(octets: Uint8Array) {
    this.#octets = octets;
  }

  get atEnd(): boolean {
    return this.#at >= this.#octets.length;
  }

  /** Returns whether the next element has this tag. */
  isNext(tag: number): boolean {
    return this.#octets[this.#at] === tag;
  }

  /** Reads the next element, whatever its tag. */
  readElement(): { readonly tag: number; readonly content: Uint8Array } {
    const header = readHeader(this.#octets, this.#at);
    if (header === undefined || header.end > this.#octets.length)
      throw invalidError("an element that ends too early");
    this.#at = header.end;
    return { tag: header.tag, content: this.#octets.subarray(header.start, header.end) };
  }

  /** Reads the content of an element with this tag. The result is a view. */
  read(tag: number): Uint8Array {
    if (!this.isNext(tag))
      throw invalidError(this.atEnd ? "a missing element" : "an element of another type");
    return this.readElement().content;
  }

  readConstructed(tag: number): BerReader {
    return new BerReader(this.read(tag));
  }

  readText(tag: number = TAG.octetString): string {
    return textOf(this.read(tag));
  }

  /** Reads a whole number from 0 to 2^31 − 1. */
  readInteger(tag: number = TAG.integer): number {
    const content = this.read(tag);
    if (content.length === 0 || content.length > 4 || content[0]! >= 0x80)
      throw invalidError("an invalid number");
    return content.reduce((value, byte) => value * 256 + byte, 0);
  }
}

/** Creates the error of a message that is not valid. */
export function invalidError(what: string): AccessError {
  return new AccessError("protocol-error", `the server sent a message with ${what}`, {
    hint: "check that the host and the port are those of an LDAP server",
  });
}
