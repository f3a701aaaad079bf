import { AccessError, displayText, isAccessError, type Limits, textOf, tooLargeError } from "@anyurl/core";
import { concat, type Exchange, type Framing, type SendStep } from "@anyurl/core/exchange";
import { type EntityReader, entityAfterHead, readUntilClose } from "./entity.ts";
import { type LineBatch, MenuLineSplitter } from "./menu/lines.ts";
import { isErrorLine, type MenuItem, parseMenuItem } from "./menu/menu-line.ts";
import { getItemType } from "./menu/types.ts";
import type { GopherSettings } from "./options.ts";
import { AttributeReader, type ItemAttributes } from "./plus/attributes.ts";
import { type DataHead, type ReplyStart, readReplyStart } from "./plus/data-head.ts";
import { parsePlusRequest } from "./plus/plus.ts";
import { QuirkChecker } from "./quirks.ts";
import { createSendStep, type RequestOptions } from "./request.ts";
import { readServerError } from "./server-error.ts";
import type { GopherParts } from "./syntax.ts";
import { TextEntityReader } from "./text-entity.ts";

const THREE = 0x33;
const LF = 0x0a;

/** The event that the server has begun a reply without an error. */
export interface ReplyBegun {
  readonly begun: true;
  /** Whether the reply has a Gopher+ data head. */
  readonly plus: boolean;
  /** The size of the entity in bytes, if the head has it. */
  readonly size: number | undefined;
  readonly framing: Framing;
}

/**
 * Performs one Gopher transaction (RFC 1436 appendix; Gopher+ §2.3): sends the request and emits the entity without its
 * framing. The first event says that the server has begun. Returns whether the entity is complete, if a length or a
 * Lastline shows it.
 *
 * @param request the step of the request, if it was formatted before.
 * @throws {AccessError} unsupported, control-octet, too-long before anything is sent; not-found,
 *   temporarily-unavailable: the server answers with an error; unsupported: the server has no attributes for the item;
 *   truncated, protocol-error.
 */
export function* retrieveItem(
  parts: GopherParts,
  options: RequestOptions,
  request: SendStep = createSendStep(parts, options),
): Exchange<Uint8Array | ReplyBegun, true | "unknown"> {
  yield request;
  const { head, first } = yield* readAnswer(parts, options.limits);
  const size = typeof head?.transfer === "number" ? head.transfer : undefined;
  const reader = createEntityReader(parts, head, options.limits);
  const { provesEnd = false } = options;
  const framing = reader.framing === "close" && provesEnd ? "close-notify" : reader.framing;
  yield { do: "emit", event: { begun: true, plus: head !== undefined, size, framing } };
  const { complete, isClosed } = yield* readEntity(reader, options, first, emitBytes);
  return isClosed && provesEnd ? true : complete;
}

function* emitBytes(octets: Uint8Array): Exchange<Uint8Array> {
  yield { do: "emit", event: octets };
}

/** The events of a menu: the items received so far, and the number of skipped lines that were too long. */
export type MenuEvent =
  | { readonly items: readonly MenuItem[] }
  | { readonly attributes: ItemAttributes }
  | { readonly skipped: number };

/**
 * Emits the items of a menu or of a search result (RFC 1436 §2); for a request "$", each with its attributes (Gopher+
 * §2.7).
 *
 * @throws {AccessError} not-a-directory, too-large, protocol-error, and what {@link retrieveItem} throws.
 */
export function* retrieveMenu(
  parts: GopherParts,
  options: RequestOptions & Pick<GopherSettings, "quirks">,
  request: SendStep = createSendStep(parts, options),
): Exchange<MenuEvent> {
  rejectWithoutEntries(parts);
  yield request;
  const { limits } = options;
  const { head, first } = yield* readAnswer(parts, limits);
  const guard = new QuirkChecker(options.quirks);
  const attributed = parsePlusRequest(parts.gopherPlus ?? "+").kind === "directory-attributes";
  const reader = attributed ? new AttributeReader(limits) : undefined;
  const strict = guard.strict && reader === undefined;
  const lines = new MenuLineSplitter(limits, strict);
  const emit = (batch: LineBatch, ended: boolean) =>
    reader === undefined
      ? emitItems(batch, strict ? guard : undefined, ended)
      : emitAttributes(batch, reader);
  const { complete } = yield* readEntity(createEntityReader(parts, head, limits), options, first, (octets) =>
    emit(lines.push(octets), true),
  );
  yield* emit(lines.end(), false);
  if (complete === "unknown" && head === undefined && reader === undefined) guard.refuse("no-lastline");
  const last = reader?.end();
  if (last !== undefined) yield { do: "emit", event: { attributes: last } };
  if (lines.skipped > 0) yield { do: "emit", event: { skipped: lines.skipped } };
}

/** Rejects an item that has no entries. @throws {AccessError} not-a-directory. */
export function rejectWithoutEntries({ gophertype, gopherPlus }: GopherParts): void {
  const kind = gopherPlus === undefined ? "item" : parsePlusRequest(gopherPlus).kind;
  if (getItemType(gophertype).entity === "menu" && kind !== "attributes" && kind !== "form") return;
  throw new AccessError("not-a-directory", "only menus (type 1) and searches (type 7) have entries", {
    hint: kind === "attributes" ? "use stat to read the attributes of one item" : undefined,
  });
}

/** @param ended false for the very last line, which has no line end and is not a bare LF. */
function* emitItems(
  { lines, failure }: LineBatch,
  guard: QuirkChecker | undefined,
  ended: boolean,
): Exchange<MenuEvent> {
  const found: MenuItem[] = [];
  let broken = failure;
  for (const line of lines) {
    try {
      if (ended) guard?.checkLine(line);
      const item = parseMenuItem(line);
      if (item === undefined) continue;
      guard?.checkItem(item);
      found.push(item);
    } catch (error) {
      broken = error as AccessError;
      break;
    }
  }
  // Emit the valid items before the error, whatever the chunk sizes.
  if (found.length > 0) yield { do: "emit", event: { items: found } };
  if (broken !== undefined) throw broken;
}

