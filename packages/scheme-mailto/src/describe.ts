import { decodeText, describeAuthority, describeFragment, type Part } from "@anyurl/core";
import { dividerIn } from "./addr-spec.ts";
import { ACCEPTED } from "./hfield.ts";
import { type MailtoUrl, type Place, pieces } from "./syntax.ts";

/** Each part of a mailto URL: where it stands, and what a mail program makes of it. */
export function describe(url: MailtoUrl): readonly Part[] {
  const parts: Part[] = [...describeAuthority(url, undefined)];
  const { href } = url;
  const { to } = url.parts;
  const add = (name: string, start: number, end: number, meaning: string, cite = "RFC 6068 §2") =>
    parts.push({ name, start, end, value: decodeText(href.slice(start, end)), meaning, cite });

  const addresses = placesOfTo(url);
  addresses.forEach(([start, end], i) => {
    const at = start + dividerIn(href.slice(start, end), to[i]!);
    add(`to[${i}].localPart`, start, at, "the mailbox, by the name that its domain has for it");
    add(`to[${i}].domain`, at + (href[at] === "@" ? 1 : 3), end, "the domain that the message goes to");
  });
  let fields = 0;
  let empties = 0;
  for (const [start, end] of placesOfFields(url, addresses)) {
    if (start === end) {
      add(`empty[${empties++}]`, start, end, "an empty header field, which says nothing");
      continue;
    }
    const hfield = `hfields[${fields++}]`;
    const equals = href.indexOf("=", start);
    const name = decodeText(href.slice(start, equals)).toLowerCase();
    const meaning = ACCEPTED.has(name) ? "what it says" : "what it says, to nobody";
    add(`${hfield}.hfname`, start, equals, nameMeaning(name), "RFC 6068 §4");
    add(`${hfield}.hfvalue`, equals + 1, end, meaning);
  }
  if (url.fragment !== undefined) parts.push({ ...describeFragment(url), meaning: "nothing: it is ignored" });
  return parts;
}

/** Where each address stands. By RFC 1738 there is one, with all that generic delimiters part. */
function placesOfTo({
  href,
  offsets: { pathStart, pathEnd, queryEnd },
  parts: { to },
}: MailtoUrl): readonly Place[] {
  if (to.length === 0) return [];
  const isOne = decodeText(href.slice(pathStart, queryEnd)) === to[0];
  return isOne ? [[pathStart, queryEnd]] : pieces(href, pathStart, pathEnd, ",");
}

/** Where each header field stands, the empty ones too. None where the address of RFC 1738 goes on to the end. */
function placesOfFields({ href, offsets }: MailtoUrl, addresses: readonly Place[]): readonly Place[] {
  const { pathEnd, queryEnd } = offsets;
  const hasFields = (addresses.at(-1)?.[1] ?? pathEnd) < queryEnd;
  return hasFields ? pieces(href, pathEnd + 1, queryEnd, "&") : [];
}

const MEANINGS: ReadonlyMap<string, string> = new Map([
  ["to", "further mailboxes that the message goes to"],
  ["cc", "mailboxes that get a copy"],
  ["bcc", "mailboxes that get a copy, unseen by the others"],
  ["subject", "what the message is about"],
  ["body", "the text of the message"],
  ["in-reply-to", "the message that this one answers"],
  ["references", "the messages that lead to this one"],
]);

function nameMeaning(name: string): string {
  return (
    MEANINGS.get(name) ?? (ACCEPTED.has(name) ? "a field of the message" : "a field that no message is given")
  );
}
