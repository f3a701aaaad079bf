import {
  type AuthorityInit,
  asciiLowerCase,
  CharSet,
  checkHostport,
  decodeText,
  encodeText,
  formatAuthority,
  formatFragment,
  normalizeAuthority,
  normalizeFragment,
  type ProblemInit,
  type Profile,
  type Report,
  reportDisallowed,
  syntaxError,
  UCHAR,
  UNRESERVED,
  type Url,
  warnAboutControls,
} from "@anyurl/core";

/*
 * z39.50url = zscheme "://" host [ ":" port ]
 *             [ "/" [ database *( "+" database ) [ "?" docid ] ]
 *                   [ ";esn=" elementset ] [ ";rs=" recordsyntax *( "+" recordsyntax ) ] ]
 * zscheme   = "z39.50r" / "z39.50s"
 * database = docid = elementset = recordsyntax = 1*uchar                        (RFC 2056 §5)
 *
 * The RFC prints "uchar", one character, for the last four: a misprint. Later extensions are ";keyword=value".
 */

/** A keyword of a later extension in lower case, and its value. */
export type Extra = readonly [keyword: string, value: string];

/** The decoded fields of a z39.50 URL (RFC 2056 §3, §4). Host and port are in the generic URL. */
export interface Z3950Parts {
  /** "retrieval": one record, z39.50r. "session": a dialogue with a server, z39.50s. */
  readonly kind: Z3950Kind;
  /** The databases to search; empty in a session with a server. */
  readonly databases: readonly string[];
  /** The identifier of a record, which only the server understands. */
  readonly docid: string | undefined;
  /** The name of an element set, such as "F" (full) or "B" (brief). `undefined`: the client chooses. */
  readonly elementSetName: string | undefined;
  /** Names or OIDs of record syntaxes, the preferred one first. Empty: the client chooses. */
  readonly recordSyntaxes: readonly string[];
  readonly extra: readonly Extra[];
}

export type Z3950Kind = "retrieval" | "session";

/** The fields from which a z39.50 URL is built. */
export interface Z3950Init
  extends Omit<AuthorityInit, "user" | "password">,
    Partial<Omit<Z3950Parts, "kind">> {
  /** Default: as `kind` says, otherwise "z39.50r". */
  readonly scheme?: Z3950Name;
  /** It must fit the scheme. */
  readonly kind?: Z3950Kind;
  readonly fragment?: string | undefined;
}

export type Z3950Name = "z39.50r" | "z39.50s";
export type Z3950Url = Url<Z3950Name, Z3950Parts>;

export const DEFAULT_PORT = 210;

const CITE = "RFC 2056 §5";

/** What `format` does not escape. "+" separates databases, ";" and "=" keywords, and the RFC has no other reserved ones. */
const FIELD: CharSet = new CharSet("!$'()*,", UNRESERVED);

/** A raw field, and its position in the URL: -1 if it is absent. */
export interface RawField {
  readonly raw: string;
  readonly start: number;
}

/** `;keyword=value`. The value is absent without "=". */
interface RawKeyword {
  /** The whole field, after the ";". */
  readonly field: RawField;
  /** Decoded, in lower case. */
  readonly keyword: string;
  readonly value: RawField | undefined;
}

export interface RawFields {
  /** The databases with "+" between them; "" without any. */
  readonly databases: RawField;
  /** Absent without "?". */
  readonly docid: RawField | undefined;
  readonly keywords: readonly RawKeyword[];
}

/** Splits the path and the query before decoding. The keywords are in the query if there is one, otherwise in the path. */
export function splitFields({ href, offsets }: Url): RawFields {
  const { pathStart, pathEnd, queryEnd } = offsets;
  const hasQuery = queryEnd > pathEnd;
  const start = hasQuery ? pathEnd + 1 : Math.min(pathStart + 1, pathEnd);
  const [first = { raw: "", start }, ...rest] = splitAt(
    href.slice(start, hasQuery ? queryEnd : pathEnd),
    start,
    ";",
  );
  const path = Math.min(pathStart + 1, pathEnd);
  return {
    databases: hasQuery ? { raw: href.slice(path, pathEnd), start: path } : first,
    docid: hasQuery ? first : undefined,
    keywords: rest.map((field) => {
      const equals = field.raw.indexOf("=");
      const name = equals < 0 ? field.raw : field.raw.slice(0, equals);
      return {
        field,
        keyword: asciiLowerCase(decodeText(name)),
        value: equals < 0 ? undefined : { raw: field.raw.slice(equals + 1), start: field.start + equals + 1 },
      };
    }),
  };
}

