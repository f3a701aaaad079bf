import { AccessError, displayText, isAccessError, type Limits, octetsOf, textOf } from "@anyurl/core";
import { concat, type Exchange, ListingLines } from "@anyurl/core/exchange";
import { formatForm, formOf } from "./form.ts";
import { isErrorLine, type MenuItem, menuItem } from "./menu.ts";
import type { GopherParts } from "./syntax.ts";
import { Text } from "./text.ts";
import { itemType } from "./types.ts";

const TAB = new Uint8Array([0x09]);
const CRLF = new Uint8Array([0x0d, 0x0a]);
const THREE = 0x33;
const LF = 0x0a;

export interface RequestOptions {
  readonly limits: Limits;
  /** May the data of a form be sent? (RFC 4266 §2.9) */
  readonly allowForms: boolean;
}

/** Octets of the entity; first of all "begun", once the server has answered and it is no error. */
export type GopherEvent = Uint8Array | "begun";

/**
 * One Gopher transaction (RFC 1436 appendix): the request line, and the entity up to the server's close. A text loses
 * its Lastline. Returns whether all came: only a Lastline can tell.
 *
 * @throws {AccessError} unsupported, control-octet, too-long before anything is sent; not-found: the server answers
 *   with an error item.
 */
export function* retrieve(
  parts: GopherParts,
  options: RequestOptions,
): Exchange<GopherEvent, true | "unknown"> {
  const { entity } = itemType(parts.gophertype);
  yield send(parts, options);

  const first = yield* firstOctets(options.limits);
  yield { do: "emit", event: "begun" };
  // The reply to a Gopher+ request begins with a header of its own: it is handed on as it is.
  if (entity === "octets" || parts.gopherPlus !== undefined) {
    let octets: Uint8Array | undefined = first;
    while (octets !== undefined) {
      if (octets.length > 0) yield { do: "emit", event: octets };
      octets = yield { do: "receive", phase: "body" };
    }
    return "unknown";
  }
  return yield* readText(first, options.limits);
}

function* readText(first: Uint8Array | undefined, limits: Limits): Exchange<GopherEvent, true | "unknown"> {
  const text = new Text(limits.maxHeld);
  let octets = first;
  while (octets !== undefined) {
    const certain = text.push(octets);
    if (certain.length > 0) yield { do: "emit", event: certain };
    octets = yield* nextOf(text);
  }
  const { octets: rest, lastline } = text.end();
  if (rest.length > 0) yield { do: "emit", event: rest };
  return lastline ? true : "unknown";
}

/** The next octets of a text. A server that is silent after the Lastline, and does not close, has said all. */
function* nextOf(text: Text): Exchange<never, Uint8Array | undefined> {
  try {
    return yield { do: "receive", phase: "body" };
  } catch (error) {
    if (isAccessError(error) && error.code === "timeout" && text.hasLastline) return undefined;
    throw error;
  }
}

/** How many lines were longer than allowed, and are missing. */
interface Skipped {
  readonly skipped: number;
}

/** The items of a menu, or of a search's result (RFC 1436 §2), and at the end how many lines were too long. */
export function* menu(parts: GopherParts, options: RequestOptions): Exchange<MenuItem | Skipped> {
  refuseWithoutEntries(parts);
  yield send(parts, options);
  const lines = new ListingLines(options.limits);
  const text = new Text(options.limits.maxHeld);
  let octets = yield* firstOctets(options.limits);
  while (octets !== undefined) {
    lines.push(text.push(octets));
    yield* emitItems(lines, false);
    octets = yield* nextOf(text);
  }
  lines.push(text.end().octets);
  yield* emitItems(lines, true);
  if (lines.skipped > 0) yield { do: "emit", event: { skipped: lines.skipped } };
}

/** @throws {AccessError} not-a-directory; unsupported: the reply to a Gopher+ request is more than a menu. */
export function refuseWithoutEntries({ gophertype, gopherPlus }: GopherParts): void {
  if (itemType(gophertype).entity !== "menu") {
    throw new AccessError("not-a-directory", "only menus (type 1) and searches (type 7) have entries");
  }
  if (gopherPlus !== undefined) {
    throw new AccessError("unsupported", "the reply to a Gopher+ request is not read as a menu", {
      hint: "leave the gopher+ string out, or get the reply as it is",
    });
  }
}

