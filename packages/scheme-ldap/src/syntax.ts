import {
  type AuthorityInit,
  asciiLowerCase,
  type CharSet,
  checkHostport,
  decodeText,
  encodeText,
  formatAuthority,
  normalizeAuthority,
  PATH,
  type ProblemInit,
  type Report,
  syntaxError,
  type Url,
} from "@anyurl/core";
import { canonicalDn, findDnProblem } from "./dn.ts";
import {
  canonicalFilter,
  type Filter,
  findFilterProblem,
  formatFilter,
  isAttributeDescription,
} from "./filter.ts";

/*
 * ldapurl    = scheme "://" [ host [ ":" port ] ]
 *              [ "/" dn [ "?" [ attributes ] [ "?" [ scope ] [ "?" [ filter ] [ "?" extensions ] ] ] ] ]
 * attributes = attrdesc *( "," attrdesc )
 * scope      = "base" / "one" / "sub"
 * extensions = extension *( "," extension )
 * extension  = [ "!" ] extype [ "=" exvalue ]                                        (RFC 4516 §2)
 */

export type Scope = "base" | "one" | "sub";

/** An extension of an LDAP URL (RFC 4516 §2). */
export interface Extension {
  /** A name or an OID, as written. */
  readonly type: string;
  /** Decoded; `undefined` without "=". */
  readonly value: string | undefined;
  /** A URL with a critical extension that is unknown must not be opened. */
  readonly critical: boolean;
}

/** The decoded fields of an ldap URL (RFC 4516 §2). Host and port are in the generic URL. */
export interface LdapParts {
  /** The distinguished name of the base entry, as text of RFC 4514; "" is the root DSE. */
  readonly dn: string;
  /** The attributes to return, as written; empty: all user attributes. */
  readonly attributes: readonly string[];
  /** In lower case. `undefined`: omitted, which means "base". */
  readonly scope: Scope | undefined;
  /** As text of RFC 4515, in parentheses. `undefined`: omitted, which means "(objectClass=*)". */
  readonly filter: string | undefined;
  readonly extensions: readonly Extension[];
}

/** The fields from which an ldap URL is built. */
export interface LdapInit extends Omit<AuthorityInit, "host" | "user" | "password"> {
  /** Default "ldap". */
  readonly scheme?: LdapName;
  /** Default "": the server that the client chooses. */
  readonly host?: string;
  readonly dn?: string;
  readonly attributes?: readonly string[];
  readonly scope?: Scope | undefined;
  /** As text of RFC 4515, or as a tree, whose values are escaped. */
  readonly filter?: string | Filter | undefined;
  readonly extensions?: readonly (Pick<Extension, "type"> & Partial<Extension>)[];
}

export type LdapName = "ldap" | "ldaps";
export type LdapUrl = Url<LdapName, LdapParts>;

export const DEFAULT_PORT: Readonly<Record<LdapName, number>> = { ldap: 389, ldaps: 636 };

const CITE = "RFC 4516 §2";
const SCOPES: readonly string[] = ["base", "one", "sub"];

/** "?" ends a field. "[" and "]" are not allowed in a path or a query. */
const FIELD: CharSet = PATH;
/** A comma ends an attribute and an extension. */
const ITEM: CharSet = PATH.without(",");

/** A raw field, and its position in the URL: -1 if it is absent. */
export interface RawField {
  readonly raw: string;
  readonly start: number;
}

export type FieldName = "dn" | "attributes" | "scope" | "filter" | "extensions";
const QUERY_FIELDS = ["attributes", "scope", "filter", "extensions"] as const;

/** Splits the path and the query into the five fields, before decoding. A field after a fifth "?" is in `rest`. */
export function splitFields({ href, offsets }: Url): Readonly<Record<FieldName, RawField>> & {
  readonly rest: RawField | undefined;
} {
  const { pathStart, pathEnd, queryEnd } = offsets;
  const field = (start: number, end: number): RawField => ({ raw: href.slice(start, end), start });
  const query: RawField[] = [];
  for (let start = pathEnd + 1; start <= queryEnd; ) {
    const mark = query.length < QUERY_FIELDS.length ? href.indexOf("?", start) : queryEnd;
    const end = mark < 0 || mark > queryEnd ? queryEnd : mark;
    query.push(field(start, end));
    start = end + 1;
  }
  const [attributes, scope, filter, extensions, rest] = query;
  const none = { raw: "", start: -1 };
  return {
    dn: pathStart < pathEnd ? field(pathStart + 1, pathEnd) : none,
    attributes: attributes ?? none,
    scope: scope ?? none,
    filter: filter ?? none,
    extensions: extensions ?? none,
    rest,
  };
}

/**
 * Checks `ldap://<host>:<port>/<dn>?<attributes>?<scope>?<filter>?<extensions>`.
 *
 * Reports bad-field, bad-path, fragment-not-allowed, userinfo-not-allowed, missing-authority, bad-host, bad-port; and as
 * a warning bad-field for a filter without parentheses.
 */
