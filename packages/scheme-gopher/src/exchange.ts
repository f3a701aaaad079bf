import { AccessError, displayText, isAccessError, type Limits, textOf } from "@anyurl/core";
import { concat, type Exchange, type Framing } from "@anyurl/core/exchange";
import { AttributeReader, type ItemAttributes } from "./attributes.ts";
import { type DataHead, type ReplyStart, replyStart } from "./data-head.ts";
import { type EntityReader, entityBehind, textEntity, upToClose } from "./entity.ts";
import { type Batch, Lines } from "./lines.ts";
import { isErrorLine, type MenuItem, menuItem } from "./menu-line.ts";
import type { CheckedOptions } from "./options.ts";
import { plusRequestOf } from "./plus.ts";
import { QuirkGuard } from "./quirks.ts";
import { type RequestOptions, sendStep } from "./request.ts";
import { serverError } from "./server-error.ts";
import type { GopherParts } from "./syntax.ts";
import { itemType } from "./types.ts";

const THREE = 0x33;
const LF = 0x0a;

/** The server has begun to answer, and it is no error. */
export interface Begun {
  readonly begun: true;
  /** Does the reply have a head of Gopher+? */
  readonly plus: boolean;
  /** Octets of the entity, where the head tells. */
  readonly size: number | undefined;
  readonly framing: Framing;
}

/**
 * One Gopher transaction (RFC 1436 appendix; Gopher+ §2.3): the request, and the entity without what frames
 * it. First of all the exchange says that the server has begun. Returns whether all came: a length or a
 * Lastline tells.
 *
 * @param secret [from, to) of the values of its form that nobody may see.
 * @throws {AccessError} unsupported, control-octet, too-long before anything is sent; not-found,
 *   temporarily-unavailable: the server answers with an error; unsupported: attributes were asked for, and
 *   the server has none; truncated, protocol-error.
 */
export function* retrieve(
  parts: GopherParts,
  options: RequestOptions,
  secret?: readonly [from: number, to: number],
): Exchange<Uint8Array | Begun, true | "unknown"> {
  yield sendStep(parts, options, secret);
  const { head, first } = yield* answer(parts, options.limits);
  const size = typeof head?.transfer === "number" ? head.transfer : undefined;
  const reader = readerOf(parts, head, options.limits);
  const { closeNotify = false } = options;
  const framing = reader.framing === "close" && closeNotify ? "close-notify" : reader.framing;
  yield { do: "emit", event: { begun: true, plus: head !== undefined, size, framing } };
  const { complete, isClosed } = yield* read(reader, options, first, emitted);
  return isClosed && closeNotify ? true : complete;
}

function* emitted(octets: Uint8Array): Exchange<Uint8Array> {
  yield { do: "emit", event: octets };
}

/**
 * What comes of a menu: items, as many as have arrived; and how many lines were too long, and are missing.
 */
export type MenuEvent =
  | { readonly items: readonly MenuItem[] }
  | { readonly attributes: ItemAttributes }
  | { readonly skipped: number };

/**
 * The items of a menu, or of a search's result (RFC 1436 §2); of a request "$", each with its attributes
 * (Gopher+ §2.7).
 *
 * @throws {AccessError} not-a-directory, too-large, protocol-error, and what {@link retrieve} throws.
 */
export function* menu(
  parts: GopherParts,
  options: RequestOptions & Pick<CheckedOptions, "quirks">,
): Exchange<MenuEvent> {
  refuseWithoutEntries(parts);
  yield sendStep(parts, options);
  const { limits } = options;
  const { head, first } = yield* answer(parts, limits);
  const guard = new QuirkGuard(options.quirks);
  const attributed = plusRequestOf(parts.gopherPlus ?? "+").kind === "directory-attributes";
  const reader = attributed ? new AttributeReader(limits) : undefined;
  const strict = guard.strict && reader === undefined;
  const lines = new Lines(limits, strict);
  const emit = (batch: Batch, ended: boolean) =>
    reader === undefined ? items(batch, strict ? guard : undefined, ended) : described(batch, reader);
  const { complete } = yield* read(readerOf(parts, head, limits), options, first, (octets) =>
    emit(lines.push(octets), true),
  );
  yield* emit(lines.end(), false);
  if (complete === "unknown" && head === undefined && reader === undefined) guard.refuse("no-lastline");
  const last = reader?.end();
  if (last !== undefined) yield { do: "emit", event: { attributes: last } };
  if (lines.skipped > 0) yield { do: "emit", event: { skipped: lines.skipped } };
}

/** @throws {AccessError} not-a-directory. */
export function refuseWithoutEntries({ gophertype, gopherPlus }: GopherParts): void {
  const kind = gopherPlus === undefined ? "item" : plusRequestOf(gopherPlus).kind;
  if (itemType(gophertype).entity === "menu" && kind !== "attributes" && kind !== "form") return;
  throw new AccessError("not-a-directory", "only menus (type 1) and searches (type 7) have entries", {
    hint: kind === "attributes" ? "stat has the attributes of one item" : undefined,
  });
}

