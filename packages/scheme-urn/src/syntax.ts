import {
  asciiLowerCase,
  CharSet,
  formatFragment,
  normalizeEscapes,
  PATH,
  PCHAR,
  type ProblemInit,
  QUERY,
  type Report,
  syntaxError,
  type Url,
} from "@anyurl/core";
import type { UrnNamespace } from "./namespace.ts";

/*
 * namestring    = assigned-name [ rq-components ] [ "#" f-component ]
 * assigned-name = "urn" ":" NID ":" NSS
 * NID           = (alphanum) 0*30(ldh) (alphanum)
 * NSS           = pchar *(pchar / "/")
 * rq-components = [ "?+" r-component ] [ "?=" q-component ]
 * r-component   = pchar *( pchar / "/" / "?" )
 * q-component   = pchar *( pchar / "/" / "?" )            (RFC 8141 §2)
 */

/** The fields of a URN. All of them are as written: an escape is part of a name (RFC 8141 §3.1). */
export interface UrnParts {
  /** The namespace identifier, in lower case. */
  readonly nid: string;
  /** The namespace-specific string. */
  readonly nss: string;
  /** Parameters for the resolver. `undefined` without one. */
  readonly rComponent: string | undefined;
  /** Parameters for the resource. `undefined` without one. */
  readonly qComponent: string | undefined;
  /** The name as its namespace reads it; `undefined` if the namespace is unknown or does not define this form. */
  readonly name: object | undefined;
}

/** The fields from which a URN is built. */
export interface UrnInit {
  readonly scheme?: "urn";
  /** In lower case. */
  readonly nid: string;
  readonly nss: string;
  readonly rComponent?: string | undefined;
  readonly qComponent?: string | undefined;
  /** Ignored, because it follows from the NSS: all parts of a URN can be passed. */
  readonly name?: object | undefined;
  /** The f-component, decoded. */
  readonly fragment?: string | undefined;
}

export type UrnUrl = Url<"urn", UrnParts>;
export type Namespaces = ReadonlyMap<string, UrnNamespace>;

const CITE = "RFC 8141 §2";
const NID = /^[a-z0-9][a-z0-9-]{0,30}[a-z0-9]$/i;
const NO_CHARACTERS: CharSet = new CharSet();

/** Reports a problem of text[start, end). */
type Find = (init: Pick<ProblemInit, "message" | "hint"> & Partial<ProblemInit>) => void;

/** Where r-component and q-component begin and end; -1 without one. */
interface RqRanges {
  readonly rStart: number;
  readonly rEnd: number;
  readonly qStart: number;
  readonly qEnd: number;
}

/** Splits a query that begins with "+" or "=". Only the first "?=" after an r-component ends it. */
function findRq({ href, offsets: { pathEnd, queryEnd } }: Url): RqRanges {
  const none = { rStart: -1, rEnd: -1, qStart: -1, qEnd: -1 };
  if (pathEnd === queryEnd) return none;
  const start = pathEnd + 2;
  if (href[pathEnd + 1] === "=") return { ...none, qStart: start, qEnd: queryEnd };
  const divider = href.indexOf("?=", start);
  if (divider < 0 || divider >= queryEnd) return { ...none, rStart: start, rEnd: queryEnd };
  return { rStart: start, rEnd: divider, qStart: divider + 2, qEnd: queryEnd };
}

/**
 * Checks `urn:<NID>:<NSS>?+<r-component>?=<q-component>`, with the same result in every profile.
 *
 * Reports authority-not-allowed, query-not-allowed, bad-field; and the warnings of the namespace, such as
 * bad-check-digit.
 */
export function check(url: Url, report: Report, namespaces: Namespaces): void {
  const { schemeEnd, hostStart, pathStart, pathEnd, queryEnd } = url.offsets;
  const text = url.href;
  const find =
    (start: number, end: number): Find =>
    (init) =>
      report({ code: "bad-field", component: "path", start, end, cite: CITE, ...init });
  if (hostStart >= 0) {
    find(
      schemeEnd + 1,
      pathStart,
    )({
      code: "authority-not-allowed",
      component: "authority",
      message: "a URN has no server",
      hint: 'remove the "//"',
    });
    return;
  }
  const colon = text.indexOf(":", pathStart);
  const nidEnd = colon < 0 || colon > pathEnd ? pathEnd : colon;
  const nid = text.slice(pathStart, nidEnd);
  if (!NID.test(nid)) {
    const message = "a namespace must have 2 to 32 letters, digits, and hyphens, and no hyphen at either end";
    find(pathStart, nidEnd)({ message, hint: 'write "urn:", the namespace, ":", and the name' });
    return;
  }
  if (nidEnd + 1 >= pathEnd || text[nidEnd + 1] === "/") {
    const message = 'a URN must have a name after the namespace, and the name must not begin with "/"';
    find(nidEnd, pathEnd)({ message, hint: 'write ":" and the name after the namespace' });
    return;
  }
  checkName(namespaces.get(asciiLowerCase(nid)), text.slice(nidEnd + 1, pathEnd), find(nidEnd + 1, pathEnd));
  if (pathEnd < queryEnd) checkQuery(url, find);
}

