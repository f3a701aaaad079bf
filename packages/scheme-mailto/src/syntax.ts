import {
  asciiLowerCase,
  CharSet,
  decodeText,
  encodeText,
  formatFragment,
  normalizeEscapes,
  type Profile,
  type Report,
  syntaxError,
  UNRESERVED,
  type Url,
} from "@anyurl/core";
import {
  addrSpecEnd,
  dividerIn,
  dividerOf,
  isAddrSpec,
  isAddrSpec822,
  plainAddrSpecEnd,
} from "./addr-spec.ts";
import {
  ACCEPTED,
  type AcceptedField,
  controlEscapes,
  type HField,
  hasControl,
  isFieldName,
  isSuspect,
  withLineBreaks,
} from "./hfield.ts";
import { spaceEnd } from "./mailbox.ts";

/*
 * mailtoURI = "mailto:" [ to ] [ hfields ]
 * to        = addr-spec *( "," addr-spec )
 * hfields   = "?" hfield *( "&" hfield )
 * hfield    = hfname "=" hfvalue                          (RFC 6068 §2)
 *
 * mailtourl = "mailto:" encoded822addr                    (RFC 1738 §5: one addr-spec of RFC 822, and no delimiters)
 */

/** What a mailto URL names (RFC 6068 §2), decoded. */
export interface MailtoParts {
  /** Each an addr-spec of RFC 5322, in quotes where it has to be. Those of a header field "to" stand in hfields. */
  readonly to: readonly string[];
  /** In order, with duplicates. */
  readonly hfields: readonly HField[];
}

/** The fields of a mailto URL to be written. */
export interface MailtoInit extends Partial<MailtoParts> {
  readonly scheme?: "mailto";
  readonly fragment?: string | undefined;
}

export type MailtoUrl = Url<"mailto", MailtoParts>;

/** What stands bare in an addr-spec, but for the "@" that divides it (RFC 6068 §2, item 1). */
const ADDR_BARE: CharSet = new CharSet("!$'*+:", UNRESERVED);
/** qchar, but for ";", which parted header fields for some. */
const QCHAR: CharSet = new CharSet("!$'()*+,:@", UNRESERVED);

const CITE = "RFC 6068 §2";
const CITE_1738 = "RFC 1738 §3.5";

const ADDRESS = 'an address is a local-part, "@" and a domain, without a name, comments or spaces';
const FIELD_NAME = 'the name of a header field is printable ASCII, without spaces and ":"';
const FIELD_VALUE = "the value of a header field is UTF-8";
/** Half a character: an octet that is no UTF-8. */
const SURROGATE = /\p{Surrogate}/u;

/** A piece as written: [start, end) of the URL's text. */
export type Place = readonly [start: number, end: number];

/** The pieces of text[start, end) between which `separator` stands; one at least. */
export function pieces(text: string, start: number, end: number, separator: string): readonly Place[] {
  const found: Place[] = [];
  let from = start;
  for (let at = text.indexOf(separator, from); at >= 0 && at < end; at = text.indexOf(separator, from)) {
    found.push([from, at]);
    from = at + 1;
  }
  found.push([from, end]);
  return found;
}

const NO_PARTS: MailtoParts = { to: Object.freeze([]), hfields: Object.freeze([]) };

/**
 * Reads `mailto:<addr-spec>,<addr-spec>?<hfname>=<hfvalue>&…`. Cut first, then decoded: "%2C" is data of one address.
 *
 * Reports bad-address, bad-header-field, authority-not-allowed; and as warnings unsafe-header for what a message is not
 * given, bad-header-field for what says nothing, control-octet for what no message can hold.
 */
export function parse(url: Url, report: Report, profile: Profile): MailtoParts {
  const { schemeEnd, hostStart, pathStart, pathEnd, queryEnd } = url.offsets;
  if (hostStart >= 0) {
    report({
      code: "authority-not-allowed",
      message: "a mailto URL names mailboxes, and no server",
      component: "authority",
      start: schemeEnd + 1,
      end: pathStart,
      hint: 'leave out the "//", or write a "/" of an address as "%2F"',
      cite: profile === "rfc3986" ? CITE : CITE_1738,
    });
    return NO_PARTS;
  }
  const text = url.href;
  if (profile === "rfc1738") {
    const address = decodeText(text.slice(pathStart, queryEnd));
    if (!isAddrSpec822(address)) reportAddress(text, [pathStart, queryEnd], address, report, CITE_1738);
    return { to: Object.freeze([address]), hfields: NO_PARTS.hfields };
  }
  const to = pathEnd === pathStart ? NO_PARTS.to : readTo(text, pathStart, pathEnd, report);
  const hfields = queryEnd === pathEnd ? NO_PARTS.hfields : readHfields(text, pathEnd, queryEnd, report);
  return { to, hfields };
}

