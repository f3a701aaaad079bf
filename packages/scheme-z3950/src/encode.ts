import { octetsOf } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";

/*
 * The BER of requests: definite lengths, and context tags of one or several bytes. Replies are read by asn1js, which is only
 * loaded to open a URL; a plan of one formats requests, too.
 */

/** Encodes a primitive element with a context tag. */
export function encodePrimitive(tag: number, content: Uint8Array): Uint8Array {
  return encodeElement(encodeTag(tag, 0x80), content);
}

/** Encodes a constructed element with a context tag. */
export function encodeConstructed(tag: number, ...content: readonly Uint8Array[]): Uint8Array {
  return encodeElement(encodeTag(tag, 0xa0), ...content);
}

/**
 * Encodes nested constructed elements with one tag: each has the element before it, the next of `others`, and `last`. Not
 * one by one, because each would copy all before it.
 */
export function encodeNested(
  tag: number,
  first: Uint8Array,
  others: readonly Uint8Array[],
  last: Uint8Array,
): Uint8Array {
  const headers: Uint8Array[] = [];
  let { length } = first;
  for (const each of others) {
    length += each.length + last.length;
    const header = encodeHeader(encodeTag(tag, 0xa0), length);
    headers.push(header);
    length += header.length;
  }
  return joinBytes([...headers.reverse(), first, ...others.flatMap((each) => [each, last])]);
}

/** Encodes a universal SEQUENCE. */
export function encodeSequence(...content: readonly Uint8Array[]): Uint8Array {
  return encodeElement([0x30], ...content);
}

/** Encodes text that preserves bytes. */
export function encodeText(tag: number, text: string): Uint8Array {
  return encodePrimitive(tag, octetsOf(text));
}

/** Encodes a whole number from 0 to 2^53 − 1. */
export function encodeInteger(tag: number, value: number): Uint8Array {
  const bytes: number[] = [];
  for (let rest = value; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  // A first bit of 1 would make it negative.
  if (bytes.length === 0 || bytes[0]! >= 0x80) bytes.unshift(0);
  return encodePrimitive(tag, Uint8Array.from(bytes));
}

export function encodeBoolean(tag: number, value: boolean): Uint8Array {
  return encodePrimitive(tag, Uint8Array.of(value ? 1 : 0));
}

/** Encodes a universal OBJECT IDENTIFIER. */
export function encodeOid(oid: string): Uint8Array {
  return encodeElement([0x06], oidContent(oid));
}

/** Encodes an OBJECT IDENTIFIER with a context tag. */
export function encodeTaggedOid(tag: number, oid: string): Uint8Array {
  return encodePrimitive(tag, oidContent(oid));
}

/** The first two arcs are one number (X.690 §8.19.4). */
function oidContent(oid: string): Uint8Array {
  const [first, second, ...rest] = oid.split(".").map(Number) as [number, number, ...number[]];
  return Uint8Array.from([first * 40 + second, ...rest].flatMap(encodeBase128));
}

function encodeTag(tag: number, form: number): readonly number[] {
  return tag < 31 ? [form | tag] : [form | 31, ...encodeBase128(tag)];
}

function encodeBase128(value: number): readonly number[] {
  const bytes = [value % 128];
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128))
    bytes.unshift(0x80 | (rest % 128));
  return bytes;
}

function encodeElement(tag: readonly number[], ...content: readonly Uint8Array[]): Uint8Array {
  const length = content.reduce((sum, each) => sum + each.length, 0);
  return joinBytes([encodeHeader(tag, length), ...content]);
}

/** Encodes the tag and the length of an element. */
function encodeHeader(tag: readonly number[], length: number): Uint8Array {
  return Uint8Array.from([...tag, ...encodeLength(length)]);
}

function encodeLength(length: number): readonly number[] {
  if (length < 0x80) return [length];
  const bytes: number[] = [];
  for (let rest = length; rest > 0; rest = Math.floor(rest / 256)) bytes.unshift(rest % 256);
  return [0x80 + bytes.length, ...bytes];
}
