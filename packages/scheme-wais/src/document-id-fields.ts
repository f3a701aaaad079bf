import { type CharSet, decodeText, encodeText, type ProblemInit, type Report } from "@anyurl/core";
import { type DocumentField, formatDocumentId, MAX_TAG, parseDocumentFields } from "@anyurl/protocol-wais";

/*
 * A document-id in fields, as in RFC 1630 and in all later software, after the length of the document:
 *
 *     70000/1=h.example;2=db;3=0%2010%20/a;7=%00;
 */

/** The ranges of a document-id in fields, in UTF-16 code units of the URL. */
export interface DocumentIdFields {
  readonly start: number;
  /** The length of the document; `undefined` if missing. */
  readonly length: number | undefined;
  /** Never empty. The value of a field is [equals + 1, end). */
  readonly fields: readonly {
    readonly tag: number;
    readonly start: number;
    readonly equals: number;
    readonly end: number;
  }[];
}

/**
 * Splits a wpath, text[start, end), of the form `[ digits "/" ] 1*( digits "=" *(not ";") ";" )`; `undefined` for any
 * other. "%31" is "1" (RFC 3986 §2.3); but "%3B", "%3D" and "%2F" are data.
 */
export function splitFields(text: string, start: number, end: number): DocumentIdFields | undefined {
  if (end <= start || text[end - 1] !== ";") return undefined;
  const slash = text.indexOf("/", start);
  const length = slash > start && slash < end ? parseDigits(text.slice(start, slash)) : undefined;
  const fields = [];
  for (let at = length === undefined ? start : slash + 1; at < end; ) {
    const semicolon = text.indexOf(";", at);
    const equals = text.indexOf("=", at);
    const tag = equals > at && equals < semicolon ? parseDigits(text.slice(at, equals)) : undefined;
    if (tag === undefined) return undefined;
    fields.push({ tag, start: at, equals, end: semicolon });
    at = semicolon + 1;
  }
  return { start, length, fields };
}

/** Parses digits, which may be escaped; `undefined` for anything else, including an empty text. */
function parseDigits(raw: string): number | undefined {
  const digits = decodeText(raw);
  let value = 0;
  for (let i = 0; i < digits.length; i++) {
    const digit = digits.charCodeAt(i) - 0x30;
    if (digit < 0 || digit > 9) return undefined;
    value = value * 10 + digit;
  }
  return raw === "" ? undefined : value;
}

/** Reports bad-document-id: a number is too large. */
export function checkFields({ start, length = 0, fields }: DocumentIdFields, report: Report): void {
  if (length > Number.MAX_SAFE_INTEGER) report(numberTooLarge(start, fields[0]!.start - 1));
  for (const field of fields) if (field.tag > MAX_TAG) report(numberTooLarge(field.start, field.equals));
}

/** Decodes a checked document-id to bytes. */
export function readFields(text: string, { fields }: DocumentIdFields): string {
  const read = fields.map(({ tag, equals, end }): DocumentField => {
    const value = decodeText(text.slice(equals + 1, end));
    return { tag, value: tag === COPYRIGHT_DISPOSITION && value === "0" ? "\0" : value };
  });
  return formatDocumentId(read);
}

/** "7=0;" and "7=%00;" are equal: software writes the one byte of this field in both ways. */
const COPYRIGHT_DISPOSITION = 7;

function numberTooLarge(start: number, end: number): ProblemInit {
  return {
    ...{ code: "bad-document-id", component: "path", start, end, cite: "RFC 1630, WAIS" },
    message: "the number is too large: expected at most 32 bits in a field, 53 in a length",
  };
}

/**
 * Formats a document-id in fields, with the characters in `bare` unescaped. `undefined` if it has no fields, or would
 * be parsed as another one.
 */
export function formatFields(wpath: string, bare: CharSet): string | undefined {
  const fields = parseDocumentFields(wpath);
  if (fields === undefined || fields.length === 0) return undefined;
  // The byte of the digit 0 would be parsed as the byte 00.
  if (fields.some(({ tag, value }) => tag === COPYRIGHT_DISPOSITION && value === "0")) return undefined;
  return fields.map(({ tag, value }) => `${tag}=${encodeText(value, bare)};`).join("");
}