/** @param ended false: the very last line has no end, which is a fault of its own. */
function* items(
  { lines, failure }: Batch,
  guard: QuirkGuard | undefined,
  ended: boolean,
): Exchange<MenuEvent> {
  const found: MenuItem[] = [];
  let broken = failure;
  for (const line of lines) {
    try {
      if (ended) guard?.checkLine(line);
      const item = menuItem(line);
      if (item === undefined) continue;
      guard?.checkItem(item);
      found.push(item);
    } catch (error) {
      broken = error as AccessError;
      break;
    }
  }
  // What was good comes first, however the lines were cut.
  if (found.length > 0) yield { do: "emit", event: { items: found } };
  if (broken !== undefined) throw broken;
}

function* described({ lines, failure }: Batch, reader: AttributeReader): Exchange<MenuEvent> {
  for (const line of lines) {
    const attributes = reader.push(line);
    if (attributes !== undefined) yield { do: "emit", event: { attributes } };
  }
  if (failure !== undefined) throw failure;
}

/**
 * The attributes of one item (Gopher+ §2.5).
 *
 * @throws {AccessError} unsupported: the server has none; too-large, and what {@link retrieve} throws.
 */
export function* attributes(parts: GopherParts, options: RequestOptions): Exchange<never, ItemAttributes> {
  yield sendStep(parts, options);
  const { limits } = options;
  const { head, first } = yield* answer(parts, limits);
  const reader = new AttributeReader(limits);
  const lines = new Lines(limits);
  let item: ItemAttributes | undefined;
  const take = ({ lines: whole, failure }: Batch) => {
    for (const line of whole) item ??= reader.push(line);
    if (failure !== undefined) throw failure;
  };
  yield* read(readerOf(parts, head, limits), options, first, function* (octets): Exchange<never> {
    take(lines.push(octets));
  });
  take(lines.end());
  item ??= reader.end();
  if (lines.skipped > 0)
    throw new AccessError(
      "too-large",
      `a line of the attributes is longer than ${limits.maxEntryLine} octets`,
      {
        hint: "raise the limit maxEntryLine",
      },
    );
  if (item === undefined) throw noAttributes();
  return item;
}

interface Read {
  /** Did all come? A length or a Lastline tells. */
  readonly complete: true | "unknown";
  /** Has the server closed the connection? */
  readonly isClosed: boolean;
}

/** Receives an entity to its end, and hands on what is certain of it. */
function* read<Event>(
  reader: EntityReader,
  { closeNotify = false }: RequestOptions,
  first: Uint8Array | undefined,
  take: (octets: Uint8Array) => Exchange<Event>,
): Exchange<Event, Read> {
  let octets = first;
  let cut: AccessError | undefined;
  while (octets !== undefined) {
    const certain = reader.push(octets);
    if (certain.length > 0) yield* take(certain);
    if (reader.done) break;
    try {
      // Every reader has done by now with the octets before.
      octets = yield { do: "receive", phase: "body", onLoan: true };
    } catch (error) {
      // A server that is silent after a Lastline, and does not close, has said all. So has one without a close_notify.
      if (!isAccessError(error) || !reader.mayRest) throw error;
      if (closeNotify && error.code === "truncated") cut = error;
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

function readerOf({ gophertype }: GopherParts, head: DataHead | undefined, limits: Limits): EntityReader {
  if (head !== undefined) return entityBehind(head);
  return itemType(gophertype).entity === "octets" ? upToClose() : textEntity(limits);
}

/**
 * How the reply begins.
 *
 * @throws {AccessError} the server answers with an error, or without the attributes that were asked for.
 */
function* answer(parts: GopherParts, limits: Limits): Exchange<never, ReplyStart> {
  if (parts.gopherPlus === undefined)
    return { head: undefined, first: yield* firstOctets(undefined, limits) };
  const start = yield* replyStart();
  if (start.head?.success === false) throw yield* serverError(start.head, start.first, limits);
  if (start.head !== undefined) return start;
  const first = start.first && (yield* firstOctets(start.first, limits));
  const { kind } = plusRequestOf(parts.gopherPlus);
  if (kind !== "attributes" && kind !== "directory-attributes") return { head: undefined, first };
  if (first !== undefined) throw noAttributes();
  throw new AccessError("truncated", "the server has closed without an answer", { retryable: true });
}

function noAttributes(): AccessError {
  return new AccessError("unsupported", "the server has no attributes of Gopher+ for this", {
    hint: 'leave the gopher+ string out, or ask for all attributes by a single "!" or "$"',
  });
}

/**
 * The first octets of a reply without a head; `undefined` when it is empty. A reply whose first line is an
 * error item (type 3) is one, whatever was asked for.
 *
 * @param known those that have been received.
 */
function* firstOctets(
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
  throw new AccessError("not-found", "the server has an error instead of the item", {
    reply: displayText(display).slice(0, 500),
  });
}
