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

/** The decoded fields of a mailto URL (RFC 6068 §2). */
export interface MailtoParts {
  /** Each an addr-spec of RFC 5322, in quotes if required. The addresses of a header field "to" are in hfields. */
  readonly to: readonly string[];
  /** In order, with duplicates. */
  readonly hfields: readonly HField[];
}

/** The fields from which a mailto URL is built. */
export interface MailtoInit extends Partial<MailtoParts> {
  readonly scheme?: "mailto";
  readonly fragment?: string | undefined;
}

export type MailtoUrl = Url<"mailto", MailtoParts>;

/** Unencoded characters of an addr-spec, except for the "@" between its parts (RFC 6068 §2, item 1). */
const ADDR_BARE: CharSet = new CharSet("!$'*+:", UNRESERVED);
/** qchar except ";", which some programs treat as a separator of header fields. */
const QCHAR: CharSet = new CharSet("!$'()*+,:@", UNRESERVED);

const CITE = "RFC 6068 §2";
const CITE_1738 = "RFC 1738 §3.5";

const ADDRESS = 'an address must be a local-part, "@" and a domain, without a name, comments or spaces';
const FIELD_NAME = 'the name of a header field must be printable ASCII without spaces and ":"';
const FIELD_VALUE = "the value of a header field must be UTF-8";
/** A lone surrogate stands for a byte that is not UTF-8. */
const SURROGATE = /\p{Surrogate}/u;

/** A range of the text as written: [start, end). */
export type Place = readonly [start: number, end: number];

/** Splits text[start, end) at `separator` into at least one range. */
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
 * Parses `mailto:<addr-spec>,<addr-spec>?<hfname>=<hfvalue>&…`. Splits before decoding, so "%2C" is data of an address.
 *
 * Reports bad-address, bad-header-field, authority-not-allowed; and as warnings unsafe-header for fields that are not
 * added to the message, bad-header-field for empty or repeated fields, control-octet for controls that are not valid in
 * a message.
 */
export function parse(url: Url, report: Report, profile: Profile): MailtoParts {
  const { schemeEnd, hostStart, pathStart, pathEnd, queryEnd } = url.offsets;
  if (hostStart >= 0) {
    report({
      code: "authority-not-allowed",
      message: "a mailto URL has no server",
      component: "authority",
      start: schemeEnd + 1,
      end: pathStart,
      hint: 'remove the "//", or write a "/" of an address as "%2F"',
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
  // The "@" between the parts is a delimiter; percent-encoded it would be data.
  const divided = !raw.includes("%40") || raw[dividerIn(raw, address)] === "@";
  const ampersand = raw.indexOf("&");
  if (ampersand >= 0) reportAmpersand(place[0] + ampersand, report);
  else if (!divided || !isAddrSpec(address)) reportAddress(text, place, address, report, CITE);
  return address;
}

function reportAmpersand(at: number, report: Report): void {
  report({
    code: "bad-address",
    message: 'a "&" in an address must be percent-encoded',
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
  if (raw === "") return "remove the comma, or add the missing address";
  if (address.includes("<")) return 'keep only the address between "<" and ">"';
  if (address.includes(","))
    return 'separate addresses with an unencoded ","; quote a comma within an address: "%22a%2Cb%22@…"';
  return raw.includes("@") ? undefined : 'write the "@" between the two parts unencoded';
}

function readHfields(text: string, question: number, end: number, report: Report): readonly HField[] {
  const hfields: HField[] = [];
  const second = text.indexOf("?", question + 1);
  if (second >= 0 && second < end)
    badField(
      [second, second + 1],
      'a second "?" in the header fields',
      'separate header fields with "&"',
      report,
    );
  const seen: AcceptedField[] = [];
  for (let start = question + 1; start <= end; ) {
    let next = text.indexOf("&", start);
    if (next < 0 || next > end) next = end;
    // Include the delimiter in the range.
    if (next === start) badField([start - 1, start], "empty header field", "remove it", report, "warning");
    else {
      const hfield = readHfield(text, start, next, seen, report);
      if (hfield !== undefined) hfields.push(hfield);
    }
    start = next + 1;
  }
  return Object.freeze(hfields);
}

/** @param seen the fields read so far that may occur only once. */
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
    badField(
      [start, end],
      'a header field must have a "="',
      'write "=" and the value after the name',
      report,
    );
    return undefined;
  }
  const hfname = decodeText(piece.slice(0, length));
  const field = ACCEPTED.get(hfname) ?? ACCEPTED.get(hfname.toLowerCase());
  if (field === undefined || field === BCC) checkName(hfname, [start, start + length], report);
  else if (field.once) {
    const message = "a message has only one such field: the first one is used";
    if (seen.includes(field))
      badField([start, start + length], message, "remove the others", report, "warning");
    else seen.push(field);
  }
  const raw = piece.slice(length + 1);
  const hfvalue = decodeText(raw);
  const isBody = field === BODY;
  if (!isSuspect(raw, isBody)) return Object.freeze({ hfname, hfvalue });
  if (SURROGATE.test(hfvalue))
    badField([start + length + 1, end], FIELD_VALUE, "percent-encode the bytes of its UTF-8", report);
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
    message: isBcc ? "some recipients are hidden from the others" : "this field is not added to the message",
    component: "query",
    start,
    end,
    ...(isHtml && { hint: 'write "&" instead of "&amp;" outside of HTML' }),
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
      message: "control character: the URL is valid, but no message is created from it",
      component: "query",
      start: at + index,
      end: at + index + 3,
      cite: "RFC 6068 §5",
    });
  }
}

