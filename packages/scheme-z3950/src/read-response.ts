import { displayText } from "@anyurl/core";
import { type ApduLimits, invalidError } from "./apdu.ts";
import { decodeApdu, type Element } from "./ber.ts";
import { readGrs } from "./grs.ts";
import { APDU, type Diagnostic, type FoundRecord, type Records, type Response } from "./message.ts";
import { GRS_1 } from "./record-syntax.ts";

/**
 * Reads an APDU of a server (ISO 23950 §4.1). Members that are unknown are ignored (RFC 1729, "Other Interoperability
 * Issues").
 *
 * @throws {AccessError} protocol-error: it is not valid.
 */
export function readResponse(apdu: Uint8Array, limits: ApduLimits): Response {
  const message = decodeApdu(apdu, limits);
  switch (message.tag) {
    case APDU.initResponse:
      return {
        is: "init",
        accepted: need(message.find(12)).boolean,
        services: readBits(need(message.find(4)).content),
        implementation: [111, 112]
          .flatMap((tag) => message.find(tag)?.text ?? [])
          .map((text) => displayText(text).slice(0, MAX_NAME))
          .join(" "),
      };
    case APDU.searchResponse:
      return {
        is: "search",
        hits: readCount(message.find(23)),
        succeeded: need(message.find(22)).boolean,
        records: readRecords(message),
      };
    case APDU.presentResponse:
      return { is: "present", records: readRecords(message) };
    case APDU.close:
      return {
        is: "close",
        reason: message.find(211)?.integer ?? -1,
        text: message.find(3)?.text ?? "",
      };
    default:
      return { is: "other" };
  }
}

/** Characters of the name of a program. */
const MAX_NAME = 100;

function need(element: Element | undefined): Element {
  if (element === undefined) throw invalidError("a missing element");
  return element;
}

function readCount(element: Element | undefined): number {
  const count = need(element).integer;
  if (count < 0) throw invalidError("a negative number of records");
  return count;
}

/** Returns the numbers of the bits that are set. The first byte of a BIT STRING counts unused bits. */
function readBits(content: Uint8Array): ReadonlySet<number> {
  const bits = new Set<number>();
  // ISO 23950 names 22 bits.
  for (const [i, byte] of content.subarray(1, 9).entries())
    for (let bit = 0; bit < 8; bit++) if ((byte & (0x80 >> bit)) !== 0) bits.add(i * 8 + bit);
  return bits;
}

/** Records: the records of the response, one diagnostic, or several ones. */
function readRecords(message: Element): Records {
  const found = message.find(28);
  const single = message.find(130);
  const several = message.find(205);
  return {
    found: found?.members.map(readRecord) ?? [],
    diagnostics: [
      ...(single === undefined ? [] : [readDiagnostic(single)]),
      ...(several?.members.map(readDiagnostic) ?? []),
    ],
  };
}

/** NamePlusRecord. */
function readRecord(element: Element): FoundRecord | Diagnostic {
  const database = element.find(0)?.text;
  const record = need(element.find(1));
  const retrieved = record.find(1)?.members[0];
  if (retrieved !== undefined) return readExternal(retrieved, database);
  const surrogate = record.find(2)?.members[0];
  if (surrogate === undefined) throw invalidError("a record of an unknown kind");
  return readDiagnostic(surrogate);
}

/** The universal tags of an OBJECT IDENTIFIER, an INTEGER, an EXTERNAL. */
const OBJECT_IDENTIFIER = 6;
const INTEGER = 2;
const EXTERNAL = 8;

/** EXTERNAL: an OID and the record, as one element or as bytes. The OID must be direct (RFC 1729, "Encoding"). */
function readExternal(external: Element, database: string | undefined): FoundRecord {
  const name = external.members.find(({ universal }) => universal === OBJECT_IDENTIFIER);
  if (external.universal !== EXTERNAL || name === undefined)
    throw invalidError("a record without a record syntax");
  const syntax = name.oid;
  const aligned = external.find(1);
  if (aligned !== undefined) return { database, syntax, octets: aligned.content };
  const single = need(external.find(0)?.members[0]);
  if (syntax === GRS_1) return { database, syntax, ...readGrs(single) };
  // Text is sent in a string of some kind; anything else has no bytes but its encoding.
  return { database, syntax, octets: isString(single) ? single.content : single.octets };
}

/** `OCTET STRING`, UTF8String, and the string types from NumericString to GeneralString. */
function isString({ universal }: Element): boolean {
  return (
    universal === 4 ||
    universal === 12 ||
    (universal >= 18 && universal <= 22) ||
    (universal >= 25 && universal <= 27)
  );
}

/** DefaultDiagFormat: the OID of a set, a number of it, and a text. Another format is an EXTERNAL. */
function readDiagnostic(element: Element): Diagnostic {
  const [set, condition, text] = element.members;
  if (set?.universal !== OBJECT_IDENTIFIER || condition?.universal !== INTEGER)
    return { condition: 0, text: "a diagnostic in an unknown format" };
  return { condition: set.oid === BIB_1_DIAGNOSTICS ? condition.integer : 0, text: text?.text ?? "" };
}

const BIB_1_DIAGNOSTICS = "1.2.840.10003.4.1";
