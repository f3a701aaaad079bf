import {
  asciiLowerCase,
  CharSet,
  decodeText,
  encodeText,
  formatFragment,
  normalizeFragment,
  type ProblemCode,
  type Profile,
  type Report,
  refuseComponent,
  requireList,
  syntaxError,
  UNRESERVED,
  type Url,
} from "@anyurl/core";
import {
  findAddrSpecEnd,
  findDivider,
  findPlainAddrSpecEnd,
  findRawDivider,
  isAddrSpec,
  isAddrSpec822,
} from "./addr-spec.ts";
import {
  ACCEPTED_FIELDS,
  type AcceptedField,
  createControlPattern,
  type HField,
  hasControl,
  isFieldName,
  needsCheck,
  normalizeLineBreaks,
} from "./hfield.ts";
import { skipSpace } from "./mailbox.ts";

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
const ADDR_UNENCODED: CharSet = new CharSet("!$'*+:", UNRESERVED);
/** qchar except ";", which some programs treat as a separator of header fields. */
const QCHAR: CharSet = new CharSet("!$'()*+,:@", UNRESERVED);

const CITE = "RFC 6068 §2";
const CITE_1738 = "RFC 1738 §3.5";

const ADDRESS_MESSAGE =
  'an address must be a local-part, "@" and a domain, without a name, comments or spaces';
const FIELD_NAME_MESSAGE = 'the name of a header field must be printable ASCII without spaces and ":"';
const FIELD_VALUE_MESSAGE = "the value of a header field must be UTF-8";
/** A lone surrogate stands for a byte that is not UTF-8. */
const SURROGATE = /\p{Surrogate}/u;

/** A range of the text as written: [start, end). */
export type TextRange = readonly [start: number, end: number];

/** Splits text[start, end) at `separator` into at least one range. */
export function splitRanges(
  text: string,
  start: number,
  end: number,
  separator: string,
): readonly TextRange[] {
  const found: TextRange[] = [];
  let from = start;
  for (let at = text.indexOf(separator, from); at >= 0 && at < end; at = text.indexOf(separator, from)) {
    found.push([from, at]);
    from = at + 1;
  }
  found.push([from, end]);
  return found;
}

/** Checks `mailto:<addr-spec>,<addr-spec>?<hfname>=<hfvalue>&…`.
 *
 * Reports bad-address, bad-header-field, authority-not-allowed; and as warnings unsafe-header for fields that are not
 * added to the message, bad-header-field for empty or repeated fields, control-octet for controls that are not valid in
 * a message.
 */
export function check(url: Url, report: Report, profile: Profile): void {
  const { pathStart, pathEnd, queryEnd } = url.offsets;
  const hasAuthority = refuseComponent(url, "authority", report, {
    message: "a mailto URL has no server",
    hint: 'remove the "//", or write a "/" of an address as "%2F"',
    cite: profile === "rfc3986" ? CITE : CITE_1738,
  });
  if (hasAuthority) return;
  const text = url.href;
  if (profile === "rfc1738") {
    const address = decodeText(text.slice(pathStart, queryEnd));
    if (!isAddrSpec822(address)) reportAddress(text, [pathStart, queryEnd], address, report, CITE_1738);
    return;
  }
  if (pathStart < pathEnd) checkTo(text, pathStart, pathEnd, report);
  if (pathEnd < queryEnd) checkHfields(text, pathEnd, queryEnd, report);
}

/** Reads the fields of a checked URL. Splits before decoding, so "%2C" is data of an address. */
export function parse(url: Url, _report: Report, profile: Profile): MailtoParts {
  const { pathStart, pathEnd, queryEnd } = url.offsets;
  const { href } = url;
  if (profile === "rfc1738")
    return { to: Object.freeze([decodeText(href.slice(pathStart, queryEnd))]), hfields: Object.freeze([]) };
  const to = pathStart === pathEnd ? [] : splitRanges(href, pathStart, pathEnd, ",");
  const hfields = pathEnd === queryEnd ? [] : splitRanges(href, pathEnd + 1, queryEnd, "&");
  return {
    to: Object.freeze(to.map(([start, end]) => decodeText(href.slice(start, end)))),
    hfields: Object.freeze(
      hfields.filter(([start, end]) => start < end).map(([start, end]) => readHfield(href.slice(start, end))),
    ),
  };
}