function* emitItems(lines: ListingLines, atEnd: boolean): Exchange<MenuItem> {
  for (const line of lines.take(atEnd)) {
    const item = menuItem(line);
    if (item !== undefined) yield { do: "emit", event: item };
  }
}

/**
 * The first octets of a reply; `undefined` when it is empty. A reply whose first line is an error item (type 3) is
 * one, whatever was asked for.
 */
function* firstOctets(limits: Limits): Exchange<never, Uint8Array | undefined> {
  let octets = yield { do: "receive" };
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

function send(parts: GopherParts, options: RequestOptions) {
  return { do: "send", octets: requestLine(parts, options), part: "selector", cite: citeOf(parts) } as const;
}

function citeOf({ search, gopherPlus }: GopherParts): string {
  if (gopherPlus !== undefined) return "RFC 4266 §2.4";
  return search === undefined ? "RFC 4266 §2.2" : "RFC 4266 §2.3";
}

/**
 * selector [ HT search ] [ HT gopher+_string ] CR LF. Without words to search for, Gopher+ has its string as the second
 * field, and that is what its servers read; only an index server gets an empty search before it.
 *
 * @throws {AccessError} unsupported, control-octet, too-long.
 */
export function requestLine(parts: GopherParts, { limits, allowForms }: RequestOptions): Uint8Array {
  refuseUnfetchable(parts);
  const { gophertype, selector, search, gopherPlus } = parts;
  const fields = [fieldOctets(selector)];
  const keepsSearch = gopherPlus === undefined || search !== "" || gophertype === "7";
  if (search !== undefined && keepsSearch) fields.push(TAB, fieldOctets(search));
  if (gopherPlus !== undefined) fields.push(TAB, plusOctets(gopherPlus, allowForms));
  // A form's data end with their own CR LF.
  const ended = gopherPlus !== undefined && formOf(gopherPlus) !== undefined;
  const line = concat(...fields, ended ? new Uint8Array(0) : CRLF);
  if (line.length > limits.maxCommand) {
    throw new AccessError("too-long", `a request may have ${limits.maxCommand} octets; nothing was sent`, {
      hint: "raise the limit maxCommand",
    });
  }
  return line;
}

function refuseUnfetchable({ gophertype, search }: GopherParts): void {
  const { entity, name } = itemType(gophertype);
  if (entity === "none") {
    throw new AccessError("unsupported", `${name} (type ${gophertype}) is not fetched by gopher`, {
      hint: HINTS.get(gophertype),
    });
  }
  if (gophertype === "7" && search === undefined) {
    throw new AccessError("unsupported", "a search wants words to search for", {
      hint: 'add "%09" and the words to the URL',
    });
  }
}

const HINTS: ReadonlyMap<string, string> = new Map([
  ["2", "ask the phone book at that host by the CSO protocol (RFC 2378)"],
  ["+", "write the type of the item that it mirrors"],
]);

function fieldOctets(field: string): Uint8Array {
  const octets = octetsOf(field);
  for (const octet of octets) {
    if (octet === 0x00 || octet === 0x09 || octet === 0x0a || octet === 0x0d) throw controlOctet();
  }
  return octets;
}

function plusOctets(gopherPlus: string, allowForms: boolean): Uint8Array {
  const form = formOf(gopherPlus);
  if (form === undefined) {
    if (/[\0\r\n]/.test(gopherPlus)) throw controlOctet();
    return octetsOf(gopherPlus);
  }
  if (allowForms) return octetsOf(formatForm(form));
  throw new AccessError("control-octet", "the URL fills in a form; nothing was sent", {
    hint: "set the gopher option allowForms to send it",
  });
}

function controlOctet(): AccessError {
  return new AccessError(
    "control-octet",
    "an octet NUL, HT, CR or LF would end the request early; nothing was sent",
  );
}
