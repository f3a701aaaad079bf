import { AccessError, octetsOf } from "@anyurl/core";
import { concat, type Inbox } from "@anyurl/core/exchange";
import {
  BerReader,
  encodeBoolean,
  encodeElement,
  encodeInteger,
  encodeString,
  invalidError,
  readHeader,
  TAG,
} from "./ber.ts";
import { type Filter, parseFilter } from "./filter.ts";
import type { Scope } from "./syntax.ts";

/** The tags of the operations (RFC 4511 §4.2 to §4.14). */
export const OPERATION = {
  bindRequest: 0x60,
  bindResponse: 0x61,
  unbindRequest: 0x42,
  searchRequest: 0x63,
  searchEntry: 0x64,
  searchDone: 0x65,
  searchReference: 0x73,
  extendedRequest: 0x77,
  extendedResponse: 0x78,
} as const;

const START_TLS = "1.3.6.1.4.1.1466.20037";
const PAGED_RESULTS = "1.2.840.113556.1.4.319";
const CONTROLS = 0xa0;

/** A message of the server (RFC 4511 §4.1.1). */
export interface Message {
  /** 0: a notification that answers no request. */
  readonly id: number;
  /** The tag of its operation. */
  readonly operation: number;
  /** The content of its operation. */
  readonly body: Uint8Array;
  /** The content of its controls; empty without any. */
  readonly controls: Uint8Array;
}

/** The result of an operation (RFC 4511 §4.1.9). */
export interface Result {
  readonly code: number;
  /** The server's text. */
  readonly diagnostic: string;
  /** Of code 10: the URLs of servers to ask. */
  readonly referrals: readonly string[];
}

/** A found entry. */
export interface FoundEntry {
  readonly dn: string;
  readonly attributes: readonly { readonly name: string; readonly values: readonly Uint8Array[] }[];
}

/** A search request (RFC 4511 §4.5.1). */
export interface SearchRequest {
  readonly dn: string;
  readonly scope: Scope;
  readonly dereference: Dereference;
  /** 0: no limit. */
  readonly sizeLimit: number;
  /** Seconds; 0: no limit. */
  readonly timeLimit: number;
  /** A checked filter of RFC 4515. */
  readonly filter: string;
  readonly attributes: readonly string[];
}

/** When the server follows aliases. */
type Dereference = "never" | "searching" | "finding" | "always";

const SCOPES: Readonly<Record<Scope, number>> = { base: 0, one: 1, sub: 2 };
const DEREFERENCE: Readonly<Record<Dereference, number>> = { never: 0, searching: 1, finding: 2, always: 3 };

/**
 * Takes the next message from the inbox; `undefined` if it has not arrived completely.
 *
 * @param maxMessage bytes. A longer one is rejected as soon as its length is known.
 * @throws {AccessError} protocol-error, too-large.
 */
export function takeMessage(inbox: Inbox, maxMessage: number): Message | undefined {
  const octets = inbox.peek();
  if (octets.length > 0 && octets[0] !== TAG.sequence)
    throw new AccessError("protocol-error", "the server does not use LDAP", {
      hint: "check the host and the port",
    });
  const header = readHeader(octets, 0);
  if (header === undefined) return undefined;
  if (header.end > maxMessage)
    throw new AccessError("too-large", `the server sent a message longer than ${maxMessage} bytes`, {
      hint: "increase the ldap option maxEntry",
    });
  if (octets.length < header.end) return undefined;
  inbox.skip(header.end);
  const reader = new BerReader(octets.subarray(header.start, header.end));
  const id = reader.readInteger();
  const { tag, content } = reader.readElement();
  const controls = reader.isNext(CONTROLS) ? reader.read(CONTROLS) : new Uint8Array(0);
  return { id, operation: tag, body: content, controls };
}