function readHfield(piece: string): HField {
  const equals = piece.indexOf("=");
  const hfname = decodeText(piece.slice(0, equals));
  const hfvalue = decodeText(piece.slice(equals + 1));
  const isBody = piece.includes("%") && findAcceptedField(hfname) === BODY;
  return Object.freeze({ hfname, hfvalue: isBody ? normalizeLineBreaks(hfvalue) : hfvalue });
}

function checkTo(text: string, start: number, end: number, report: Report): void {
  for (let from = start; from <= end; ) {
    let next = findPlainAddrSpecEnd(text, from);
    if (next < 0) {
      next = text.indexOf(",", from);
      if (next < 0 || next > end) next = end;
      checkAddress(text, [from, next], report);
    }
    from = next + 1;
  }
}

function checkAddress(text: string, place: TextRange, report: Report): void {
  const raw = text.slice(place[0], place[1]);
  const address = decodeText(raw);
  const ampersand = raw.indexOf("&");
  if (ampersand >= 0) reportAmpersand(place[0] + ampersand, report);
  // The "@" between the parts is a delimiter; percent-encoded it would be data.
  else if (!isAddrSpec(address) || raw[findRawDivider(raw, address)] !== "@")
    reportAddress(text, place, address, report, CITE);
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
  [start, end]: TextRange,
  address: string,
  report: Report,
  cite: string,
): void {
  const hint = findAddressHint(text.slice(start, end), address, cite);
  report({
    code: "bad-address",
    message: ADDRESS_MESSAGE,
    component: "path",
    start,
    end,
    cite,
    ...(hint && { hint }),
  });
}

function findAddressHint(raw: string, address: string, cite: string): string | undefined {
  if (address.includes("<")) return 'keep only the address between "<" and ">"';
  // The other hints are about delimiters, which RFC 1738 does not have.
  if (cite === CITE_1738) return undefined;
  if (raw === "") return "remove the comma, or add the missing address";
  if (address.includes(","))
    return 'separate addresses with an unencoded ","; quote a comma within an address: "%22a%2Cb%22@…"';
  return raw.includes("@") ? undefined : 'write the "@" between the two parts unencoded';
}

function checkHfields(text: string, question: number, end: number, report: Report): void {
  const second = text.indexOf("?", question + 1);
  if (second >= 0 && second < end)
    reportField(
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
    if (next === start) reportField([start - 1, start], "empty header field", "remove it", report, "warning");
    else checkHfield(text, start, next, seen, report);
    start = next + 1;
  }
}

/** @param seen the fields read so far that may occur only once. */
function checkHfield(text: string, start: number, end: number, seen: AcceptedField[], report: Report): void {
  const piece = text.slice(start, end);
  const length = piece.indexOf("=");
  if (length < 0) {
    reportField(
      [start, end],
      'a header field must have a "="',
      'write "=" and the value after the name',
      report,
    );
    return;
  }
  const hfname = decodeText(piece.slice(0, length));
  const field = findAcceptedField(hfname);
  if (field === undefined || field === BCC) checkName(hfname, [start, start + length], report);
  else if (field.once) {
    const message = "a message has only one such field: the first one is used";
    if (seen.includes(field))
      reportField([start, start + length], message, "remove the others", report, "warning");
    else seen.push(field);
  }
  const raw = piece.slice(length + 1);
  const isBody = field === BODY;
  if (!needsCheck(raw, isBody)) return;
  if (SURROGATE.test(decodeText(raw)))
    reportField(
      [start + length + 1, end],
      FIELD_VALUE_MESSAGE,
      "percent-encode the bytes of its UTF-8",
      report,
    );
  warnAboutControls(raw, start + length + 1, isBody, report);
}

function findAcceptedField(hfname: string): AcceptedField | undefined {
  return ACCEPTED_FIELDS.get(hfname) ?? ACCEPTED_FIELDS.get(hfname.toLowerCase());
}

const BCC = ACCEPTED_FIELDS.get("bcc");
const BODY = ACCEPTED_FIELDS.get("body");

