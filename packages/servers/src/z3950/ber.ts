/** A decoded element. Tags are numbers of the context class; those of the universal class are negative: -6 is an OID. */
export interface Element {
  readonly tag: number;
  /** Empty for a constructed element. */
  readonly content: Buffer;
  /** Empty for a primitive element. */
  readonly members: readonly Element[];
}

/** Nested elements. */
const MAX_DEPTH = 32;

interface Decoded {
  readonly element: Element;
  readonly end: number;
}

/**
 * Reads the element at an offset, of definite or indefinite length; `undefined` if it is incomplete.
 *
 * @throws {RangeError} it is not valid.
 */
export function readElement(octets: Buffer, at = 0, depth = 0): Decoded | undefined {
  if (depth > MAX_DEPTH) throw new RangeError("nested too deep");
  const header = readHeader(octets, at);
  if (header === undefined) return undefined;
  const { tag, isConstructed, start, length } = header;
  if (length !== undefined && octets.length < start + length) return undefined;
  if (!isConstructed) {
    if (length === undefined) throw new RangeError("a value of indefinite length");
    const end = start + length;
    return { element: { tag, content: octets.subarray(start, end), members: [] }, end };
  }
  const end = length === undefined ? undefined : start + length;
  const content = end === undefined ? octets : octets.subarray(0, end);
  const members: Element[] = [];
  for (let next = start; ; ) {
    if (next === end) return { element: { tag, content: EMPTY, members }, end };
    if (end === undefined && octets[next] === 0 && octets[next + 1] === 0)
      return { element: { tag, content: EMPTY, members }, end: next + 2 };
    const member = readElement(content, next, depth + 1);
    if (member === undefined) {
      if (end !== undefined) throw new RangeError("incomplete member");
      return undefined;
    }
    members.push(member.element);
    next = member.end;
  }
}

const EMPTY = Buffer.alloc(0);

function readHeader(octets: Buffer, at: number) {
  const first = octets[at];
  if (first === undefined) return undefined;
  let number = first & 0x1f;
  let next = at + 1;
  if (number === 0x1f) {
    number = 0;
    for (;;) {
      const byte = octets[next++];
      if (byte === undefined) return undefined;
      if (next - at > 4) throw new RangeError("a long tag");
      number = number * 128 + (byte & 0x7f);
      if (byte < 0x80) break;
    }
  }
  const size = octets[next];
  if (size === undefined) return undefined;
  const count = size < 0x80 ? 0 : size - 0x80;
  if (count > 4) throw new RangeError("a long length");
  const start = next + 1 + count;
  if (octets.length < start) return undefined;
  const length = size < 0x80 ? size : count === 0 ? undefined : octets.readUIntBE(next + 1, count);
  const isContext = first >> 6 === 2;
  return { tag: isContext ? number : -number, isConstructed: (first & 0x20) !== 0, start, length };
}

/** Returns the first member with a tag. */
export function find(element: Element | undefined, tag: number): Element | undefined {
  return element?.members.find((member) => member.tag === tag);
}

export function numberOf(element: Element | undefined, otherwise = 0): number {
  if (element === undefined || element.content.length === 0) return otherwise;
  return element.content.readIntBE(0, Math.min(element.content.length, 6));
}

export function textOf(element: Element | undefined): string {
  return element?.content.toString() ?? "";
}

/** Returns a dotted OID. */
export function oidOf(element: Element | undefined): string {
  const arcs: number[] = [];
  let arc = 0;
  for (const byte of element?.content ?? EMPTY) {
    arc = arc * 128 + (byte & 0x7f);
    if (byte >= 0x80) continue;
    arcs.push(arc);
    arc = 0;
  }
  const [first = 0, ...rest] = arcs;
  const top = Math.min(2, Math.floor(first / 40));
  return [top, first - top * 40, ...rest].join(".");
}

/** Encodes an element with a definite length. A negative tag is a universal one. */
export function encode(tag: number, content: Uint8Array | readonly Uint8Array[]): Buffer {
  const isConstructed = !(content instanceof Uint8Array);
  const body = isConstructed ? Buffer.concat(content) : content;
  const head = (tag < 0 ? 0 : 0x80) | (isConstructed ? 0x20 : 0);
  const number = Math.abs(tag);
  const tags = number < 31 ? [head | number] : [head | 31, ...base128(number)];
  return Buffer.concat([Buffer.from([...tags, ...lengthOf(body.length)]), body]);
}

function base128(value: number): number[] {
  const rest = Math.floor(value / 128);
  return [...(rest === 0 ? [] : base128(rest).map((byte) => byte | 0x80)), value % 128];
}

function lengthOf(length: number): readonly number[] {
  if (length < 0x80) return [length];
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(length);
  const start = bytes.findIndex((byte) => byte !== 0);
  return [0x80 + 4 - start, ...bytes.subarray(start)];
}

export function encodeText(tag: number, text: string): Buffer {
  return encode(tag, Buffer.from(text));
}

export function encodeNumber(tag: number, value: number): Buffer {
  const bytes = Buffer.alloc(5);
  bytes.writeUInt32BE(value, 1);
  let start = 0;
  while (start < 4 && bytes[start] === 0 && bytes[start + 1]! < 0x80) start++;
  return encode(tag, bytes.subarray(start));
}

export function encodeOid(oid: string): Buffer {
  const [first = 0, second = 0, ...rest] = oid.split(".").map(Number);
  return encode(-6, Buffer.from([first * 40 + second, ...rest].flatMap(base128)));
}
