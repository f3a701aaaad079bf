import { decodeText, describeAuthority, describeFragment, type Part } from "@anyurl/core";
import { findRawDivider } from "./addr-spec.ts";
import { ACCEPTED_FIELDS } from "./hfield.ts";
import { type MailtoUrl, splitRanges, type TextRange } from "./syntax.ts";

/** Returns the parts of a mailto URL: their positions and their meaning for a mail program. */
export function describe(url: MailtoUrl): readonly Part[] {
  const parts: Part[] = [...describeAuthority(url, undefined)];
  const { href } = url;
  const { to } = url.parts;
  const add = (name: string, start: number, end: number, meaning: string, cite = "RFC 6068 §2") =>
    parts.push({ name, start, end, value: decodeText(href.slice(start, end)), meaning, cite });

  const addresses = findAddressRanges(url);
  addresses.forEach(([start, end], i) => {
    const at = start + findRawDivider(href.slice(start, end), to[i]!);
    add(`to[${i}].localPart`, start, at, "the mailbox name in its domain");
    add(`to[${i}].domain`, at + (href[at] === "@" ? 1 : 3), end, "the domain of the recipient");
  });
  let fields = 0;
  let empties = 0;
  for (const [start, end] of findFieldRanges(url, addresses)) {
    if (start === end) {
      add(`empty[${empties++}]`, start, end, "an empty header field, which is ignored");
      continue;
    }
    const hfield = `hfields[${fields++}]`;
    const equals = href.indexOf("=", start);
    const name = decodeText(href.slice(start, equals)).toLowerCase();
    const meaning = ACCEPTED_FIELDS.has(name)
      ? "the value of the field"
      : "the value of the field, which is ignored";
    add(`${hfield}.hfname`, start, equals, describeFieldName(name), "RFC 6068 §4");
    add(`${hfield}.hfvalue`, equals + 1, end, meaning);
  }
  if (url.fragment !== undefined) parts.push({ ...describeFragment(url), meaning: "ignored" });
  return parts;
}

/**
 * Returns the positions of the addresses. By RFC 1738 there is only one, including the text after generic delimiters.
 */
function findAddressRanges({
  href,
  offsets: { pathStart, pathEnd, queryEnd },
  parts: { to },
}: MailtoUrl): readonly TextRange[] {
  if (to.length === 0) return [];
  const isOne = decodeText(href.slice(pathStart, queryEnd)) === to[0];
  return isOne ? [[pathStart, queryEnd]] : splitRanges(href, pathStart, pathEnd, ",");
}

/**
 * Returns the positions of the header fields, including empty ones. RFC 1738 has no header fields: its address continues
 * to the end.
 */
function findFieldRanges(
  { href, offsets }: MailtoUrl,
  addresses: readonly TextRange[],
): readonly TextRange[] {
  const { pathEnd, queryEnd } = offsets;
  const hasFields = (addresses.at(-1)?.[1] ?? pathEnd) < queryEnd;
  return hasFields ? splitRanges(href, pathEnd + 1, queryEnd, "&") : [];
}

const MEANINGS: ReadonlyMap<string, string> = new Map([
  ["to", "further recipients"],
  ["cc", "recipients of a copy"],
  ["bcc", "recipients of a hidden copy"],
  ["subject", "the subject of the message"],
  ["body", "the text of the message"],
  ["in-reply-to", "the message that this one replies to"],
  ["references", "the earlier messages of the thread"],
]);

function describeFieldName(name: string): string {
  return (
    MEANINGS.get(name) ??
    (ACCEPTED_FIELDS.has(name) ? "a field of the message" : "a field that is not added to the message")
  );
}