function splitAt(text: string, start: number, delimiter: string): readonly RawField[] {
  let at = start;
  return text.split(delimiter).map((raw) => {
    const field = { raw, start: at };
    at += raw.length + 1;
    return field;
  });
}

/** Returns the raw members of a list with "+" between them; none of an empty text. */
export function splitList({ raw, start }: RawField): readonly RawField[] {
  return raw === "" ? [] : splitAt(raw, start, "+");
}

/**
 * Checks a z39.50 URL.
 *
 * Reports bad-field, bad-path, userinfo-not-allowed, missing-authority, missing-host, bad-host, bad-port; under rfc1738
 * illegal-character; and as a warning control-octet.
 */
export function check(url: Url, report: Report, profile: Profile): void {
  checkHostport(url, report, { userinfo: false, cite: CITE });
  const { pathStart, pathEnd, queryEnd, hostStart } = url.offsets;
  if (hostStart < 0) return;
  const { databases, docid, keywords } = splitFields(url);
  const component = docid === undefined ? "path" : "query";
  const find = (place: ProblemInit["component"], { raw, start }: RawField, init: Finding) =>
    report({ code: "bad-field", component: place, start, end: start + raw.length, cite: CITE, ...init });
  if (pathStart === pathEnd && docid !== undefined)
    find("path", { raw: "", start: pathEnd }, { code: "bad-path", message: 'missing "/" before the "?"' });
  const slash = url.href.indexOf("/", pathStart + 1);
  if (slash >= 0 && slash < pathEnd)
    find(
      "path",
      { raw: "/", start: slash },
      {
        code: "bad-path",
        message: "a z39.50 URL has no path segments",
        hint: 'write a "/" in the name of a database as "%2F"',
      },
    );
  if (docid !== undefined) checkPathOfQuery(databases, docid, find);
  for (const field of splitList(databases))
    if (field.raw === "")
      find("path", field, { message: "empty name of a database", hint: 'remove the "+"' });
  checkKeywords(keywords, (field, init) => find(component, field, init));
  if (profile === "rfc1738" && docid !== undefined)
    for (const { raw, start } of [docid, ...keywords.flatMap(({ value }) => value ?? [])])
      reportDisallowed(url, [start, start + raw.length], UCHAR, "query", report, "RFC 1738 §5, uchar");
  warnAboutControls(url, [pathStart, pathEnd], "path", report);
  warnAboutControls(url, [pathEnd, queryEnd], "query", report);
}

type Finding = Pick<ProblemInit, "message"> & Partial<ProblemInit>;
type Find = (component: "path" | "query", field: RawField, init: Finding) => void;

function checkPathOfQuery(databases: RawField, docid: RawField, find: Find): void {
  const semicolon = databases.raw.indexOf(";");
  if (semicolon >= 0)
    find(
      "path",
      { raw: databases.raw.slice(semicolon), start: databases.start + semicolon },
      {
        message: 'unexpected ";" before the docid',
        hint: 'write ";esn=" and ";rs=" after the docid, or a ";" in a name as "%3B"',
      },
    );
  else if (databases.raw === "")
    find("path", databases, {
      message: "missing database: a docid is one of a record in a database",
      hint: 'write "/DATABASE?DOCID"',
      cite: "RFC 2056 §3",
    });
  if (docid.raw === "") find("query", docid, { message: "empty docid", hint: 'remove the "?"' });
}

function checkKeywords(
  keywords: readonly RawKeyword[],
  find: (field: RawField, init: Finding) => void,
): void {
  const seen = new Set<string>();
  for (const { field, keyword, value } of keywords) {
    const isKnown = keyword === "esn" || keyword === "rs";
    if (value === undefined || keyword === "")
      find(field, {
        message: "invalid extension: expected keyword=value",
        hint: 'write a ";" that is data as "%3B"',
      });
    else if (isKnown && seen.has(keyword))
      find(field, { message: `"${keyword}" is given twice`, hint: "remove one of them" });
    else if (keyword === "esn" && value.raw === "")
      find(value, { message: "empty name of an element set", hint: 'remove ";esn="' });
    else if (keyword === "rs" && (value.raw === "" || splitList(value).some(({ raw }) => raw === "")))
      find(value, { message: "empty name of a record syntax", hint: 'remove it, and its "+"' });
    seen.add(keyword);
  }
}