export function check(url: Url, report: Report): void {
  // A host can be missing: the client then knows a server (RFC 4516 §3).
  const exceptHost: Report = (problem) => {
    if (problem.code !== "missing-host") report(problem);
  };
  checkHostport(url, exceptHost, { userinfo: false, cite: CITE });
  const { pathStart, pathEnd, queryEnd, hostStart } = url.offsets;
  if (hostStart < 0) return;
  const find = (component: ProblemInit["component"], { raw, start }: RawField, init: Finding) =>
    report({ code: "bad-field", component, start, end: start + raw.length, cite: CITE, ...init });
  if (pathStart === pathEnd && queryEnd > pathEnd)
    find(
      "path",
      { raw: "", start: pathEnd },
      {
        code: "bad-path",
        message: 'missing "/" before the "?"',
        hint: 'write "/" after the host',
      },
    );
  if (url.fragment !== undefined)
    find(
      "fragment",
      { raw: `#${url.fragment}`, start: queryEnd },
      {
        code: "fragment-not-allowed",
        message: "an ldap URL cannot have a fragment",
        hint: 'remove the "#" and the text after it',
      },
    );
  const { dn, attributes, scope, filter, extensions, rest } = splitFields(url);
  const dnProblem = findDnProblem(decodeText(dn.raw));
  if (dnProblem !== undefined) find("path", dn, { ...dnProblem, cite: "RFC 4514 §3" });
  for (const item of splitItems(attributes))
    if (!isSelector(decodeText(item.raw)))
      find("query", item, {
        message: "invalid attribute: expected a name, an OID, *, or +",
        hint: "separate attributes by commas",
      });
  if (scope.raw !== "" && !SCOPES.includes(asciiLowerCase(decodeText(scope.raw))))
    find("query", scope, { message: "invalid scope", hint: 'write "base", "one", or "sub"' });
  checkFilter(filter, find);
  for (const item of splitItems(extensions))
    if (!isExtensionType(readExtension(item.raw).type))
      find("query", item, {
        message: "invalid extension: expected a name or an OID",
        hint: 'write "type=value"',
      });
  if (rest !== undefined)
    find(
      "query",
      { raw: `?${rest.raw}`, start: rest.start - 1 },
      {
        message: 'unexpected "?": an ldap URL has at most four',
        hint: 'write a "?" that is data as "%3F"',
      },
    );
}

type Finding = Pick<ProblemInit, "message"> & Partial<ProblemInit>;
type Find = (component: "path" | "query", field: RawField, init: Finding) => void;

function checkFilter(filter: RawField, find: Find): void {
  if (filter.raw === "") return;
  const text = decodeText(filter.raw);
  const problem = findFilterProblem(addParentheses(text));
  const cite = "RFC 4515 §3";
  if (problem !== undefined) find("query", filter, { ...problem, cite });
  else if (!text.startsWith("("))
    find("query", filter, {
      severity: "warning",
      message: "the filter has no parentheses",
      hint: 'write "(" before it and ")" after it',
      cite,
    });
}

/** Old programs write a single item without parentheses. */
function addParentheses(text: string): string {
  return text.startsWith("(") || /^[&|!]/.test(text) ? text : `(${text})`;
}

/** Returns the raw items of a list; none of an empty field. */
function splitItems({ raw, start }: RawField): readonly RawField[] {
  if (raw === "") return [];
  let at = start;
  return raw.split(",").map((item) => {
    const field = { raw: item, start: at };
    at += item.length + 1;
    return field;
  });
}

/**
 * An attribute description, all user attributes, all operational attributes, or none (RFC 4511 §4.5.1.8); with a range of
 * its values, which Active Directory requires to get the rest of many: "member;range=1500-*".
 */
function isSelector(text: string): boolean {
  return (
    text === "*" || text === "+" || isAttributeDescription(text.replace(/;range=[0-9]+-(?:[0-9]+|\*)$/i, ""))
  );
}

/** Types of private extensions have no syntax of their own: they are names or OIDs (RFC 4512 §1.4). */
function isExtensionType(type: string): boolean {
  return /^(?:[A-Za-z][A-Za-z0-9-]*|[0-9]+(?:\.[0-9]+)*)$/.test(type);
}

function readExtension(raw: string): Extension {
  const critical = raw.startsWith("!");
  const text = critical ? raw.slice(1) : raw;
  const equals = text.indexOf("=");
  const type = decodeText(equals < 0 ? text : text.slice(0, equals));
  return { type, value: equals < 0 ? undefined : decodeText(text.slice(equals + 1)), critical };
}

/** Reads the fields of a checked URL. */
export function parse(url: Url): LdapParts {
  const { dn, attributes, scope, filter, extensions } = splitFields(url);
  return {
    dn: decodeText(dn.raw),
    attributes: splitItems(attributes).map(({ raw }) => decodeText(raw)),
    scope: scope.raw === "" ? undefined : (asciiLowerCase(decodeText(scope.raw)) as Scope),
    filter: filter.raw === "" ? undefined : addParentheses(decodeText(filter.raw)),
    extensions: splitItems(extensions).map(({ raw }) => readExtension(raw)),
  };
}

