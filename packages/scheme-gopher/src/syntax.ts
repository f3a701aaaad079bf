import {
  type AuthorityInit,
  CharSet,
  checkHostport,
  decodeText,
  encodeText,
  formatAuthority,
  formatFragment,
  type HostportRules,
  normalizeAuthority,
  normalizeEscapes,
  PATH,
  type Profile,
  type Report,
  reportControls,
  reportOutside,
  syntaxError,
  UCHAR,
  type Url,
} from "@anyurl/core";
import { formOf } from "./form.ts";

/*
 * gopherurl = "gopher://" hostport [ "/" [ gtype [ selector [ "%09" search [ "%09" gopher+_string ] ] ] ] ]
 *                                                                  (RFC 1738 §5 with erratum 5118, RFC 4266 §2.1)
 */

/** What a gopher URL names (RFC 4266 §2.1), decoded. Host and port are the generic URL's. */
export interface GopherParts {
  /** One character; "1", a menu, when the gopher-path is empty. */
  readonly gophertype: string;
  /** Empty: the server's top menu. */
  readonly selector: string;
  /** `undefined` without "%09"; "" after a bare "%09". */
  readonly search: string | undefined;
  /** The gopher+ string, the one field that may hold HT, CR and LF (§2.9). */
  readonly gopherPlus: string | undefined;
}

/** The fields of a gopher URL to be written. A gopherPlus without a search brings an empty search. */
export interface GopherInit extends Pick<AuthorityInit, "host" | "port">, Partial<GopherParts> {
  /** Default "gopher". */
  readonly scheme?: GopherName;
  readonly fragment?: string | undefined;
}

export type GopherName = "gopher" | "gophers";
export type GopherUrl = Url<GopherName, GopherParts>;

export const DEFAULT_PORT = 70;

/** No character is reserved in a gopher-path (§2.1), but "?" would begin a query of the generic syntax. */
const BARE: CharSet = new CharSet(PATH);
/** A "/" in a search is data as well, but RFC 1738 §5 would have it escaped there. */
const SEARCH_BARE: CharSet = BARE.without("/");

/** search, by RFC 1738 §5, but for its escapes: neither "/" nor "?" is among them. */
const SEARCH_1738: CharSet = new CharSet(";:@&=", UCHAR);

const CITE = "RFC 4266 §2.1";

/** Types that RFC 1436 §3.8 and custom have given a meaning to; any other is read, with a warning. */
const KNOWN_TYPES: CharSet = new CharSet("0123456789+TgIhis:;<dPpMcerwxXQq");

/** A field as written, and where it stands in the URL. */
export interface RawField {
  readonly raw: string;
  readonly start: number;
}

/** The raw fields of a gopher-path, in order; those after the selector only where there is a "%09". */
export interface RawPath {
  readonly gophertype: RawField;
  readonly selector: RawField;
  readonly search: RawField | undefined;
  readonly gopherPlus: RawField | undefined;
}

/**
 * Cuts the gopher-path at its first two "%09": what follows the second is the gopher+ string, and may hold more of
 * them. Cut before decoding. What the generic syntax calls a query belongs to the path.
 */
export function splitPath({ href, offsets: { pathStart, queryEnd } }: Url): RawPath {
  const start = pathStart + (pathStart < queryEnd && href[pathStart] === "/" ? 1 : 0);
  const field = (from: number, to: number): RawField => ({ raw: href.slice(from, to), start: from });
  const tab = (from: number) => {
    const at = href.indexOf("%09", from);
    return at < queryEnd ? at : -1;
  };
  const typeEnd = Math.min(start + (href[start] === "%" ? 3 : 1), queryEnd);
  const gophertype = field(start, typeEnd);
  const first = tab(typeEnd);
  if (first < 0) {
    return { gophertype, selector: field(typeEnd, queryEnd), search: undefined, gopherPlus: undefined };
  }
  const selector = field(typeEnd, first);
  const second = tab(first + 3);
  if (second < 0) return { gophertype, selector, search: field(first + 3, queryEnd), gopherPlus: undefined };
  return { gophertype, selector, search: field(first + 3, second), gopherPlus: field(second + 3, queryEnd) };
}

/**
 * Reads `gopher://<host>:<port>/<gophertype><selector>%09<search>%09<gopher+_string>`.
 *
 * Reports bad-gopher-type, userinfo-not-allowed, missing-authority, missing-host, bad-host, bad-port; and as warnings
 * unknown-gopher-type, control-octet.
 */