function readTo(text: string, start: number, end: number, report: Report): readonly string[] {
  const to: string[] = [];
  for (let from = start; from <= end; ) {
    let next = plainAddrSpecEnd(text, from, end);
    if (next >= 0) to.push(decodeText(text.slice(from, next)));
    else {
      next = text.indexOf(",", from);
      if (next < 0 || next > end) next = end;
      to.push(readAddress(text, [from, next], report));
    }
    from = next + 1;
  }
  return Object.freeze(to);
}

function readAddress(text: string, place: Place, report: Report): string {
  const raw = text.slice(place[0], place[1]);
  const address = decodeText(raw);
  // The "@" that divides is a delimiter: as an escape it would be data.
  const divided = !raw.includes("%40") || raw[dividerIn(raw, address)] === "@";
  const ampersand = raw.indexOf("&");
  if (ampersand >= 0) reportAmpersand(place[0] + ampersand, report);
  else if (!divided || !isAddrSpec(address)) reportAddress(text, place, address, report, CITE);
  return address;
}

function reportAmpersand(at: number, report: Report): void {
  report({
    code: "bad-address",
    message: 'a "&" of an address is percent-encoded',
    component: "path",
    start: at,
    end: at + 1,
    hint: 'write "%26", or begin the header fields with "?"',
    cite: "RFC 6068 §6.1",
  });
}

function reportAddress(
  text: string,
  [start, end]: Place,
  address: string,
  report: Report,
  cite: string,
): void {
  const hint = addressHint(text.slice(start, end), address);
  report({
    code: "bad-address",
    message: ADDRESS,
    component: "path",
    start,
    end,
    cite,
    ...(hint && { hint }),
  });
}

function addressHint(raw: string, address: string): string | undefined {
  if (raw === "") return "leave out the comma, or write the address that is missing";
  if (address.includes("<")) return 'write what stands between "<" and ">" alone';
  if (address.includes(","))
    return 'part addresses by a bare ","; a comma within one stands in quotes, "%22a%2Cb%22@…"';
  return raw.includes("@") ? undefined : 'write the "@" between the two bare';
}

function readHfields(text: string, question: number, end: number, report: Report): readonly HField[] {
  const hfields: HField[] = [];
  const second = text.indexOf("?", question + 1);
  if (second >= 0 && second < end)
    badField([second, second + 1], 'one "?" begins the header fields', 'part them by "&"', report);
  const seen: AcceptedField[] = [];
  for (let start = question + 1; start <= end; ) {
    let next = text.indexOf("&", start);
    if (next < 0 || next > end) next = end;
    // With the delimiter that makes it one.
    if (next === start)
      badField([start - 1, start], "an empty header field says nothing", "leave it out", report, "warning");
    else {
      const hfield = readHfield(text, start, next, seen, report);
      if (hfield !== undefined) hfields.push(hfield);
    }
    start = next + 1;
  }
  return Object.freeze(hfields);
}

/** `seen`: what may stand there once, and has been read. */
function readHfield(
  text: string,
  start: number,
  end: number,
  seen: AcceptedField[],
  report: Report,
): HField | undefined {
  const piece = text.slice(start, end);
  const length = piece.indexOf("=");
  if (length < 0) {
    badField([start, end], 'a header field has a "="', 'write "=" and the value behind the name', report);
    return undefined;
  }
  const hfname = decodeText(piece.slice(0, length));
  const field = ACCEPTED.get(hfname) ?? ACCEPTED.get(hfname.toLowerCase());
  if (field === undefined || field === BCC) checkName(hfname, [start, start + length], report);
  else if (field.once) {
    const message = "a message has one such field: the first is taken";
    if (seen.includes(field)) badField([start, start + length], message, "leave one", report, "warning");
    else seen.push(field);
  }
  const raw = piece.slice(length + 1);
  const hfvalue = decodeText(raw);
  const isBody = field === BODY;
  if (!isSuspect(raw, isBody)) return Object.freeze({ hfname, hfvalue });
  if (SURROGATE.test(hfvalue))
    badField([start + length + 1, end], FIELD_VALUE, "encode the octets of its UTF-8", report);
  warnOfControls(raw, start + length + 1, isBody, report);
  return Object.freeze({ hfname, hfvalue: isBody ? withLineBreaks(hfvalue) : hfvalue });
}

const BCC = ACCEPTED.get("bcc");
const BODY = ACCEPTED.get("body");