/**
 * Formats an ldap URL. The inverse of {@link parse}.
 *
 * @throws {UrlSyntaxError} bad-field: a field is not valid; bad-host, bad-port.
 */
export function format(init: LdapInit): string {
  const { scheme = "ldap", host = "", port, dn = "", attributes = [], scope, extensions = [] } = init;
  const filter = toFilterText(init.filter);
  if (typeof dn !== "string") throw refusal({ message: "invalid dn: expected a text" }, "path");
  throwIf(findDnProblem(dn), "path", "RFC 4514 §3");
  if (!Array.isArray(attributes) || !attributes.every((each) => typeof each === "string" && isSelector(each)))
    throw refusal({ message: "invalid attributes: expected names, OIDs, *, or +" }, "query");
  if (scope !== undefined && !SCOPES.includes(scope))
    throw refusal({ message: 'invalid scope: expected "base", "one", or "sub"' }, "query");
  if (filter !== undefined) throwIf(findFilterProblem(filter), "query", "RFC 4515 §3");
  if (!Array.isArray(extensions) || !extensions.every(isExtension))
    throw refusal(
      { message: "invalid extensions: expected each with a name or an OID as its type" },
      "query",
    );
  const fields = { dn, attributes, scope, filter, extensions };
  return `${scheme}:${formatAuthority({ host, port })}${formatPathAndQuery(fields)}`;
}

/** Returns the text of a filter. JavaScript callers may pass anything. */
function toFilterText(filter: LdapInit["filter"]): string | undefined {
  if (filter === undefined || typeof filter === "string") return filter;
  try {
    return formatFilter(filter);
  } catch {
    throw refusal(
      { message: "invalid filter: expected a text or a tree of valid filters" },
      "query",
      "RFC 4515 §3",
    );
  }
}

function isExtension(extension: unknown): boolean {
  if (typeof extension !== "object" || extension === null) return false;
  const { type, value, critical } = extension as Readonly<Record<string, unknown>>;
  return (
    typeof type === "string" &&
    isExtensionType(type) &&
    (value === undefined || typeof value === "string") &&
    (critical === undefined || typeof critical === "boolean")
  );
}

interface FieldProblem {
  readonly message: string;
  readonly hint?: string;
}

function throwIf(problem: FieldProblem | undefined, component: "path" | "query", cite: string): void {
  if (problem !== undefined) throw refusal(problem, component, cite);
}

function refusal(problem: FieldProblem, component: "path" | "query", cite: string = CITE): Error {
  return syntaxError({ code: "bad-field", component, start: 0, end: 0, cite, ...problem });
}

type Fields = Pick<LdapInit, "dn" | "attributes" | "scope" | "extensions"> & {
  readonly filter?: string | undefined;
};

/** Formats "/" and the fields, without empty fields at the end. */
function formatPathAndQuery({ dn = "", attributes = [], scope, filter, extensions = [] }: Fields): string {
  const query = [
    attributes.map((each) => encodeText(each, ITEM)).join(","),
    scope ?? "",
    filter === undefined ? "" : encodeText(filter, FIELD),
    extensions.map(formatExtension).join(","),
  ];
  while (query.at(-1) === "") query.pop();
  return `/${encodeText(dn, FIELD)}${query.map((each) => `?${each}`).join("")}`;
}

function formatExtension({
  type,
  value,
  critical = false,
}: Pick<Extension, "type"> & Partial<Extension>): string {
  return `${critical ? "!" : ""}${type}${value === undefined ? "" : `=${encodeText(value, ITEM)}`}`;
}

/** Returns whether a filter is the default one, which selects every entry. */
export function isDefaultFilter(filter: string | undefined): boolean {
  return filter === undefined || asciiLowerCase(filter) === "(objectclass=*)";
}

/**
 * Returns the normal form: host in lower case, no default port, no fields with default values (RFC 4516 §3), names of
 * attributes and extensions in lower case, and as few percent-escapes as possible. The distinguished name and the filter
 * are kept.
 */
export function normalize(url: LdapUrl): string {
  return formatNormal(url, url.parts.dn, url.parts.filter);
}

/** Returns the normal form with one spelling for each distinguished name and filter (RFC 4514, RFC 4515). */
export function identify(url: LdapUrl): string {
  const { dn, filter } = url.parts;
  return formatNormal(url, canonicalDn(dn), filter && canonicalFilter(filter));
}

function formatNormal(url: LdapUrl, dn: string, filter: string | undefined): string {
  const { scheme, parts } = url;
  return `${scheme}:${normalizeAuthority(url, DEFAULT_PORT[scheme])}${formatPathAndQuery({
    dn,
    attributes: parts.attributes.map(asciiLowerCase),
    scope: parts.scope === "base" ? undefined : parts.scope,
    filter: isDefaultFilter(filter) ? undefined : filter,
    extensions: parts.extensions.map((each) => ({ ...each, type: asciiLowerCase(each.type) })),
  })}`;
}
