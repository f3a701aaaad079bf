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
  normalizeFragment,
  PATH,
  type ProblemCode,
  type Profile,
  type Report,
  reportDisallowed,
  requireText,
  syntaxError,
  UCHAR,
  type Url,
  warnAboutControls,
} from "@anyurl/core";
import { parseForm } from "./plus/form.ts";

/*
 * gopherurl = "gopher://" hostport [ "/" [ gtype [ selector [ "%09" search [ "%09" gopher+_string ] ] ] ] ]
 *                                                                  (RFC 1738 §5 with erratum 5118, RFC 4266 §2.1)
 */

/** The decoded fields of a gopher URL (RFC 4266 §2.1). Host and port are in the generic URL. */
export interface GopherParts {
  /** One character; "1", a menu, if the gopher-path is empty. */
  readonly gophertype: string;
  /** Empty for the top menu of the server. */
  readonly selector: string;
  /** `undefined` without "%09"; "" if nothing follows "%09". */
  readonly search: string | undefined;
  /** The gopher+ string, the only field that can contain HT, CR, and LF (§2.9). */
  readonly gopherPlus: string | undefined;
}

/** The fields from which a gopher URL is built. A gopherPlus without a search adds an empty search. */
export interface GopherInit extends Pick<AuthorityInit, "host" | "port">, Partial<GopherParts> {
  /** Default "gopher". */
  readonly scheme?: GopherName;
  readonly fragment?: string | undefined;
}

export type GopherName = "gopher" | "gophers";
export type GopherUrl = Url<GopherName, GopherParts>;

export const DEFAULT_PORT = 70;

/** No character is reserved in a gopher-path (§2.1), but "?" would begin a query of the generic syntax. */
const UNENCODED: CharSet = new CharSet(PATH);
/** A "/" in a search is also data, but RFC 1738 §5 requires it to be percent-encoded there. */
const SEARCH_UNENCODED: CharSet = UNENCODED.without("/");

/** The unencoded characters of `search` in RFC 1738 §5, which include neither "/" nor "?". */
const SEARCH_1738: CharSet = new CharSet(";:@&=", UCHAR);

const CITE = "RFC 4266 §2.1";

/** Types with a meaning in RFC 1436 §3.8 or in practice. Any other type gets a warning. */
const KNOWN_TYPES: CharSet = new CharSet("0123456789+TgIhis:;<dPpMcerwxXQq");

/** A field as written, and its position in the URL. */
export interface RawField {
  readonly raw: string;
  readonly start: number;
}

/** The raw fields of a gopher-path, in order; those after the selector need a "%09" before them. */
export interface RawPath {
  readonly gophertype: RawField;
  readonly selector: RawField;
  readonly search: RawField | undefined;
  readonly gopherPlus: RawField | undefined;
}

/**
 * Splits the gopher-path at its first two "%09", before decoding. The rest after the second one is the gopher+ string,
 * which can contain more of them. The query of the generic syntax belongs to the path.
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
 * Checks `gopher://<host>:<port>/<gophertype><selector>%09<search>%09<gopher+_string>`.
 *
 * Reports bad-gopher-type, userinfo-not-allowed, missing-authority, missing-host, bad-host, bad-port; and as warnings
 * unknown-gopher-type, control-octet.
 */
export function check(url: Url, report: Report, profile: Profile): void {
  checkHostport(url, report, HOSTPORT);
  const { href } = url;
  const { pathStart, queryEnd } = url.offsets;
  const percent = href.indexOf("%", pathStart);
  // Most URLs have only a type and a selector without escapes.
  if (percent < 0 || percent >= queryEnd) {
    const start = href.startsWith("/", pathStart) ? pathStart + 1 : pathStart;
    if (start < queryEnd && !KNOWN_TYPES.has(href.charCodeAt(start)))
      checkType(href[start]!, { raw: href[start]!, start }, report);
    return;
  }
  const { gophertype, selector, search, gopherPlus } = splitPath(url);
  checkType(decodeType(gophertype), gophertype, report);
  if (search !== undefined && profile === "rfc1738")
    reportDisallowed(url, toRange(search), SEARCH_1738, "path", report, HOSTPORT.cite);
  warnAboutControls(url, toRange(selector), "path", report);
  if (search !== undefined) warnAboutControls(url, toRange(search), "path", report);
  // The data of a form contain line ends (§2.9). Such a string is parsed as a form and formatted again.
  if (gopherPlus !== undefined && parseForm(decodeText(gopherPlus.raw)) === undefined)
    warnAboutControls(url, toRange(gopherPlus), "path", report);
}

