import { displayText, octetsOf, textOf } from "@anyurl/core";
import { parseMarc } from "./marc/marc.ts";
import { formatMarcText, summarizeMarc } from "./marc/marc-text.ts";
import { formatMarcXml, MARCXML_TYPE } from "./marc/marc-xml.ts";
import type { FoundRecord } from "./message.ts";
import { isMarc, mediaTypeOf, SUTRS, XML } from "./record-syntax.ts";
import { makeSummary, type Summary } from "./summary.ts";

/** How to return a MARC record. */
export type MarcForm = "raw" | "text" | "xml";

/** The bytes of a record, and their media type. */
export interface RecordContent {
  readonly mediaType: string;
  readonly octets: Uint8Array;
}

const TEXT = "text/plain; charset=utf-8";

/** Returns the content of a record. Only a MARC record has several forms. @throws {AccessError} protocol-error */
export function contentOf({ syntax, octets, summary }: FoundRecord, form: MarcForm): RecordContent {
  // A GRS-1 record was written as text.
  if (summary !== undefined) return { mediaType: TEXT, octets };
  if (!isMarc(syntax) || form === "raw") return { mediaType: mediaTypeOf(syntax), octets };
  const record = parseMarc(octets, syntax);
  return form === "xml"
    ? { mediaType: MARCXML_TYPE, octets: octetsOf(formatMarcXml(record)) }
    : { mediaType: TEXT, octets: octetsOf(formatMarcText(record, syntax)) };
}

/** Characters of a text that are searched for a title. */
const MAX_SEARCHED = 65_536;

/** Returns what a listing shows of a record; of an invalid MARC record nothing. */
export function summarize({ syntax, octets, summary }: FoundRecord): Summary {
  if (summary !== undefined) return makeSummary(summary);
  if (isMarc(syntax)) {
    try {
      return summarizeMarc(parseMarc(octets, syntax), syntax);
    } catch {
      return {};
    }
  }
  const text = displayText(textOf(octets.subarray(0, MAX_SEARCHED)).replaceAll("\r\n", "\n"), {
    lines: true,
  });
  if (syntax === XML) return summarizeXml(text);
  return syntax === SUTRS ? summarizeText(text) : {};
}

/** A record in SUTRS is text for people; servers that convert a record write "name: value". */
function summarizeText(text: string): Summary {
  const find = (name: string) => new RegExp(`^[ \\t]*${name}:[ \\t]*(\\S.{0,500})$`, "im").exec(text)?.[1];
  return makeSummary({ title: find("title") ?? /\S.{0,500}/.exec(text)?.[0], author: find("author") });
}

/** The elements of MARCXML and of Dublin Core that listings show. Only texts between two tags are read. */
function summarizeXml(xml: string): Summary {
  const field = (tag: string, codes: string) => {
    const start = new RegExp(`<(?:\\w+:)?datafield[^<>]* tag="${tag}"[^<>]*>`).exec(xml);
    if (start === null) return undefined;
    const rest = xml.slice(start.index + start[0].length);
    const content = rest.slice(0, rest.search(/<\/(?:\w+:)?datafield/));
    return [...content.matchAll(/<(?:\w+:)?subfield[^<>]* code="(.)"[^<>]*>([^<>]*)</g)]
      .filter(([, code = ""]) => codes.includes(code))
      .map(([, , value = ""]) => decodeEntities(value).trim())
      .join(" ");
  };
  const element = (pattern: string) => {
    const match = new RegExp(`<(?:\\w+:)?${pattern}(?: [^<>]*)?>([^<>]*)<`, "i").exec(xml);
    return match?.[1] && decodeEntities(match[1]);
  };
  return makeSummary({
    title: field("245", "abnp") ?? element("title"),
    author: field("100", "abc") ?? element("(?:creator|author|originator)"),
    date: field("260", "c") ?? element("date"),
    publisher: field("260", "b") ?? element("publisher"),
    identifier: element('controlfield tag="001"') ?? element("identifier"),
  });
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ["amp", "&"],
  ["lt", "<"],
  ["gt", ">"],
  ["quot", '"'],
  ["apos", "'"],
]);

function decodeEntities(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|apos);/g, (_, name: string) => ENTITIES.get(name)!);
}