function checkName(hfname: string, [start, end]: Place, report: Report): void {
  if (!isFieldName(hfname)) {
    badField([start, end], FIELD_NAME, "correct the name", report);
    return;
  }
  const isBcc = hfname.toLowerCase() === "bcc";
  const isHtml = hfname.startsWith("amp;");
  report({
    code: "unsafe-header",
    severity: "warning",
    message: isBcc ? "not all will see who gets this message" : "a message is not given this field",
    component: "query",
    start,
    end,
    ...(isHtml && { hint: 'write "&" where the URL does not stand in HTML' }),
    cite: "RFC 6068 §4",
  });
}

function badField(
  [start, end]: Place,
  message: string,
  hint: string,
  report: Report,
  severity: "error" | "warning" = "error",
): void {
  report({ code: "bad-header-field", severity, message, component: "query", start, end, hint, cite: CITE });
}

function warnOfControls(raw: string, at: number, isBody: boolean, report: Report): void {
  for (const { index } of raw.matchAll(controlEscapes(isBody))) {
    report({
      code: "control-octet",
      severity: "warning",
      message: "no message holds a control here; such a URL is read, and no message made of it",
      component: "query",
      start: at + index,
      end: at + index + 3,
      cite: "RFC 6068 §5",
    });
  }
}

/**
 * Writes a mailto URL. The inverse of {@link parse}; the line breaks of a body become CR LF.
 *
 * @throws {UrlSyntaxError} bad-address: no addr-spec; bad-header-field: a name that is none, a value that is no UTF-8;
 *   control-octet: a control that no field, or no body, of a message holds.
 */
export function format({ to = [], hfields = [], fragment }: MailtoInit): string {
  if (!to.every((address) => isAddrSpec(address) || isAddrSpec822(address)))
    throw refused("bad-address", "path", ADDRESS);
  for (const { hfname, hfvalue } of hfields) {
    if (!isFieldName(hfname)) throw refused("bad-header-field", "query", FIELD_NAME);
    if (typeof hfvalue !== "string" || SURROGATE.test(hfvalue))
      throw refused("bad-header-field", "query", FIELD_VALUE);
    if (hasControl(hfvalue, hfname.toLowerCase() === "body"))
      throw refused("control-octet", "query", "no message holds a control here");
  }
  return `mailto:${formatParts(to, hfields)}${formatFragment(fragment)}`;
}

function formatParts(to: readonly string[], hfields: readonly HField[]): string {
  const fields = hfields.map(({ hfname, hfvalue }) => {
    const value = hfname.toLowerCase() === "body" ? withLineBreaks(hfvalue) : hfvalue;
    return `${encodeText(hfname, QCHAR)}=${encodeText(value, QCHAR)}`;
  });
  return to.map(formatAddress).join(",") + (fields.length === 0 ? "" : `?${fields.join("&")}`);
}

function formatAddress(address: string): string {
  const at = dividerOf(address);
  return `${encodeText(address.slice(0, at), ADDR_BARE)}@${encodeText(address.slice(at + 1), ADDR_BARE)}`;
}

function refused(code: string, component: "path" | "query", message: string): Error {
  return syntaxError({ code, message, component, start: 0, end: 0, cite: CITE });
}

/**
 * The normal form: domains in lower case, and names of header fields; local-parts as they are; no empty header fields;
 * escaped as little as can be. The addresses of fields "to" stand in front, where they are nothing but addresses: the
 * three spellings of RFC 6068 §2 are one.
 */
export function normalize({ parts: { to, hfields }, fragment }: MailtoUrl): string {
  const named = hfields.map(({ hfname, hfvalue }) => ({ hfname: hfname.toLowerCase(), hfvalue }));
  const more = named.map(({ hfname, hfvalue }) => (hfname === "to" ? plainAddresses(hfvalue) : []));
  // All or none: what goes in front may not pass what stays.
  const all = more.every((each) => each !== undefined);
  const addresses = all ? [...to, ...more.flat()] : to;
  const fields = all ? named.filter(({ hfname }) => hfname !== "to") : named;
  const end = fragment === undefined ? "" : `#${normalizeEscapes(fragment)}`;
  return `mailto:${formatParts(addresses.map(normalAddress), fields)}${end}`;
}

/** The addresses of a value that is nothing else, but for white space around commas; `undefined` for any other. */
function plainAddresses(value: string): readonly string[] | undefined {
  const found: string[] = [];
  for (let i = 0; i < value.length; ) {
    const end = addrSpecEnd(value, i);
    const comma = spaceEnd(value, end);
    if (end < 0 || (comma < value.length && value[comma] !== ",")) return undefined;
    found.push(value.slice(i, end));
    i = spaceEnd(value, comma + 1);
    if (comma < value.length && i === value.length) return undefined;
  }
  return found;
}

/** A domain has no case; "the local-part … MUST be interpreted … only by the host" (RFC 5321 §2.3.11). */
function normalAddress(address: string): string {
  const at = dividerOf(address);
  return address.slice(0, at) + asciiLowerCase(address.slice(at));
}