export function parse(url: Url, report: Report, profile: Profile): GopherParts {
  checkHostport(url, report, HOSTPORT);
  const { gophertype, selector, search, gopherPlus } = splitPath(url);
  const parts = {
    gophertype: gophertype.raw.length === 1 ? gophertype.raw : decodeText(gophertype.raw) || "1",
    selector: decodeText(selector.raw),
    search: search && decodeText(search.raw),
    gopherPlus: gopherPlus && decodeText(gopherPlus.raw),
  };
  checkType(parts.gophertype, gophertype, report);
  if (search !== undefined && profile === "rfc1738")
    reportOutside(url, placeOf(search), SEARCH_1738, "path", report, HOSTPORT.cite);
  reportControls(url, placeOf(selector), "path", report);
  if (search !== undefined) reportControls(url, placeOf(search), "path", report);
  // A form's data hold the ends of their own lines (§2.9): such a string is read as a form, and written anew.
  if (gopherPlus !== undefined && formOf(parts.gopherPlus!) === undefined)
    reportControls(url, placeOf(gopherPlus), "path", report);
  return parts;
}

function placeOf({ raw, start }: RawField): [start: number, end: number] {
  return [start, start + raw.length];
}

const HOSTPORT: HostportRules = { userinfo: false, cite: "RFC 1738 §5, gopherurl" };

function checkType(gophertype: string, { raw, start }: RawField, report: Report): void {
  if (gophertype.length === 1 && KNOWN_TYPES.has(gophertype.charCodeAt(0))) return;
  const place = { component: "path", start, end: start + raw.length, cite: CITE } as const;
  if (!/^[!-~]$/.test(gophertype)) {
    report({
      code: "bad-gopher-type",
      message: "a gophertype is one printable ASCII character",
      hint: 'write the type in front of the selector, as in "/0/about.txt"',
      ...place,
    });
  } else {
    report({
      code: "unknown-gopher-type",
      severity: "warning",
      message: `"${gophertype}" is no type that anybody has given a meaning to`,
      hint: "the first character of the path is the type, and the selector follows it",
      ...place,
    });
  }
}

/**
 * Writes a gopher URL. The inverse of {@link parse}.
 *
 * @throws {UrlSyntaxError} bad-gopher-type; bad-selector: HT, CR, LF or NUL in the selector or the search; CR, LF or
 *   NUL in a gopher+ string that is no form; bad-host, bad-port.
 */
export function format(init: GopherInit): string {
  const { scheme = "gopher", host, port, gophertype = "1", selector = "", search, gopherPlus } = init;
  if (!/^[!-~]$/.test(gophertype))
    throw refused("bad-gopher-type", "a gophertype is one printable ASCII character");
  for (const field of [selector, search ?? ""]) {
    if (/[\0\t\r\n]/.test(field))
      throw refused("bad-selector", "HT, CR, LF and NUL end a field of the request line");
  }
  if (gopherPlus !== undefined && /[\0\r\n]/.test(gopherPlus) && formOf(gopherPlus) === undefined)
    throw refused("bad-selector", "CR and LF stand in a gopher+ string only as the data of a form");
  const authority = formatAuthority({ host, port });
  return `${scheme}:${authority}${formatPath({ gophertype, selector, search, gopherPlus })}${formatFragment(init.fragment)}`;
}

/** "/" and the gopher-path: "/" alone for the top menu. */
export function formatPath({ gophertype, selector, search, gopherPlus }: GopherParts): string {
  const asked = search ?? (gopherPlus === undefined ? undefined : "");
  if (gophertype === "1" && selector === "" && asked === undefined) return "/";
  const tail = gopherPlus === undefined ? "" : `%09${encodeText(gopherPlus, BARE)}`;
  const words = asked === undefined ? "" : `%09${encodeText(asked, SEARCH_BARE)}`;
  return `/${encodeText(gophertype + selector, BARE)}${words}${tail}`;
}

/** The normal form: host in lower case, no default port, fields escaped as little as can be. "/1" is "/". */
export function normalize(url: GopherUrl): string {
  const fragment = url.fragment === undefined ? "" : `#${normalizeEscapes(url.fragment)}`;
  return `${url.scheme}:${normalizeAuthority(url, DEFAULT_PORT)}${formatPath(url.parts)}${fragment}`;
}

function refused(code: string, message: string): Error {
  return syntaxError({ code, message, component: "path", start: 0, end: 0, cite: CITE });
}