/**
 * Formats a mailto URL. The inverse of {@link parse}; line breaks of a body become CR LF.
 *
 * @throws {UrlSyntaxError} bad-address: not an addr-spec; bad-header-field: an invalid name, or a value that is not
 *   UTF-8; control-octet: a control that is not allowed in a field or a body.
 */
export function format({ to = [], hfields = [], fragment }: MailtoInit): string {
  if (!to.every((address) => isAddrSpec(address) || isAddrSpec822(address)))
    throw refused("bad-address", "path", ADDRESS);
  for (const { hfname, hfvalue } of hfields) {
    if (!isFieldName(hfname)) throw refused("bad-header-field", "query", FIELD_NAME);
    if (typeof hfvalue !== "string" || SURROGATE.test(hfvalue))
      throw refused("bad-header-field", "query", FIELD_VALUE);
    if (hasControl(hfvalue, hfname.toLowerCase() === "body"))
      throw refused("control-octet", "query", "control characters are not allowed here");
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
 * Returns the normal form: domains and names of header fields in lower case, local-parts unchanged, no empty header
 * fields, and as few escapes as possible. If all fields "to" contain only addresses, these follow the addresses of the
 * path, because the three spellings of RFC 6068 §2 are equivalent.
 */
export function normalize({ parts: { to, hfields }, fragment }: MailtoUrl): string {
  const named = hfields.map(({ hfname, hfvalue }) => ({ hfname: hfname.toLowerCase(), hfvalue }));
  const more = named.map(({ hfname, hfvalue }) => (hfname === "to" ? plainAddresses(hfvalue) : []));
  // All or none, so that the order of addresses stays the same.
  const all = more.every((each) => each !== undefined);
  const addresses = all ? [...to, ...more.flat()] : to;
  const fields = all ? named.filter(({ hfname }) => hfname !== "to") : named;
  const end = fragment === undefined ? "" : `#${normalizeEscapes(fragment)}`;
  return `mailto:${formatParts(addresses.map(normalAddress), fields)}${end}`;
}

/** Returns the addresses of a value that has only addresses, and white space around commas; otherwise `undefined`. */
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

/** Converts the domain to lower case; "the local-part … MUST be interpreted … only by the host" (RFC 5321 §2.3.11). */
function normalAddress(address: string): string {
  const at = dividerOf(address);
  return address.slice(0, at) + asciiLowerCase(address.slice(at));
}
