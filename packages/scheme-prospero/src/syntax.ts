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
  type ProblemInit,
  type Profile,
  type Report,
  requireList,
  requireText,
  UCHAR,
  UNRESERVED,
  type Url,
  warnAboutControls,
} from "@anyurl/core";

/*
 * prosperourl = "prospero://" hostport "/" ppath *[ fieldspec ]
 * ppath       = psegment *[ "/" psegment ]
 * psegment    = *[ uchar | "?" | ":" | "@" | "&" | "=" ]
 * fieldspec   = ";" fieldname "=" fieldvalue
 * fieldname   = *[ uchar | "?" | ":" | "@" | "&" ]
 * fieldvalue  = *[ uchar | "?" | ":" | "@" | "&" ]                    (RFC 1738 §5)
 */

/** The decoded parts of a prospero URL (RFC 4157 §2). Host and port are in the generic URL. */
export interface ProsperoParts {
  /**
   * The host-specific object name. Opaque: only the server interprets a "/" in it, including the first one of
   * "//pros/name".
   */
  readonly hsoname: string;
  /** Other fields that identify the target, in order; a name may occur twice. */
  readonly fieldspecs: readonly Fieldspec[];
}

export interface Fieldspec {
  /** In its original case, for example "OBJECT-VERSION". */
  readonly fieldname: string;
  readonly fieldvalue: string;
}

/** The input of `format`. */
export interface ProsperoInit extends Pick<AuthorityInit, "host" | "port">, Partial<ProsperoParts> {
  /** Default "prospero". */
  readonly scheme?: ProsperoName;
  readonly fragment?: string | undefined;
}

export type ProsperoName = "prospero";
export type ProsperoUrl = Url<ProsperoName, ProsperoParts>;

export const DEFAULT_PORT = 1525;

const CITE = "RFC 1738 §5, prosperourl";

/**
 * Characters that need no escape in the name and the value of a field; "?" would begin a query of the generic syntax.
 */
const FIELD_BARE: CharSet = /* @__PURE__ */ new CharSet(":@&", UNRESERVED, UCHAR);
/** The same for an hsoname, where "=" is not a delimiter. */
const HSONAME_BARE: CharSet = /* @__PURE__ */ new CharSet("/=", FIELD_BARE);

/** The ranges of the parts of a prospero URL, in UTF-16 code units. */
export interface PathRanges {
  /** The first character of the hsoname. */
  readonly start: number;
  /** The first ";", or the end. */
  readonly end: number;
  /** In order. */
  readonly fields: readonly FieldRange[];
}

interface FieldRange {
  /** The ";". The name of the field follows it. */
  readonly start: number;
  /** The first "=" in the field; `end` without one. */
  readonly equals: number;
  readonly end: number;
}

/** Splits the url-path at each ";", and each field at its first "=". "?" is an ordinary character here. */
export function splitPath(url: Url): PathRanges {
  const { pathStart, queryEnd } = url.offsets;
  const text = url.href;
  // Without an authority, or with an empty path, there is no name.
  const start = text.startsWith("/", pathStart) ? pathStart + 1 : pathStart;
  const end = findOrEnd(queryEnd, text, ";", start);
  const fields: FieldRange[] = [];
  // Remember the next "=", so that each field does not search the rest again.
  let equals = -1;
  for (let at = end; at < queryEnd; ) {
    const next = findOrEnd(queryEnd, text, ";", at + 1);
    if (equals <= at) equals = findOrEnd(queryEnd, text, "=", at);
    fields.push({ start: at, equals: Math.min(equals, next), end: next });
    at = next;
  }
  return { start, end, fields };
}

/** Returns the offset of `char` in [from, end), or `end` if it is not found. */
function findOrEnd(end: number, text: string, char: string, from: number): number {
  const at = text.indexOf(char, from);
  return at < 0 || at > end ? end : at;
}

/**
 * Checks `prospero://<host>:<port>/<hsoname>;<field>=<value>`.
 *
 * Reports bad-field; userinfo-not-allowed, missing-authority, missing-host, bad-host, bad-port; by RFC 1738 bad-path;
 * and as warnings bad-field (an empty name), control-octet.
 */
