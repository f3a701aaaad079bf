import { AccessError, asciiLowerCase, displayText } from "@anyurl/core";
import { toAsciiDomain } from "./a-label.ts";
import { findDivider, isAddrSpec } from "./addr-spec.ts";
import { isEncoded } from "./encoded-word.ts";
import { ACCEPTED_FIELDS, hasControl } from "./hfield.ts";
import { type Mailbox, readMailboxes } from "./mailbox.ts";
import type { MailtoParts } from "./syntax.ts";

/** A message before it is formatted: the allowed fields of a URL. */
export interface Draft {
  readonly to: readonly Mailbox[];
  readonly cc: readonly Mailbox[];
  readonly bcc: readonly Mailbox[];
  /** In the order of the message, decoded. */
  readonly fields: readonly (readonly [name: string, value: string])[];
  /** With CR LF at line ends; "" for none. */
  readonly body: string;
  /** Fields of the URL that are not added to the message: their names in lower case, sanitized for display. */
  readonly leftOut: readonly string[];
}

/** The maximum address length: a local-part has at most 64 bytes, a domain 255 (RFC 5321 §4.5.3.1). */
const MAX_ADDRESS_LENGTH = 64 + 1 + 255;
/** More recipients than a person means to write to with a link. */
export const MAX_RECIPIENTS = 100;

/** Options for a draft. */
export interface DraftOptions {
  /** Default 100. */
  readonly maxRecipients?: number;
  /** Names of further fields that the URL may set, in the spelling for the message. */
  readonly fields?: readonly string[];
  /** Replaces the body of the URL; with CR LF at line ends. */
  readonly body?: string | undefined;
}

/**
 * Drafts the message (RFC 6068 §2–§4). All recipients go to one To without duplicates; of Subject, In-Reply-To and
 * References only the first is used; all Comments, Keywords, and bodies are used. From, Date, other sender fields,
 * trace, MIME, and unknown fields of the URL are omitted.
 *
 * @throws {AccessError} control-octet, bad-address, bad-header-field, too-large.
 */
export function createDraft({ to, hfields }: MailtoParts, options: DraftOptions = {}): Draft {
  const { maxRecipients = MAX_RECIPIENTS } = options;
  const further = new Map(
    (options.fields ?? []).map((spelling) => [spelling.toLowerCase(), { spelling, once: false }]),
  );
  const accepted = new Map([...further, ...ACCEPTED_FIELDS]);
  const values = new Map<string, string[]>();
  const leftOut = new Set<string>();
  for (const { hfname, hfvalue } of hfields) {
    const name = hfname.toLowerCase();
    if (!accepted.has(name)) {
      leftOut.add(name);
      continue;
    }
    if (hasControl(hfvalue, name === "body"))
      throw new AccessError("control-octet", `the field "${name}" contains a control character`, {
        hint: "remove it",
      });
    const before = values.get(name);
    if (before === undefined) values.set(name, [hfvalue]);
    else before.push(hfvalue);
  }
  const said = (name: string) => values.get(name) ?? [];
  const lists = ["to", "cc", "bcc"].map((name) => {
    const first = name === "to" ? to.map((address) => ({ name: undefined, address })) : [];
    return normalizeMailboxes([...first, ...said(name).flatMap((value) => parseMailboxField(name, value))]);
  });
  if (lists.flat().length > maxRecipients)
    throw new AccessError("too-large", `the message exceeds the limit of ${maxRecipients} recipients`, {
      hint: "increase the mailto option maxRecipients",
    });
  const fields = [...ACCEPTED_FIELDS, ...further].flatMap(([name, { spelling, once }]) => {
    if (/^(?:to|b?cc|body)$/.test(name)) return [];
    const all = said(name).filter((value) => value.trim() !== "");
    if (once && all.length > 1) leftOut.add(name);
    return (once ? all.slice(0, 1) : all).map((value) => [spelling, checkMessageIds(name, value)] as const);
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

function parseMailboxField(name: string, value: string): readonly Mailbox[] {
  const mailboxes = readMailboxes(value);
  if (mailboxes !== undefined) return mailboxes;
  throw new AccessError("bad-address", `the field "${name}" is not a valid list of mailboxes`, {
    hint: 'separate the addresses with ",", each as ADDRESS or as NAME <ADDRESS>',
  });
}

/**
 * Returns the mailboxes without duplicates, with their domains in ASCII.
 *
 * @throws {AccessError} bad-address
 */
export function normalizeMailboxes(mailboxes: readonly Mailbox[]): readonly Mailbox[] {
  const byAddress = new Map<string, Mailbox>();
  for (const { name, address } of mailboxes) {
    // Messages no longer allow the other forms of RFC 822 (RFC 6068 §2, item 2).
    if (!isAddrSpec(address) || address.length > MAX_ADDRESS_LENGTH)
      throw new AccessError("bad-address", "the address is not valid in a message");
    const at = findDivider(address) + 1;
    const domain = toAsciiDomain(asciiLowerCase(address.slice(at)));
    if (domain === undefined)
      throw new AccessError("bad-address", "the domain has no A-labels", {
        hint: "write the domain in lower case, or its labels as xn--…",
      });
    const normal = address.slice(0, at) + domain;
    if (!byAddress.has(normal)) byAddress.set(normal, { name, address: normal });
  }
  return [...byAddress.values()];
}

/** Checks message-ids: there is no encoding for them, so they are ASCII, and each fits on a line. */
function checkMessageIds(name: string, value: string): string {
  if (!/^(?:in-reply-to|references)$/.test(name) || !isEncoded(value)) return value;
  throw new AccessError("bad-header-field", `the field "${name}" must contain only message-ids in ASCII`);
}