function checkName(namespace: UrnNamespace | undefined, nss: string, find: Find): void {
  if (namespace?.parse === undefined) return;
  const { parse, expected, warn, cite, nid } = namespace;
  if (parse(nss) === undefined) {
    const hint = `write ${expected}`;
    if (expected !== undefined) find({ message: `this is not a name of the namespace ${nid}`, hint, cite });
    return;
  }
  const warning = warn?.(nss);
  if (warning !== undefined) find({ ...warning, severity: "warning", cite });
}

function checkQuery(url: Url, find: (start: number, end: number) => Find): void {
  const { href, offsets } = url;
  const { pathEnd, queryEnd } = offsets;
  const mark = href[pathEnd + 1];
  if (queryEnd === pathEnd + 1 || (mark !== "+" && mark !== "=")) {
    find(
      pathEnd,
      queryEnd,
    )({
      code: "query-not-allowed",
      component: "query",
      message: 'a "?" in a URN must begin "?+" or "?="',
      hint: 'write "?=" before parameters for the resource, "?+" before those for the resolver, or "%3F" for data',
    });
    return;
  }
  const { rStart, rEnd, qStart, qEnd } = findRq(url);
  for (const [name, start, end] of [
    ["r-component", rStart, rEnd],
    ["q-component", qStart, qEnd],
  ] as const) {
    if (start < 0 || (start < end && href[start] !== "/" && href[start] !== "?")) continue;
    const message = `the ${name} must not be empty, or begin with "/" or "?"`;
    find(start - 2, end)({ component: "query", message, hint: `remove it, or write "%2F" or "%3F"` });
  }
}

/** Reads the fields of a checked URN. */
export function parse(url: Url, namespaces: Namespaces): UrnParts {
  const { href, offsets } = url;
  const { pathStart, pathEnd } = offsets;
  const colon = href.indexOf(":", pathStart);
  const nid = asciiLowerCase(href.slice(pathStart, colon));
  const nss = href.slice(colon + 1, pathEnd);
  const { rStart, rEnd, qStart, qEnd } = findRq(url);
  return {
    nid,
    nss,
    rComponent: rStart < 0 ? undefined : href.slice(rStart, rEnd),
    qComponent: qStart < 0 ? undefined : href.slice(qStart, qEnd),
    name: namespaces.get(nid)?.parse?.(nss),
  };
}

/**
 * Formats a URN. The inverse of {@link parse}. Nothing is escaped, because an escape is part of a name.
 *
 * @throws {UrlSyntaxError} bad-field: a field that is not valid as written.
 */
export function format({ nid, nss, rComponent, qComponent, fragment }: UrnInit): string {
  if (typeof nid !== "string" || !NID.test(nid) || nid !== asciiLowerCase(nid))
    throw fieldError("the namespace must have 2 to 32 lower-case letters, digits, and hyphens");
  requireField("nss", nss, PATH);
  let text = `urn:${nid}:${nss}`;
  if (rComponent !== undefined) {
    requireField("rComponent", rComponent, QUERY);
    if (rComponent.includes("?=")) throw fieldError('"?=" ends an r-component');
    text += `?+${rComponent}`;
  }
  if (qComponent !== undefined) text += `?=${requireField("qComponent", qComponent, QUERY)}`;
  return text + formatFragment(fragment);
}

/** Requires pchar *( characters ), with whole escapes. */
function requireField(name: string, value: unknown, characters: CharSet): string {
  if (typeof value === "string" && /^(?:[^%]|%[0-9a-f]{2})+$/i.test(value)) {
    const bare = value.replaceAll("%", "");
    if (characters.covers(bare) && (value.startsWith("%") || PCHAR.has(value.charCodeAt(0)))) return value;
  }
  throw fieldError(`${name} must be escaped, must not be empty, and must not begin with "/" or "?"`);
}

function fieldError(message: string): Error {
  const hint = "escape other characters, as encodeText does; an escape is part of the name";
  return syntaxError({ code: "bad-field", message, component: "path", start: 0, end: 0, hint, cite: CITE });
}

/** Returns the normal form: the namespace in lower case, and the hexadecimal digits of escapes in upper case. */
export function normalize({ href, offsets: { pathStart } }: Url): string {
  const colon = href.indexOf(":", pathStart);
  return `urn:${asciiLowerCase(href.slice(pathStart, colon))}${normalizeEscapes(href.slice(colon), NO_CHARACTERS)}`;
}

/**
 * Returns the assigned-name, which alone decides equivalence (RFC 8141 §3.1). The namespace can have further rules.
 */
export function identify(
  { href, offsets, parts: { nid, nss, name } }: UrnUrl,
  namespaces: Namespaces,
): string {
  const namespace = namespaces.get(nid);
  // A form that the namespace does not read has no further rules.
  const isRead = namespace?.parse === undefined || name !== undefined;
  const identifyName = isRead ? namespace?.identify : undefined;
  return identifyName === undefined ? href.slice(0, offsets.pathEnd) : `urn:${nid}:${identifyName(nss)}`;
}
