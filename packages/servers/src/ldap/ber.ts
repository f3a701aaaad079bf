/** Encodes a BER element with a definite length. */
export function encodeElement(tag: number, ...content: readonly Uint8Array[]): Buffer {
  const body = Buffer.concat(content);
  const { length } = body;
  if (length < 0x80) return Buffer.concat([Buffer.of(tag, length), body]);
  const header = Buffer.alloc(6);
  header[0] = tag;
  header[1] = 0x84;
  header.writeUInt32BE(length, 2);
  return Buffer.concat([header, body]);
}

export function encodeText(text: string, tag = 0x04): Buffer {
  return encodeElement(tag, Buffer.from(text));
}

export function encodeNumber(value: number, tag = 0x02): Buffer {
  const bytes = Buffer.alloc(5);
  bytes.writeUInt32BE(value, 1);
  let start = 0;
  while (start < 4 && bytes[start] === 0 && bytes[start + 1]! < 0x80) start++;
  return encodeElement(tag, bytes.subarray(start));
}

/** A decoded element. */
export interface Element {
  readonly tag: number;
  readonly content: Buffer;
}

/** Reads the element at an offset, and where it ends; `undefined` if it is incomplete. */
export function readElement(octets: Buffer, at = 0): (Element & { readonly end: number }) | undefined {
  if (octets.length < at + 2) return undefined;
  const first = octets[at + 1]!;
  const count = first < 0x80 ? 0 : first - 0x80;
  if (count > 4 || (first >= 0x80 && count === 0)) throw new RangeError("invalid length");
  const start = at + 2 + count;
  if (octets.length < start) return undefined;
  const end = start + (count === 0 ? first : octets.readUIntBE(at + 2, count));
  if (octets.length < end) return undefined;
  return { tag: octets[at]!, content: octets.subarray(start, end), end };
}

/** Reads all elements of a content. @throws {RangeError} it is not valid. */
export function readElements(content: Buffer): readonly Element[] {
  const elements: Element[] = [];
  for (let at = 0; at < content.length; ) {
    const element = readElement(content, at);
    if (element === undefined) throw new RangeError("incomplete element");
    elements.push(element);
    at = element.end;
  }
  return elements;
}

export function numberOf({ content }: Element): number {
  return content.length === 0 ? 0 : content.readIntBE(0, content.length);
}

export function textOf({ content }: Element): string {
  return content.toString();
}
