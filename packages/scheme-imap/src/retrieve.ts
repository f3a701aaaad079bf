import { AccessError, type ByteRange, octetsOf } from "@anyurl/core";
import {
  createTransferDecoder,
  type Exchange,
  readDateTime,
  type TransferDecoder,
} from "@anyurl/core/exchange";
import { type BodyPart, findText, hasSection, mediaTypeOf } from "./body-structure.ts";
import { examine, fetchParts, type MailboxTarget, noMessageError } from "./exchange.ts";
import { readItems, toNumber } from "./fetch.ts";
import type { PartialRange } from "./fields.ts";
import { search } from "./search.ts";
import type { ImapSession } from "./session.ts";
import type { Value } from "./values.ts";

/** What to retrieve of a message. */
export interface Content {
  readonly uid: number;
  /** The part of the URL with the UID. `undefined`: a search found the message. */
  readonly part: "uid" | undefined;
  readonly section: string | undefined;
  readonly partial: PartialRange | undefined;
  /** Of the bytes that the others stand for. */
  readonly range: ByteRange | undefined;
}

/** The content begins. */
export interface Begun {
  readonly begun: {
    readonly mediaType: string | undefined;
    /** Bytes of the whole content, if known. */
    readonly size: number | undefined;
    /** Offset of the first byte. */
    readonly start: number;
    readonly modified: Date | undefined;
  };
}

const MAX_NUMBER = 0xffff_ffff;
/** Maximum bytes of one event. */
const MAX_CHUNK = 64 * 1024;

/**
 * Retrieves a message, or a part of it, without setting a flag. Emits `begun` first, then bytes.
 *
 * @throws {AccessError} not-found: the mailbox, the message, or the section; unsupported: an unknown transfer encoding.
 */
export function* retrieve(
  session: ImapSession,
  target: MailboxTarget,
  content: Omit<Content, "part">,
): Exchange<Begun | Uint8Array> {
  yield* examine(session, target);
  yield* retrieveSelected(session, { ...content, part: "uid" });
}

/**
 * Retrieves the only message that a search finds.
 *
 * @throws {AccessError} not-found: the search finds nothing; is-a-directory: several messages, or there is no search.
 */
export function* retrieveFound(
  session: ImapSession,
  target: MailboxTarget,
  program: string,
  range: ByteRange | undefined,
): Exchange<Begun | Uint8Array> {
  yield* examine(session, target);
  const [uid, ...others] = yield* search(session, program);
  if (uid === undefined) throw new AccessError("not-found", "the search finds no message");
  if (others.length > 0) throw severalError(`the search finds ${others.length + 1} messages`);
  yield* retrieveSelected(session, { uid, part: undefined, section: undefined, partial: undefined, range });
}

export function severalError(reason: string): AccessError {
  return new AccessError("is-a-directory", `cannot download a mailbox: ${reason}`, {
    hint: "list it, and get one of its messages",
  });
}

/** The error of a listing of a part. */
export function partError(): AccessError {
  return new AccessError("not-a-directory", "the URL names a part of a message, not its parts", {
    hint: "remove the section and the range",
  });
}

/** As {@link retrieve}, of the selected mailbox. */
function* retrieveSelected(session: ImapSession, content: Content): Exchange<Begun | Uint8Array> {
  const { uid, partial } = content;
  const { section, part, mediaType } = yield* findSection(session, content);
  const isDecoded = part !== undefined && partial === undefined && session.options.decode;
  const decoder = createTransferDecoder(
    isDecoded ? part.encoding : "",
    "set the imap option decode to false",
  );
  const isChanged = isDecoded && /^(?:base64|quoted-printable)$/.test(part.encoding);
  const wanted = partial ?? (isChanged ? undefined : toPartial(content.range));
  const items = `(UID INTERNALDATE RFC822.SIZE BODY.PEEK[${section}]${formatPartial(wanted)})`;
  yield* session.send(`UID FETCH ${uid} ${items}`, {
    part: content.section === undefined ? content.part : "section",
    cite: "RFC 3501 §6.4.8",
  });
  yield* receiveContent(session, uid, decoder, ({ size, offset, messageSize, received }) => {
    const isRange = wanted !== undefined && partial === undefined;
    // RFC822.SIZE is the size of the whole message only.
    const wholeSize = section === "" ? toNumber(messageSize) : undefined;
    return {
      mediaType,
      size: isChanged ? undefined : isRange ? wholeSize : size,
      // A server may ignore the range.
      start: isRange ? (toNumber(offset) ?? 0) : 0,
      modified: received === undefined ? undefined : readDateTime(received.trim()),
    };
  });
}

type Section = {
  /** As the command has it; "": the whole message. */
  readonly section: string;
  readonly part: BodyPart | undefined;
  readonly mediaType: string | undefined;
};

