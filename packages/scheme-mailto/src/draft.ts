import { AccessError, asciiLowerCase, displayText } from "@anyurl/core";
import { asciiDomain, isAscii } from "./a-label.ts";
import { dividerOf, isAddrSpec } from "./addr-spec.ts";
import { MAX_WORD } from "./encoded-word.ts";
import { ACCEPTED, hasControl } from "./hfield.ts";
import { type Mailbox, readMailboxes } from "./mailbox.ts";
import type { MailtoParts } from "./syntax.ts";

/** A message before it is written: what of a URL is taken, and nothing that the URL may not say. */
export interface Draft {
  readonly to: readonly Mailbox[];
  readonly cc: readonly Mailbox[];
  readonly bcc: readonly Mailbox[];
  /** In the order of the message, decoded. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** Its lines end in CR LF; "" for none. */
  readonly body: string;
  /** Fields of the URL that the message is not given: their names in lower case, as they may be printed. */
  readonly leftOut: readonly string[];
}

/** A local-part has at most 64 octets, a domain 255 (RFC 5321 §4.5.3.1). */
const MAX_ADDRESS = 64 + 1 + 255;
/** More recipients than a person means to write to by a link. */
export const MAX_RECIPIENTS = 100;

/** What a caller may have otherwise. */
export interface DraftOptions {
  /** Default 100. */
  readonly maxRecipients?: number;
  /** Names of further fields that the URL may give, as they are to be spelled. */
  readonly fields?: readonly string[];
  /** In the place of the URL's own; its lines end in CR LF. */
  readonly body?: string | undefined;
}

/**
 * Drafts the message (RFC 6068 §2–§4). One To for all that is said of it, without duplicates; of Subject, In-Reply-To
 * and References the first; all Comments and Keywords; every body. From, Date and what else a sender says of itself,
 * trace, MIME and unknown fields are left out, whatever the URL says.
 *
 * @throws {AccessError} control-octet, bad-address, bad-header-field, too-large.
 */
export function draftOf({ to, hfields }: MailtoParts, options: DraftOptions = {}): Draft {
  const { maxRecipients = MAX_RECIPIENTS } = options;
  const further = new Map(
    (options.fields ?? []).map((spelling) => [spelling.toLowerCase(), { spelling, once: false }]),
  );
  const accepted = new Map([...further, ...ACCEPTED]);
  const values = new Map<string, string[]>();
  const leftOut = new Set<string>();
  for (const { hfname, hfvalue } of hfields) {
    const name = hfname.toLowerCase();
    if (!accepted.has(name)) {
      leftOut.add(name);
      continue;
    }
    if (hasControl(hfvalue, name === "body"))
      throw new AccessError("control-octet", `"${name}" has a control that no message holds`, {
        hint: "leave it out",
      });
    const before = values.get(name);
    if (before === undefined) values.set(name, [hfvalue]);
    else before.push(hfvalue);
  }
  const said = (name: string) => values.get(name) ?? [];
  const lists = ["to", "cc", "bcc"].map((name) => {
    const first = name === "to" ? to.map((address) => ({ name: undefined, address })) : [];
    return mailboxesOf([...first, ...said(name).flatMap((value) => mailboxesIn(name, value))]);
  });
  if (lists.flat().length > maxRecipients)
    throw new AccessError("too-large", `a message goes to at most ${maxRecipients} mailboxes here`, {
      hint: "the mailto option maxRecipients raises that",
    });
  const fields = [...ACCEPTED, ...further].flatMap(([name, { spelling, once }]) => {
    if (/^(?:to|b?cc|body)$/.test(name)) return [];
    const all = said(name).filter((value) => value.trim() !== "");
    if (once && all.length > 1) leftOut.add(name);
    return (once ? all.slice(0, 1) : all).map((value) => [spelling, checked(name, value)] as const);
  });
  return {
    to: lists[0]!,
    cc: lists[1]!,
    bcc: lists[2]!,
    fields,
    body: options.body ?? said("body").join("\r\n"),
    leftOut: [...leftOut].map((name) => displayText(name)),
  };
}

function mailboxesIn(name: string, value: string): readonly Mailbox[] {
  const mailboxes = readMailboxes(value);
  if (mailboxes !== undefined) return mailboxes;
  throw new AccessError("bad-address", `"${name}" is no list of mailboxes`, {
    hint: 'write addresses with "," between them, each alone or as NAME <ADDRESS>',
  });
}

/**
 * Each once, its domain as it is looked up.
 *
 * @throws {AccessError} bad-address
 */
export function mailboxesOf(mailboxes: readonly Mailbox[]): readonly Mailbox[] {
  const byAddress = new Map<string, Mailbox>();
  for (const { name, address } of mailboxes) {
    const at = dividerOf(address) + 1;
    const domain = asciiDomain(asciiLowerCase(address.slice(at)));
    // What RFC 822 had beyond it, no message may have today (RFC 6068 §2, item 2).
    if (!isAddrSpec(address) || address.length > MAX_ADDRESS)
      throw new AccessError("bad-address", "no message can be sent to this address today");
    if (domain === undefined)
      throw new AccessError("bad-address", "the domain has no A-labels", {
        hint: "write the domain in lower case, or its labels as xn--…",
      });
    const normal = address.slice(0, at) + domain;
    if (!byAddress.has(normal)) byAddress.set(normal, { name, address: normal });
  }
  return [...byAddress.values()];
}

/** msg-ids are ASCII, each fits into a line, and nothing encodes them. */
function checked(name: string, value: string): string {
  const fits = isAscii(value) && value.split(" ").every(({ length }) => length <= MAX_WORD);
  if (fits || !/^(?:in-reply-to|references)$/.test(name)) return value;
  throw new AccessError("bad-header-field", `"${name}" is made of message-ids, in ASCII`);
}