/** Reads the fields of a checked URL. */
export function parse(url: Url): Z3950Parts {
  const { databases, docid, keywords } = splitFields(url);
  const find = (wanted: string) => keywords.find(({ keyword }) => keyword === wanted)?.value;
  const decodeList = (field: RawField | undefined) =>
    field === undefined ? [] : splitList(field).map(({ raw }) => decodeText(raw));
  const esn = find("esn");
  return {
    kind: url.scheme === "z39.50s" ? "session" : "retrieval",
    databases: decodeList(databases),
    docid: docid && decodeText(docid.raw),
    elementSetName: esn && decodeText(esn.raw),
    recordSyntaxes: decodeList(find("rs")),
    extra: keywords
      .filter(({ keyword }) => keyword !== "esn" && keyword !== "rs")
      .map(({ keyword, value }) => [keyword, decodeText(value?.raw ?? "")] as const),
  };
}

/**
 * Formats a z39.50 URL. The inverse of {@link parse}.
 *
 * @throws {UrlSyntaxError} bad-field: a field is not valid; bad-host, bad-port.
 */
export function format(init: Z3950Init): string {
  const { kind, host, port } = init;
  const scheme = init.scheme ?? (kind === "session" ? "z39.50s" : "z39.50r");
  const expected = scheme === "z39.50s" ? "session" : "retrieval";
  if (kind !== undefined && kind !== expected)
    throw refusal(`invalid kind: a URL of ${scheme} is always a ${expected}`);
  const fields = checkInit(init);
  return `${scheme}:${formatAuthority({ host, port })}${formatFields(fields)}${formatFragment(init.fragment)}`;
}

type Fields = Omit<Z3950Parts, "kind">;

function checkInit(init: Z3950Init): Fields {
  const { databases = [], docid, elementSetName, recordSyntaxes = [], extra = [] } = init;
  for (const [name, list] of Object.entries({ databases, recordSyntaxes }))
    if (!Array.isArray(list) || !list.every(isName))
      throw refusal(`invalid ${name}: expected nonempty texts`);
  for (const [name, text] of Object.entries({ docid, elementSetName }))
    if (text !== undefined && !isName(text)) throw refusal(`invalid ${name}: expected a nonempty text`);
  if (docid !== undefined && databases.length === 0) throw refusal("missing database: a docid requires one");
  if (!Array.isArray(extra) || !extra.every(isExtra))
    throw refusal('invalid extra: expected pairs of a keyword, which is not "esn" or "rs", and a value');
  return { databases, docid, elementSetName, recordSyntaxes, extra };
}

/** JavaScript callers may pass anything. */
function isName(value: unknown): value is string {
  return typeof value === "string" && value !== "";
}

function isKeyword(value: unknown): boolean {
  return isName(value) && value === asciiLowerCase(value) && value !== "esn" && value !== "rs";
}

function isExtra(pair: unknown): boolean {
  const [keyword, value]: readonly unknown[] = Array.isArray(pair) && pair.length === 2 ? pair : [];
  return isKeyword(keyword) && typeof value === "string";
}

function refusal(message: string): Error {
  return syntaxError({ code: "bad-field", message, component: "path", start: 0, end: 0, cite: CITE });
}

/** Formats the path and the query: esn before rs, and the rest in its order. */
function formatFields({ databases, docid, elementSetName, recordSyntaxes, extra }: Fields): string {
  const encode = (text: string) => encodeText(text, FIELD);
  const keywords: readonly Extra[] = [
    ...(elementSetName === undefined ? [] : [["esn", encode(elementSetName)] as const]),
    ...(recordSyntaxes.length === 0 ? [] : [["rs", recordSyntaxes.map(encode).join("+")] as const]),
    ...extra.map(([keyword, value]) => [encode(keyword), encode(value)] as const),
  ];
  const record = docid === undefined ? "" : `?${encode(docid)}`;
  return `/${databases.map(encode).join("+")}${record}${keywords.map((pair) => `;${pair.join("=")}`).join("")}`;
}

/**
 * Returns the normal form: host in lower case, no default port, a path, keywords in lower case and in the order of the RFC,
 * and as few percent-escapes as possible. Names keep their case: servers treat it in different ways.
 */
export function normalize(url: Z3950Url): string {
  return `${url.scheme}:${normalizeAuthority(url, DEFAULT_PORT)}${formatFields(url.parts)}${normalizeFragment(url)}`;
}