export function check(url: Url, report: Report, profile: Profile): void {
  checkHostport(url, report, HOSTPORT);
  const { pathStart, queryEnd } = url.offsets;
  const modern = profile === "rfc3986";
  if (!modern && !url.href.startsWith("/", pathStart) && url.host !== undefined)
    report(missingSlash(pathStart));
  warnAboutControls(url, [pathStart, queryEnd], "path", report);
  const semicolon = url.href.indexOf(";", pathStart);
  if (semicolon < 0 || semicolon >= queryEnd) return;
  for (const field of splitPath(url).fields) checkField(url.href, field, modern, report);
}

const HOSTPORT: HostportRules = { userinfo: false, cite: CITE };

function checkField(text: string, { start, equals, end }: FieldRange, modern: boolean, report: Report): void {
  if (equals === end) report(missingValue(start, end));
  else if (equals === start + 1) report(missingName(start, equals));
  if (modern) return;
  checkRfc1738(text.slice(start + 1, equals), start + 1, report);
  checkRfc1738(text.slice(equals + 1, end), equals + 1, report);
}

/** Reads the parts of a checked URL. */
export function parse(url: Url): ProsperoParts {
  const { href } = url;
  const { start, end, fields } = splitPath(url);
  const fieldspecs = fields.map((field) =>
    Object.freeze({
      fieldname: decodeText(href.slice(field.start + 1, field.equals)),
      fieldvalue: decodeText(href.slice(field.equals + 1, field.end)),
    }),
  );
  return { hsoname: decodeText(href.slice(start, end)), fieldspecs: Object.freeze(fieldspecs) };
}

function missingSlash(start: number): ProblemInit {
  return {
    ...{ code: "bad-path", component: "path", start, end: start, cite: CITE },
    message: 'missing "/" and object name after the host',
    hint: 'add "/" for an empty name',
  };
}

function missingValue(start: number, end: number): ProblemInit {
  return {
    ...{ code: "bad-field", component: "path", start, end, cite: CITE },
    message: 'missing "=" in a field: expected NAME=VALUE',
    hint: 'use "%3B" for a semicolon in the name of the object',
  };
}

function missingName(start: number, end: number): ProblemInit {
  return {
    ...{ code: "bad-field", severity: "warning", component: "path", start, end, cite: CITE },
    message: "a field has an empty name",
  };
}

/** fieldname and fieldvalue, by RFC 1738 §5: the characters of a URL except "/" and "=". */
function checkRfc1738(raw: string, start: number, report: Report): void {
  const at = raw.search(/[/=]/);
  if (at < 0) return;
  report({
    ...{ code: "bad-field", component: "path", start: start + at, end: start + at + 1, cite: CITE },
    message: `"${raw[at]}" is not allowed in the name or the value of a field`,
    hint: raw[at] === "/" ? 'write "%2F"' : 'write "%3D"',
  });
}

/**
 * Formats a prospero URL. The inverse of {@link parse}.
 *
 * @throws {UrlSyntaxError} bad-host, bad-port.
 */
export function format(init: ProsperoInit): string {
  const { scheme = "prospero", host, port, hsoname = "", fieldspecs = [] } = init;
  requireText(hsoname, "hsoname");
  for (const { fieldname, fieldvalue } of requireList(fieldspecs, "fieldspecs", "object")) {
    requireText(fieldname, "fieldname");
    requireText(fieldvalue, "fieldvalue");
  }
  const authority = formatAuthority({ host, port });
  return `${scheme}:${authority}${formatPath({ hsoname, fieldspecs })}${formatFragment(init.fragment)}`;
}

/** Formats "/", the hsoname, and the fields in order. */
function formatPath({ hsoname, fieldspecs }: ProsperoParts): string {
  const fields = fieldspecs.map(
    ({ fieldname, fieldvalue }) =>
      `;${encodeText(fieldname, FIELD_BARE)}=${encodeText(fieldvalue, FIELD_BARE)}`,
  );
  return `/${encodeText(hsoname, HSONAME_BARE)}${fields.join("")}`;
}

/**
 * The normal form: host in lower case, no default port, each part with as few escapes as possible. The hsoname is
 * opaque: "//" and ".." stay; so do the fields, in their order.
 */
export function normalize(url: ProsperoUrl): string {
  const { scheme, parts } = url;
  return `${scheme}:${normalizeAuthority(url, DEFAULT_PORT)}${formatPath(parts)}${normalizeFragment(url)}`;
}