/** Reads the result at the beginning of a response. */
export function readResult(body: Uint8Array): Result {
  const reader = new BerReader(body);
  const code = reader.readInteger(TAG.enumerated);
  reader.read(TAG.octetString);
  const diagnostic = reader.readText();
  const referrals = reader.isNext(0xa3) ? readUrls(reader.read(0xa3)) : [];
  return { code, diagnostic, referrals };
}

/** Reads the URLs of a search result reference, or of a referral. */
export function readUrls(body: Uint8Array): readonly string[] {
  const reader = new BerReader(body);
  const urls: string[] = [];
  while (!reader.atEnd) urls.push(reader.readText());
  return urls;
}

/** Active Directory has an option with "=" for a part of many values: "member;range=0-1499". */
const ATTRIBUTE_NAME = /^[A-Za-z0-9_.;-]+(?:;range=[0-9]+-(?:[0-9]+|\*))?$/i;

/** Reads a search result entry. The values are views. */
export function readEntry(body: Uint8Array): FoundEntry {
  const reader = new BerReader(body);
  const dn = reader.readText();
  const list = reader.readConstructed(TAG.sequence);
  const attributes: { name: string; values: Uint8Array[] }[] = [];
  while (!list.atEnd) {
    const attribute = list.readConstructed(TAG.sequence);
    const name = attribute.readText();
    // Anything else could begin another line of LDIF.
    if (!ATTRIBUTE_NAME.test(name)) throw invalidError("an invalid attribute name");
    const set = attribute.readConstructed(TAG.set);
    const values: Uint8Array[] = [];
    while (!set.atEnd) values.push(set.read(TAG.octetString));
    attributes.push({ name, values });
  }
  return { dn, attributes };
}

/** Returns the name of an extended response; `undefined` if it has none (RFC 4511 §4.12). */
export function readResponseName(body: Uint8Array): string | undefined {
  const reader = new BerReader(body);
  while (!reader.atEnd) {
    if (reader.isNext(0x8a)) return reader.readText(0x8a);
    reader.readElement();
  }
  return undefined;
}

/** Returns the cookie for the next page; `undefined` at the last page (RFC 2696 §2). */
export function readCookie(controls: Uint8Array): Uint8Array | undefined {
  const reader = new BerReader(controls);
  while (!reader.atEnd) {
    const control = reader.readConstructed(TAG.sequence);
    if (control.readText() !== PAGED_RESULTS) continue;
    if (control.isNext(TAG.boolean)) control.read(TAG.boolean);
    const page = new BerReader(control.read(TAG.octetString)).readConstructed(TAG.sequence);
    // An estimate of the size, which a server can encode as a negative number. It has no use here.
    page.read(TAG.integer);
    const cookie = page.read(TAG.octetString);
    return cookie.length === 0 ? undefined : cookie;
  }
  return undefined;
}

function encodeMessage(id: number, ...parts: readonly Uint8Array[]): Uint8Array {
  return encodeElement(TAG.sequence, encodeInteger(id), ...parts);
}

/** The page of a search (RFC 2696). */
export interface Page {
  /** Entries. */
  readonly size: number;
  /** Empty for the first page. */
  readonly cookie: Uint8Array;
}

export function formatSearch(id: number, request: SearchRequest, page?: Page): Uint8Array {
  const parsed = parseFilter(request.filter);
  if ("message" in parsed) throw new TypeError(`invalid filter: ${parsed.message}`);
  const search = encodeElement(
    OPERATION.searchRequest,
    encodeString(request.dn),
    encodeInteger(SCOPES[request.scope], TAG.enumerated),
    encodeInteger(DEREFERENCE[request.dereference], TAG.enumerated),
    encodeInteger(request.sizeLimit),
    encodeInteger(request.timeLimit),
    encodeBoolean(false),
    encodeFilter(parsed),
    encodeElement(TAG.sequence, ...request.attributes.map((each) => encodeString(each))),
  );
  return page === undefined ? encodeMessage(id, search) : encodeMessage(id, search, encodePage(page));
}