function* emitAttributes({ lines, failure }: LineBatch, reader: AttributeReader): Exchange<MenuEvent> {
  for (const line of lines) {
    const attributes = reader.push(line);
    if (attributes !== undefined) yield { do: "emit", event: { attributes } };
  }
  if (failure !== undefined) throw failure;
}

/**
 * Returns the attributes of one item (Gopher+ §2.5).
 *
 * @throws {AccessError} unsupported: the server has no attributes; too-large, and what {@link retrieveItem} throws.
 */
export function* retrieveAttributes(
  parts: GopherParts,
  options: RequestOptions,
  request: SendStep = createSendStep(parts, options),
): Exchange<never, ItemAttributes> {
  yield request;
  const { limits } = options;
  const { head, first } = yield* readAnswer(parts, limits);
  const reader = new AttributeReader(limits);
  const lines = new MenuLineSplitter(limits);
  let item: ItemAttributes | undefined;
  const take = ({ lines: whole, failure }: LineBatch) => {
    for (const line of whole) item ??= reader.push(line);
    if (failure !== undefined) throw failure;
  };
  yield* readEntity(
    createEntityReader(parts, head, limits),
    options,
    first,
    function* (octets): Exchange<never> {
      take(lines.push(octets));
    },
  );
  take(lines.end());
  item ??= reader.end();
  if (lines.skipped > 0)
    throw tooLargeError(
      `a line of the attributes exceeds the limit of ${limits.maxEntryLine} bytes`,
      "maxEntryLine",
    );
  if (item === undefined) throw noAttributesError();
  return item;
}

interface Read {
  /** Is the entity complete, by its length or its Lastline? */
  readonly complete: true | "unknown";
  /** Has the server closed the connection? */
  readonly isClosed: boolean;
}

/** Receives an entity to its end and passes on each chunk that is decided. */
function* readEntity<Event>(
  reader: EntityReader,
  { provesEnd = false }: RequestOptions,
  first: Uint8Array | undefined,
  take: (octets: Uint8Array) => Exchange<Event>,
): Exchange<Event, Read> {
  let octets = first;
  let cut: AccessError | undefined;
  while (octets !== undefined) {
    const certain = reader.push(octets);
    if (certain.length > 0) yield* take(certain);
    if (reader.isDone()) break;
    try {
      // All earlier bytes have been processed by now.
      octets = yield { do: "receive", phase: "body", onLoan: true };
    } catch (error) {
      // A server that is silent after a Lastline, and does not close, has said all. So has one without a close_notify.
      if (!isAccessError(error) || !reader.mayBeComplete()) throw error;
      if (provesEnd && error.code === "truncated") cut = error;
      else if (error.code !== "timeout") throw error;
      break;
    }
  }
  const { octets: rest, complete } = reader.end();
  if (rest.length > 0) yield* take(rest);
  // The line "." may be one of the text.
  if (cut !== undefined && complete === "unknown") throw cut;
  return { complete, isClosed: octets === undefined };
}

function createEntityReader(
  { gophertype }: GopherParts,
  head: DataHead | undefined,
  limits: Limits,
): EntityReader {
  if (head !== undefined) return entityAfterHead(head);
  return getItemType(gophertype).entity === "octets"
    ? readUntilClose()
    : new TextEntityReader(limits.maxHeld);
}

/**
 * Reads the start of the reply.
 *
 * @throws {AccessError} the server answers with an error, or has no attributes although the request asks for them.
 */
function* readAnswer(parts: GopherParts, limits: Limits): Exchange<never, ReplyStart> {
  if (parts.gopherPlus === undefined)
    return { head: undefined, first: yield* readFirstBytes(undefined, limits) };
  const start = yield* readReplyStart();
  if (start.head?.success === false) throw yield* readServerError(start.head, start.first, limits);
  if (start.head !== undefined) return start;
  const first = start.first && (yield* readFirstBytes(start.first, limits));
  const { kind } = parsePlusRequest(parts.gopherPlus);
  if (kind !== "attributes" && kind !== "directory-attributes") return { head: undefined, first };
  if (first !== undefined) throw noAttributesError();
  throw new AccessError("truncated", "the server closed the connection without a reply", { retryable: true });
}

function noAttributesError(): AccessError {
  return new AccessError("unsupported", "the server has no Gopher+ attributes for this item", {
    hint: 'remove the gopher+ string, or request all attributes with a single "!" or "$"',
  });
}

/**
 * Returns the first bytes of a reply without a head, or `undefined` if the reply is empty. A reply whose first line is
 * an error item (type 3) is an error, whatever the item type.
 *
 * @param known bytes that were already received.
 */
function* readFirstBytes(
  known: Uint8Array | undefined,
  limits: Limits,
): Exchange<never, Uint8Array | undefined> {
  let octets = known ?? (yield { do: "receive" });
  if (octets === undefined || octets[0] !== THREE) return octets;
  while (!octets.includes(LF) && octets.length <= limits.maxEntryLine) {
    const more: Uint8Array | undefined = yield { do: "receive" };
    if (more === undefined) break;
    octets = concat(octets, more);
  }
  const end = octets.indexOf(LF);
  const line = textOf(octets.subarray(0, end < 0 ? octets.length : end));
  if (!isErrorLine(line)) return octets;
  const [display = ""] = line.slice(1).split("\t");
  throw new AccessError("not-found", "the server sent an error instead of the item", {
    reply: displayText(display).slice(0, 500),
  });
}
