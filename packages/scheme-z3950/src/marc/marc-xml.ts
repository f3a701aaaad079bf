import { escapeMarkup } from "@anyurl/core";
import type { MarcField, MarcRecord } from "./marc.ts";

/** The media type of MARCXML (RFC 6207). */
export const MARCXML_TYPE = "application/marcxml+xml";

/** Writes a record as MARCXML, in UTF-8. */
export function formatMarcXml({ leader, fields }: MarcRecord): string {
  // Position 9 says that the text is Unicode, which it is now.
  const unicode = `${leader.slice(0, 9)}a${leader.slice(10)}`;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<record xmlns="http://www.loc.gov/MARC21/slim">',
    `  <leader>${escapeXml(unicode)}</leader>`,
    ...fields.map(formatField),
    "</record>",
    "",
  ].join("\n");
}

function formatField({ tag, value, indicators, subfields }: MarcField): string {
  if (value !== undefined)
    return `  <controlfield tag="${escapeXml(tag)}">${escapeXml(value)}</controlfield>`;
  const [first = " ", second = " "] = indicators;
  const lines = subfields.map(
    (each) => `    <subfield code="${escapeXml(each.code)}">${escapeXml(each.value)}</subfield>`,
  );
  const head = `  <datafield tag="${escapeXml(tag)}" ind1="${escapeXml(first)}" ind2="${escapeXml(second)}">`;
  return [head, ...lines, "  </datafield>"].join("\n");
}

/** Escapes text. Characters that XML does not allow become U+FFFD (XML 1.0 §2.2). */
function escapeXml(text: string): string {
  return escapeMarkup(text.replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu, "\ufffd"));
}