/** Reads the fields of a checked URL. */
export function parse(url: Url): GopherParts {
  const { gophertype, selector, search, gopherPlus } = splitPath(url);
  return {
    gophertype: decodeType(gophertype),
    selector: decodeText(selector.raw),
    search: search && decodeText(search.raw),
    gopherPlus: gopherPlus && decodeText(gopherPlus.raw),
  };
}

/** An empty path is that of a menu. */
function decodeType({ raw }: RawField): string {
  return raw.length === 1 ? raw : decodeText(raw) || "1";
}

function toRange({ raw, start }: RawField): [start: number, end: number] {
  return [start, start + raw.length];
}

const HOSTPORT: HostportRules = { userinfo: false, cite: "RFC 1738 §5, gopherurl" };

function checkType(gophertype: string, { raw, start }: RawField, report: Report): void {
  if (gophertype.length === 1 && KNOWN_TYPES.has(gophertype.charCodeAt(0))) return;
  const place = { component: "path", start, end: start + raw.length, cite: CITE } as const;
  if (!/^[!-~]$/.test(gophertype)) {
    report({
      code: "bad-gopher-type",
      message: "a gophertype must be one printable ASCII character",
      hint: 'write the type before the selector, for example "/0/about.txt"',
      ...place,
    });
  } else {
    report({
      code: "unknown-gopher-type",
      severity: "warning",
      message: `unknown gophertype "${gophertype}"`,
      hint: "check the first character of the path: it is the type, and the selector follows it",
      ...place,
    });
  }
}

/**
 * Formats a gopher URL. The inverse of {@link parse}.
 *
 * @throws {UrlSyntaxError} bad-gopher-type; bad-selector: HT, CR, LF or NUL in the selector or the search; CR, LF or
 *   NUL in a gopher+ string that is not a form; bad-host, bad-port.
 */
export function format(init: GopherInit): string {
  const { scheme = "gopher", host, port, gophertype = "1", selector = "", search, gopherPlus } = init;
  for (const [name, field] of Object.entries({ gophertype, selector, search, gopherPlus }))
    if (field !== undefined) requireText(field, name);
  if (!/^[!-~]$/.test(gophertype))
    throw gopherSyntaxError("bad-gopher-type", "a gophertype must be one printable ASCII character");
  for (const field of [selector, search ?? ""]) {
    if (/[\0\t\r\n]/.test(field))
      throw gopherSyntaxError("bad-selector", "a selector or search must not contain HT, CR, LF, or NUL");
  }
  if (gopherPlus !== undefined && /[\0\r\n]/.test(gopherPlus) && parseForm(gopherPlus) === undefined)
    throw gopherSyntaxError(
      "bad-selector",
      "a gopher+ string must not contain CR, LF, or NUL unless it is a form",
    );
  const authority = formatAuthority({ host, port });
  return `${scheme}:${authority}${formatPath({ gophertype, selector, search, gopherPlus })}${formatFragment(init.fragment)}`;
}

/** Formats "/" and the gopher-path: only "/" for the top menu. */
export function formatPath({ gophertype, selector, search, gopherPlus }: GopherParts): string {
  const asked = search ?? (gopherPlus === undefined ? undefined : "");
  if (gophertype === "1" && selector === "" && asked === undefined) return "/";
  const tail = gopherPlus === undefined ? "" : `%09${encodeText(gopherPlus, UNENCODED)}`;
  const words = asked === undefined ? "" : `%09${encodeText(asked, SEARCH_UNENCODED)}`;
  return `/${encodeText(gophertype + selector, UNENCODED)}${words}${tail}`;
}

/** Returns the normal form: host in lower case, no default port, and as few escapes as possible. "/1" becomes "/". */
export function normalize(url: GopherUrl): string {
  return `${url.scheme}:${normalizeAuthority(url, DEFAULT_PORT)}${formatPath(url.parts)}${normalizeFragment(url)}`;
}

function gopherSyntaxError(code: ProblemCode, message: string): Error {
  return syntaxError({ code, message, component: "path", start: 0, end: 0, cite: CITE });
}
