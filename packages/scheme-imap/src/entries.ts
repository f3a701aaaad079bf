import { AccessError, type Attributes, displayText, type Entry } from "@anyurl/core";
import { readDateTime } from "@anyurl/core/exchange";
import { type BodyPart, hasSection, mediaTypeOf } from "./body-structure.ts";
import type { ListedMailbox, ListedMessage } from "./exchange.ts";
import type { MessageFacts } from "./fetch.ts";
import { format, nameOf } from "./format.ts";
import type { ImapInit, ImapUrl } from "./syntax.ts";
import { decodeMailboxName, isUtf8 } from "./utf7.ts";

/** Returns the URL of something on the same server; `undefined`: no URL can name it. */
function toUrl(url: ImapUrl, init: Partial<ImapInit>): string | undefined {
  const { scheme, host, port, parts } = url;
  const { user, auth } = parts;
  const where = { scheme, host: host!, ...(port !== undefined && port !== "" && { port: Number(port) }) };
  try {
    return format({ ...where, user, auth, ...init });
  } catch {
    return undefined;
  }
}

/** Names of a server are not trusted: a name that cannot be sent back has no URL. */
export function toMailboxEntry({ encoded, attributes }: ListedMailbox, url: ImapUrl): Entry {
  const name = decodeMailboxName(encoded);
  const isSafe = name !== undefined && isUtf8(name) && !/[\0-\x1f\x7f]/.test(name);
  const to = isSafe ? toUrl(url, { mailbox: name }) : undefined;
  // Some names only have mailboxes below them.
  const isSelectable = !attributes.includes("\\noselect") && !attributes.includes("\\nonexistent");
  const use = attributes.filter((each) => USES.has(each)).map((each) => each.slice(1));
  return {
    ...{ name: name ?? encoded, kind: "directory", url: isSelectable ? to : undefined },
    ...(to === undefined && { unsafe: "no URL can name this mailbox" }),
    ...(use.length > 0 && { attributes: { use: use.join(", ") } }),
  };
}

/** What a mailbox is used for (RFC 6154 §2). */
const USES: ReadonlySet<string> = new Set([
  ...["\\all", "\\archive", "\\drafts", "\\flagged", "\\important", "\\junk", "\\sent", "\\trash"],
]);

/** The name of a message is its subject. */
export function toMessageEntry(message: ListedMessage, url: ImapUrl): Entry {
  const { uid, uidValidity, envelope, size } = message;
  const mailbox = nameOf(url.parts);
  const modified = readDateTime(envelope.date) ?? message.received;
  return {
    ...{ name: envelope.subject || NO_SUBJECT, kind: "file", url: toUrl(url, { mailbox, uidValidity, uid }) },
    ...(size !== undefined && { size }),
    ...(modified !== undefined && { modified }),
    ...{ mediaType: MESSAGE_TYPE, attributes: toFields(message) },
  };
}

const NO_SUBJECT = "(no subject)";
const MESSAGE_TYPE = "message/rfc822";

/** Returns the fields of the header that are not empty, and the flags. */
function toFields({ uid, envelope, flags }: MessageFacts): Readonly<Record<string, string>> {
  const { subject, ...others } = envelope;
  const fields = Object.entries({ ...others, flags: displayText(flags.join(" ")), uid: String(uid) });
  return Object.fromEntries(fields.filter(([, value]) => value !== ""));
}

/**
 * Returns the attributes of a message, or of a part of it.
 *
 * @throws {AccessError} not-found: the message has no such part.
 */
export function toMessageAttributes(facts: MessageFacts, section: string | undefined): Attributes {
  const { envelope, size } = facts;
  if (section !== undefined) return toPartAttributes(facts, section);
  const modified = readDateTime(envelope.date) ?? facts.received;
  const attachments = facts.parts.filter(isAttached).map(nameOfPart).join(", ");
  return {
    ...{ kind: "file", mediaType: MESSAGE_TYPE },
    ...(size !== undefined && { size }),
    ...(modified !== undefined && { modified }),
    attributes: {
      subject: envelope.subject || NO_SUBJECT,
      ...toFields(facts),
      ...(attachments !== "" && { attachments }),
    },
  };
}

function toPartAttributes({ parts, received }: MessageFacts, section: string): Attributes {
  const part = parts.find((each) => each.section === section);
  if (/^[0-9.]+$/.test(section) && !hasSection(parts, section))
    throw new AccessError("not-found", "the message has no such section");
  return {
    kind: "file",
    ...(part !== undefined && { mediaType: mediaTypeOf(part), attributes: { filename: nameOfPart(part) } }),
    ...(received !== undefined && { modified: received }),
  };
}

function isAttached({ isAttachment, filename }: BodyPart): boolean {
  return isAttachment || filename !== undefined;
}

function nameOfPart({ filename, section, type }: BodyPart): string {
  return displayText(filename ?? `part ${section}, ${type}`);
}

/** The size of a part counts its transfer encoding, which `get` removes. */
export function toPartEntry(part: BodyPart, url: ImapUrl): Entry {
  const { mailbox, uidValidity, uid } = url.parts;
  const { section, size, encoding } = part;
  return {
    ...{ name: nameOfPart(part), kind: "file" },
    url: toUrl(url, { mailbox, uidValidity, uid, section }),
    ...(size !== undefined && !/^(?:base64|quoted-printable)$/.test(encoding) && { size }),
    ...{ mediaType: mediaTypeOf(part), attributes: { section } },
  };
}
