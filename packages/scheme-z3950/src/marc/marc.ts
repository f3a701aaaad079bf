import { AccessError, textOf } from "@anyurl/core";
import { UNIMARC } from "../record-syntax.ts";
import { decodeMarc8 } from "./marc-8.ts";

/** A control field, such as 001, has a value; every other field has subfields. */
export interface MarcField {
  /** Three characters. */
  readonly tag: string;
  readonly value?: string;
  /** Two characters. */
  readonly indicators: string;
  readonly subfields: readonly MarcSubfield[];
}

interface MarcSubfield {
  /** One character. */
  readonly code: string;
  readonly value: string;
}

/** A record in a format of the MARC family. */
export interface MarcRecord {
  /** 24 characters. */
  readonly leader: string;
  readonly fields: readonly MarcField[];
}

const LEADER = 24;
const FIELD_END = 0x1e;
const RECORD_END = 0x1d;
const SUBFIELD = 0x1f;

/**
 * Reads a record of ISO 2709: a leader, a directory with the tag, the length and the position of each field, and the fields.
 *
 * @param syntax the OID of its record syntax, for its character set.
 * @throws {AccessError} protocol-error: the bytes are not such a record.
 */
export function parseMarc(octets: Uint8Array, syntax: string): MarcRecord {
  const leader = textOf(octets.subarray(0, LEADER));
  const digits = (start: number, end: number) => readDigits(octets, start, end);
  const base = digits(12, 17);
  // The entry map: digits of the length and of the position, and characters for others, in each entry of the directory.
  const [lengthDigits, startDigits, other] = [digits(20, 21), digits(21, 22), digits(22, 23)];
  const size = 3 + lengthDigits + startDigits + other;
  if (base > octets.length || base <= LEADER || lengthDigits === 0 || startDigits === 0) throw invalidError();
  const decode = createDecoder(octets, leader, syntax);
  const fields: MarcField[] = [];
  let total = 0;
  for (let at = LEADER; at < base - 1 && octets[at] !== FIELD_END; at += size) {
    const tag = textOf(octets.subarray(at, at + 3));
    const length = digits(at + 3, at + 3 + lengthDigits);
    const start = base + digits(at + 3 + lengthDigits, at + 3 + lengthDigits + startDigits);
    total += length;
    // Fields that overlap could make a small record large.
    if (start + length > octets.length || total > octets.length) throw invalidError();
    fields.push(readField(tag, trimEnd(octets.subarray(start, start + length)), decode));
  }
  return { leader, fields };
}

function invalidError(): AccessError {
  return new AccessError("protocol-error", "the record is not a valid MARC record (ISO 2709)", {
    hint: 'set the z39.50 option marc to "raw" to get its bytes',
  });
}

function readDigits(octets: Uint8Array, start: number, end: number): number {
  const text = textOf(octets.subarray(start, end));
  if (text.length !== end - start || !/^[0-9]+$/.test(text)) throw invalidError();
  return Number(text);
}

/** Removes the separators after a field. */
function trimEnd(octets: Uint8Array): Uint8Array {
  let end = octets.length;
  while (end > 0 && (octets[end - 1] === FIELD_END || octets[end - 1] === RECORD_END)) end--;
  return octets.subarray(0, end);
}

type Decode = (octets: Uint8Array) => string;

function readField(tag: string, octets: Uint8Array, decode: Decode): MarcField {
  // Control fields have neither indicators nor subfields.
  if (/^00.$/.test(tag)) return { tag, value: decode(octets), indicators: "", subfields: [] };
  const first = octets.indexOf(SUBFIELD);
  const head = decode(first < 0 ? octets : octets.subarray(0, first));
  if (first < 0) return { tag, value: head, indicators: "", subfields: [] };
  const subfields: MarcSubfield[] = [];
  for (let start = first + 1; start <= octets.length; ) {
    const next = octets.indexOf(SUBFIELD, start);
    const end = next < 0 ? octets.length : next;
    const text = decode(octets.subarray(start, end));
    if (text !== "") subfields.push({ code: text.slice(0, 1), value: text.slice(1) });
    start = end + 1;
  }
  return { tag, indicators: head.padEnd(2).slice(0, 2), subfields };
}

/** The character set: position 9 of the leader says UTF-8, but many records are UTF-8 without saying so. */
function createDecoder(octets: Uint8Array, leader: string, syntax: string): Decode {
  const isUtf8 = leader[9] === "a" || !/[\udc80-\udcff]/.test(textOf(octets));
  if (isUtf8) return textOf;
  return syntax === UNIMARC ? decodeLatin1 : decodeMarc8;
}

function decodeLatin1(octets: Uint8Array): string {
  return Array.from(octets, (byte) => String.fromCharCode(byte)).join("");
}

/** Returns the fields with a tag, such as "245"; "6.." are all that begin with "6". */
export function findFields({ fields }: MarcRecord, pattern: string): readonly MarcField[] {
  return fields.filter(({ tag }) =>
    [...pattern].every((character, i) => character === "." || character === tag[i]),
  );
}

/** Returns the values of subfields, in the order of the field. */
export function subfieldsOf({ subfields, value }: MarcField, codes: string): readonly string[] {
  if (value !== undefined) return [value];
  return subfields.filter(({ code }) => codes.includes(code)).map((subfield) => subfield.value.trim());
}
