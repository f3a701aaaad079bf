import { octetsOf, textOf } from "@anyurl/core";

/*
 * A document-id is a string of octets: fields one after the other, each its number, the length of its value,
 * and the value. Number and length are compressed integers: seven bits an octet, the high bit set on all but
 * the last.
 *
 *     01 09 h.example  02 02 db  03 07 0 10 /a  07 01 00
 *
 * "The WAIS document-id should be treated opaquely" (RFC 4156 §2). It is taken apart for one reason only: old
 * software spells the fields out in its URLs, "1=h.example;2=db;3=0%2010%20/a;7=%00;".
 */

/** A field of a document-id. */
export interface DocumentField {
  /**
   * 1–3: the original server, database and local id. 4–6: the distributor's. 7: the copyright disposition.
   */
  readonly tag: number;
  /** Text that keeps its octets. */
  readonly value: string;
}

/** What five octets hold of it, and what servers take. */
export const MAX_TAG = 0xffff_ffff;

/**
 * The document-id that has these fields, in this order: text that keeps its octets, as `wpath` is.
 *
 * @throws {RangeError} a tag that is no whole number from 0 to 2³²−1.
 */
export function documentId(fields: readonly DocumentField[]): string {
  let text = "";
  for (const { tag, value } of fields) {
    if (!(tag >= 0 && tag <= MAX_TAG && tag % 1 === 0))
      throw new RangeError("a tag is a whole number from 0 to 2³²−1");
    const length = BEYOND_ASCII.test(value) ? octetsOf(value).length : value.length;
    text += compressed(tag) + compressed(length) + value;
  }
  // Octets that were no UTF-8 by themselves may be, next to each other.
  return BEYOND_ASCII.test(text) ? textOf(octetsOf(text)) : text;
}

const BEYOND_ASCII = /[\x80-\uffff]/;

/** The fields of a document-id; `undefined` for one that {@link documentId} would not write so. */
export function documentFields(wpath: string): readonly DocumentField[] | undefined {
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
  // What ends early, or is written in more octets than it takes, is another one when it is written again.
  return documentId(fields) === wpath ? fields : undefined;
}

/** A compressed integer, each octet a character of text that keeps its octets. */
function compressed(value: number): string {
  let text = String.fromCharCode(value % 128);
  for (let rest = Math.floor(value / 128); rest > 0; rest = Math.floor(rest / 128)) {
    text = String.fromCharCode(0xdc80 | (rest % 128)) + text;
  }
  return text;
}
