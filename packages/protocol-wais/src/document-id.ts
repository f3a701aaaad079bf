import { octetsOf, textOf } from "@anyurl/core";

/*
 * A document-id is a sequence of bytes: fields, each with its number, the length of its value, and the value. Number and
 * length are compressed integers: seven bits per byte, the high bit set on all but the last.
 *
 *     01 09 h.example  02 02 db  03 07 0 10 /a  07 01 00
 *
 * "The WAIS document-id should be treated opaquely" (RFC 4156 §2). It is parsed for one reason only: old
 * software writes the fields separately in its URLs, "1=h.example;2=db;3=0%2010%20/a;7=%00;".
 */

/** A field of a document-id. */
export interface DocumentField {
  /** 1–3: the original server, database and local id. 4–6: the distributor's. 7: the copyright disposition. */
  readonly tag: number;
  /** Text that keeps its bytes. */
  readonly value: string;
}

/** The maximum that five bytes hold and servers accept. */
export const MAX_TAG = 0xffff_ffff;

/**
 * Formats a document-id from fields, in this order, as text that keeps its bytes, like `wpath`.
 *
 * @throws {RangeError} a tag is not a whole number from 0 to 2³²−1.
 */
export function formatDocumentId(fields: readonly DocumentField[]): string {
  let text = "";
  for (const { tag, value } of fields) {
    if (!(tag >= 0 && tag <= MAX_TAG && tag % 1 === 0))
      throw new RangeError("invalid tag: expected a whole number from 0 to 2³²−1");
    const length = BEYOND_ASCII.test(value) ? octetsOf(value).length : value.length;
    text += formatCompressedText(tag) + formatCompressedText(length) + value;
  }
  // Adjacent bytes that are not valid UTF-8 alone can form valid UTF-8 together.
  return BEYOND_ASCII.test(text) ? textOf(octetsOf(text)) : text;
}

const BEYOND_ASCII = /[\x80-\uffff]/;

/** Parses the fields of a document-id. Returns `undefined` if {@link formatDocumentId} would write it differently. */
export function parseDocumentFields(wpath: string): readonly DocumentField[] | undefined {
  const octets = octetsOf(wpath);
  const fields: DocumentField[] = [];
  let at = 0;
  const nextNumber = (): number => {
    let value = 0;
    for (let octet = 0x80; octet > 0x7f; ) {
      octet = octets[at++] ?? 0;
      value = value * 128 + (octet & 0x7f);
    }
    return value;
  };
  while (at < octets.length) {
    const tag = nextNumber();
    if (tag > MAX_TAG) return undefined;
    const end = nextNumber() + at;
    fields.push({ tag, value: textOf(octets.subarray(at, end)) });
    at = end;
  }
  // A truncated document-id, or one with numbers in too many bytes, would change when it is written again.
  return formatDocumentId(fields) === wpath ? fields : undefined;
}

/** Formats a compressed integer, one character for each byte. */
function formatCompressedText(value: number): string {
  let text = String.fromCharCode(value % 128);
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) {
    text = String.fromCharCode(0xdc80 | (rest % 128)) + text;
  }
  return text;
}