function encodePage({ size, cookie }: Page): Uint8Array {
  const value = encodeElement(TAG.sequence, encodeInteger(size), encodeString(cookie));
  return encodeElement(
    CONTROLS,
    encodeElement(TAG.sequence, encodeString(PAGED_RESULTS), encodeString(value)),
  );
}

/** Encodes a filter (RFC 4511 §4.5.1.7). Its depth is limited by the parser. */
function encodeFilter(filter: Filter): Uint8Array {
  if ("and" in filter) return encodeElement(0xa0, ...filter.and.map(encodeFilter));
  if ("or" in filter) return encodeElement(0xa1, ...filter.or.map(encodeFilter));
  if ("not" in filter) return encodeElement(0xa2, encodeFilter(filter.not));
  if ("matches" in filter) {
    const { attribute, rule, dn, matches } = filter;
    return encodeElement(
      0xa9,
      ...(rule === undefined ? [] : [encodeString(rule, 0x81)]),
      ...(attribute === undefined ? [] : [encodeString(attribute, 0x82)]),
      encodeString(matches, 0x83),
      ...(dn === true ? [encodeBoolean(true, 0x84)] : []),
    );
  }
  const name = encodeString(filter.attribute);
  if ("present" in filter) return encodeString(filter.attribute, 0x87);
  if ("equals" in filter) return encodeElement(0xa3, name, encodeString(filter.equals));
  if ("atLeast" in filter) return encodeElement(0xa5, name, encodeString(filter.atLeast));
  if ("atMost" in filter) return encodeElement(0xa6, name, encodeString(filter.atMost));
  if ("approximates" in filter) return encodeElement(0xa8, name, encodeString(filter.approximates));
  const last = filter.substrings.length - 1;
  // initial [0], any [1], final [2]; an empty one is left out.
  const pieces = filter.substrings.flatMap((text, i) =>
    text === "" ? [] : [encodeString(text, i === 0 ? 0x80 : i === last ? 0x82 : 0x81)],
  );
  return encodeElement(0xa4, name, encodeElement(TAG.sequence, ...pieces));
}

export function formatStartTls(id: number): Uint8Array {
  return encodeMessage(id, encodeElement(OPERATION.extendedRequest, encodeString(START_TLS, 0x80)));
}

export function formatUnbind(id: number): Uint8Array {
  return encodeMessage(id, encodeElement(OPERATION.unbindRequest));
}

/** How a client authenticates: a name and a password, or SASL with its first response. */
export type Authentication =
  | { readonly is: "simple"; readonly user: string; readonly password: string }
  | { readonly is: "plain"; readonly user: string; readonly password: string }
  | { readonly is: "external" };

/** A request, and the range of its secret bytes. */
export interface BindMessage {
  readonly octets: Uint8Array;
  readonly secret: readonly [start: number, end: number] | undefined;
}

/** Formats a bind request (RFC 4511 §4.2): simple, or SASL with PLAIN (RFC 4616) or EXTERNAL (RFC 4422 appendix A). */
export function formatBind(id: number, how: Authentication): BindMessage {
  const bind = (name: string, choice: Uint8Array) =>
    encodeMessage(id, encodeElement(OPERATION.bindRequest, encodeInteger(3), encodeString(name), choice));
  if (how.is === "external")
    return {
      octets: bind("", encodeElement(0xa3, encodeString("EXTERNAL"), encodeString(""))),
      secret: undefined,
    };
  const password = octetsOf(how.password);
  const octets =
    how.is === "simple"
      ? bind(how.user, encodeString(password, 0x80))
      : bind(
          "",
          encodeElement(
            0xa3,
            encodeString("PLAIN"),
            encodeString(concat(octetsOf(`\0${how.user}\0`), password)),
          ),
        );
  // The password is the end of the message.
  return { octets, secret: [octets.length - password.length, octets.length] };
}