function checkName(hfname: string, [start, end]: TextRange, report: Report): void {
  if (!isFieldName(hfname)) {
    reportField([start, end], FIELD_NAME_MESSAGE, "correct the name", report);
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

function reportField(
  [start, end]: TextRange,
  message: string,
  hint: string,
  report: Report,
  severity: "error" | "warning" = "error",
): void {
  report({ code: "bad-header-field", severity, message, component: "query", start, end, hint, cite: CITE });
}

function warnAboutControls(raw: string, at: number, isBody: boolean, report: Report): void {
  for (const { index } of raw.matchAll(createControlPattern(isBody))) {
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
  // JavaScript callers may pass anything, also as a member.
  const isAddress = (given: unknown) =>
    typeof given === "string" && (isAddrSpec(given) || isAddrSpec822(given));
  if (Array.isArray(to) && !to.every(isAddress))
    throw mailtoSyntaxError("bad-address", "path", ADDRESS_MESSAGE);
  requireList(to, "to");
  if (!Array.isArray(hfields)) requireList(hfields, "hfields", "object");
  for (const each of hfields) {
    const { hfname, hfvalue } = Object(each) as HField;
    if (!isFieldName(hfname)) throw mailtoSyntaxError("bad-header-field", "query", FIELD_NAME_MESSAGE);
    if (typeof hfvalue !== "string" || SURROGATE.test(hfvalue))
      throw mailtoSyntaxError("bad-header-field", "query", FIELD_VALUE_MESSAGE);
    if (hasControl(hfvalue, hfname.toLowerCase() === "body"))
      throw mailtoSyntaxError("control-octet", "query", "control characters are not allowed here");
  }
  return `mailto:${formatParts(to, hfields)}${formatFragment(fragment)}`;
}

function formatParts(to: readonly string[], hfields: readonly HField[]): string {
  const fields = hfields.map(({ hfname, hfvalue }) => {
    const value = hfname.toLowerCase() === "body" ? normalizeLineBreaks(hfvalue) : hfvalue;
    return `${encodeText(hfname, QCHAR)}=${encodeText(value, QCHAR)}`;
  });
  return to.map(formatAddress).join(",") + (fields.length === 0 ? "" : `?${fields.join("&")}`);
}

function formatAddress(address: string): string {
  const at = findDivider(address);
  return `${encodeText(address.slice(0, at), ADDR_UNENCODED)}@${encodeText(address.slice(at + 1), ADDR_UNENCODED)}`;
}

function mailtoSyntaxError(code: ProblemCode, component: "path" | "query", message: string): Error {
  return syntaxError({ code, message, component, start: 0, end: 0, cite: CITE });
}

/**
 * Returns the normal form: domains and names of header fields in lower case, local-parts unchanged, no empty header
 * fields, and as few escapes as possible. If all fields "to" contain only addresses, these follow the addresses of the
 * path, because the three spellings of RFC 6068 §2 are equivalent.
 */
export function normalize({ parts: { to, hfields }, fragment }: MailtoUrl): string {
  const named = hfields.map(({ hfname, hfvalue }) => ({ hfname: hfname.toLowerCase(), hfvalue }));
  const more = named.map(({ hfname, hfvalue }) => (hfname === "to" ? parsePlainAddresses(hfvalue) : []));
  // All or none, so that the order of addresses stays the same.
  const all = more.every((each) => each !== undefined);
  const addresses = all ? [...to, ...more.flat()] : to;
  const fields = all ? named.filter(({ hfname }) => hfname !== "to") : named;
  return `mailto:${formatParts(addresses.map(normalizeAddress), fields)}${normalizeFragment({ fragment })}`;
}

/** Returns the addresses of a value that has only addresses, and white space around commas; otherwise `undefined`. */
function parsePlainAddresses(value: string): readonly string[] | undefined {
  const found: string[] = [];
  for (let i = 0; i < value.length; ) {
    const end = findAddrSpecEnd(value, i);
    const comma = skipSpace(value, end);
    // Without an address this is -1, where there is no comma.
    if (comma < value.length && value[comma] !== ",") return undefined;
    found.push(value.slice(i, end));
    i = skipSpace(value, comma + 1);
    // A comma at the end; without one, this is after the end.
    if (i === value.length) return undefined;
  }
  return found;
}

/** Converts the domain to lower case; "the local-part … MUST be interpreted … only by the host" (RFC 5321 §2.3.11). */
function normalizeAddress(address: string): string {
  const at = findDivider(address);
  return address.slice(0, at) + asciiLowerCase(address.slice(at));
}