function* findSection(session: ImapSession, content: Content): Exchange<never, Section> {
  const { uid, partial } = content;
  const section = content.section?.toUpperCase();
  const { part: wanted } = session.options;
  if (section === undefined) {
    if (wanted === "message" || partial !== undefined)
      return { section: "", part: undefined, mediaType: "message/rfc822" };
    if (wanted === "header") return { section: "HEADER", part: undefined, mediaType: "text/rfc822-headers" };
    const text = findText(yield* fetchParts(session, uid, content.part));
    if (text === undefined)
      throw new AccessError("not-found", "the message has no text", {
        hint: "list the message, which gives its parts",
      });
    return {
      section: text.section,
      part: text,
      mediaType: session.options.decode ? mediaTypeOf(text) : undefined,
    };
  }
  if (/^[0-9.]+$/.test(section)) {
    const parts = yield* fetchParts(session, uid, content.part);
    // Some servers send an empty text for a section that does not exist.
    if (!hasSection(parts, section)) throw new AccessError("not-found", "the message has no such section");
    const part = parts.find((each) => each.section === section);
    const isWhole = partial === undefined && session.options.decode;
    return { section, part, mediaType: part !== undefined && isWhole ? mediaTypeOf(part) : undefined };
  }
  const isHeader = partial === undefined && /(?:^|\.)(?:HEADER|MIME)/.test(section);
  return { section, part: undefined, mediaType: isHeader ? "text/rfc822-headers" : undefined };
}

/** The range of a call, if IMAP can express it. */
function toPartial(range: ByteRange | undefined): PartialRange | undefined {
  if (range === undefined) return undefined;
  const { start, end } = range;
  if (start > MAX_NUMBER || (end !== undefined && end <= start)) return undefined;
  return { offset: start, length: end === undefined ? undefined : Math.min(end - start, MAX_NUMBER) };
}

function formatPartial(partial: PartialRange | undefined): string {
  return partial === undefined ? "" : `<${partial.offset}.${partial.length ?? MAX_NUMBER}>`;
}

function* receiveContent(
  session: ImapSession,
  uid: number,
  decoder: TransferDecoder,
  begin: (start: ContentFacts) => Begun["begun"],
): Exchange<Begun | Uint8Array> {
  const { reader } = session;
  for (;;) {
    const response = yield* session.nextOf(true);
    if (response === undefined) throw noMessageError(uid);
    if (response.is === "content") {
      yield { do: "emit", event: { begun: begin({ ...readHead(response.head), size: response.size }) } };
      yield* emitContent(session, response.size, decoder);
      yield* reader.readRest();
      break;
    }
    const items = response.is === "data" ? readItems(response) : undefined;
    const content = items?.get("CONTENT");
    if (content === null) throw new AccessError("not-found", "the message has no such section");
    if (typeof content !== "string") continue;
    // A short content may come as a quoted string.
    const octets = octetsOf(content);
    yield { do: "emit", event: { begun: begin({ ...readContentFacts(items!), size: octets.length }) } };
    yield* emit(decoder.push(octets));
    yield* emit(decoder.end());
    break;
  }
  yield* session.finish();
}

function* emitContent(session: ImapSession, size: number, decoder: TransferDecoder): Exchange<Uint8Array> {
  for (let left = size; left > 0; ) {
    const octets = yield* session.reader.readContent(Math.min(left, MAX_CHUNK));
    left -= octets.length;
    yield* emit(decoder.push(octets));
  }
  yield* emit(decoder.end());
}

function* emit(octets: Uint8Array): Exchange<Uint8Array> {
  if (octets.length > 0) yield { do: "emit", event: octets };
}

/** What a response says about a content, as the server wrote it. */
interface ContentFacts {
  /** Bytes that follow. */
  readonly size: number;
  readonly offset: string | undefined;
  readonly messageSize: string | undefined;
  readonly received: string | undefined;
}

/** Reads the items before the content. */
function readHead(head: string): Omit<ContentFacts, "size"> {
  return {
    offset: /BODY\[[^\]]*\]<([0-9]+)>/i.exec(head)?.[1],
    messageSize: /RFC822\.SIZE ([0-9]+)/i.exec(head)?.[1],
    received: /INTERNALDATE "([^"]*)"/i.exec(head)?.[1],
  };
}

function readContentFacts(items: ReadonlyMap<string, Value>): Omit<ContentFacts, "size"> {
  const text = (name: string) => {
    const value = items.get(name);
    return typeof value === "string" ? value : undefined;
  };
  return { offset: text("OFFSET"), messageSize: text("RFC822.SIZE"), received: text("INTERNALDATE") };
}
