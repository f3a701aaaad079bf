import { asciiLowerCase, octetsOf, textOf } from "@anyurl/core";

/*
 * filter     = "(" filtercomp ")"
 * filtercomp = and / or / not / item
 * and        = "&" filterlist      or = "|" filterlist      not = "!" filter
 * item       = simple / present / substring / extensible                (RFC 4515 §3)
 * filterlist = *filter                                                  (RFC 4526 §3)
 */

/** A search filter (RFC 4511 §4.5.1.7). Values are text that preserves bytes, without escapes. */
export type Filter =
  | { readonly and: readonly Filter[] }
  | { readonly or: readonly Filter[] }
  | { readonly not: Filter }
  | { readonly attribute: string; readonly present: true }
  | { readonly attribute: string; readonly equals: string }
  | { readonly attribute: string; readonly atLeast: string }
  | { readonly attribute: string; readonly atMost: string }
  | { readonly attribute: string; readonly approximates: string }
  /** The texts between the asterisks: at least two. The first and the last can be empty. */
  | { readonly attribute: string; readonly substrings: readonly string[] }
  | ExtensibleFilter;

export interface ExtensibleFilter {
  /** Absent: every attribute to which the rule applies. */
  readonly attribute?: string | undefined;
  /** The matching rule, a name or an OID. */
  readonly rule?: string | undefined;
  /** The attributes of the distinguished name match, too. */
  readonly dn?: boolean | undefined;
  readonly matches: string;
}

/** Why a text is not a filter, and how to fix it. */
export interface FilterProblem {
  readonly message: string;
  readonly hint?: string;
}

/** Nested filters. A server may recurse for each level. */
const MAX_FILTER_DEPTH = 32;

const OID = "(?:[A-Za-z][A-Za-z0-9-]*|(?:0|[1-9][0-9]*)(?:\\.(?:0|[1-9][0-9]*))+)";
const DESCRIPTION = `${OID}(?:;[A-Za-z0-9-]+)*`;
const ATTRIBUTE = new RegExp(`^${DESCRIPTION}$`);
const EXTENSIBLE = new RegExp(`^(${DESCRIPTION})?(:[dD][nN])?(?::(${OID}))?:$`);
const RULE = new RegExp(`^${OID}$`);

/** Returns whether the text is an attribute description, such as "cn" or "cn;lang-de" (RFC 4512 §2.5). */
export function isAttributeDescription(text: string): boolean {
  return ATTRIBUTE.test(text);
}

/** Parses a filter in parentheses (RFC 4515). */
export function parseFilter(text: string): Filter | FilterProblem {
  try {
    const reader = new FilterReader(text);
    const filter = reader.read(1);
    if (reader.at < text.length) return { message: "unexpected text after the filter" };
    return filter;
  } catch (error) {
    if (error instanceof Refusal) return error.problem;
    throw error;
  }
}

/** Returns the problem of a text that is not a filter; `undefined` if it is one. */
export function findFilterProblem(text: string): FilterProblem | undefined {
  const parsed = parseFilter(text);
  return "message" in parsed ? parsed : undefined;
}

class Refusal extends Error {
  readonly problem: FilterProblem;

  constructor(message: string, hint?: string) {
    super(message);
    this.problem = { message, ...(hint !== undefined && { hint }) };
  }
}

class FilterReader {
  readonly #text: string;
  at = 0;

  constructor(text: string) {
    this.#text = text;
  }

  read(depth: number): Filter {
    if (depth > MAX_FILTER_DEPTH) throw new Refusal(`a filter has more than ${MAX_FILTER_DEPTH} levels`);
    this.#expect("(");
    const operator = this.#text[this.at];
    let filter: Filter;
    if (operator === "&") filter = { and: this.#readList(depth) };
    else if (operator === "|") filter = { or: this.#readList(depth) };
    else if (operator === "!") {
      this.at++;
      filter = { not: this.read(depth + 1) };
    } else filter = this.#readItem();
    this.#expect(")");
    return filter;
  }

  #readList(depth: number): readonly Filter[] {
    this.at++;
    const filters: Filter[] = [];
    while (this.#text[this.at] === "(") filters.push(this.read(depth + 1));
    return filters;
  }

  #readItem(): Filter {
    const end = this.#findEnd();
    const item = this.#text.slice(this.at, end);
    this.at = end;
    return parseItem(item);
  }

  /** An item ends at its ")". A "(" in it would have to be escaped. */
  #findEnd(): number {
    for (let i = this.at; i < this.#text.length; i++) {
      if (this.#text[i] === ")") return i;
      if (this.#text[i] === "(")
        throw new Refusal("a value contains an unescaped parenthesis", 'write "\\28" or "\\29"');
    }
    return this.#text.length;
  }

  #expect(char: "(" | ")"): void {
    if (this.#text[this.at] !== char)
      throw new Refusal(`missing "${char}" in the filter`, 'write "(attribute=value)"');
    this.at++;
  }
}

function parseItem(item: string): Filter {
  const equals = item.indexOf("=");
  if (equals < 0) throw new Refusal("a filter has no operator", 'write "(attribute=value)"');
  const value = item.slice(equals + 1);
  const kind = item[equals - 1] ?? "";
  if (kind === ":") return parseExtensible(item.slice(0, equals), value);
  const left = "<>~".includes(kind) && kind !== "" ? item.slice(0, equals - 1) : item.slice(0, equals);
  if (!ATTRIBUTE.test(left))
    throw new Refusal("a filter has no valid attribute", 'write an attribute, such as cn, before the "="');
  if (kind === ">") return { attribute: left, atLeast: unescapeValue(value) };
  if (kind === "<") return { attribute: left, atMost: unescapeValue(value) };
  if (kind === "~") return { attribute: left, approximates: unescapeValue(value) };
  if (value === "*") return { attribute: left, present: true };
  if (!value.includes("*")) return { attribute: left, equals: unescapeValue(value) };
  const pieces = value.split("*");
  if (pieces.slice(1, -1).includes(""))
    throw new Refusal("a filter has two asterisks side by side", 'write "\\2a" for an asterisk that is data');
  return { attribute: left, substrings: pieces.map(unescapeValue) };
}

function parseExtensible(left: string, value: string): Filter {
  const [, attribute, dn, rule] = EXTENSIBLE.exec(left) ?? [];
  if (attribute === undefined && rule === undefined)
    throw new Refusal("an extensible filter has neither an attribute nor a matching rule");
  return {
    ...(attribute !== undefined && { attribute }),
    ...(rule !== undefined && { rule }),
    ...(dn !== undefined && { dn: true }),
    matches: unescapeValue(value),
  };
}

/** Replaces each escape by its byte (RFC 4515 §3, valueencoding). */
function unescapeValue(value: string): string {
  if (/[*\0]/.test(value)) throw new Refusal("a value contains an asterisk or NUL", 'write "\\2a" or "\\00"');
  const octets: number[] = [];
  const [first = "", ...rest] = value.split("\\");
  for (const octet of octetsOf(first)) octets.push(octet);
  for (const piece of rest) {
    if (!/^[0-9A-Fa-f]{2}/.test(piece))
      throw new Refusal(
        "a backslash is not followed by two hexadecimal digits",
        'write "\\5c" for a backslash',
      );
    octets.push(Number.parseInt(piece.slice(0, 2), 16));
    for (const octet of octetsOf(piece.slice(2))) octets.push(octet);
  }
  return textOf(octets);
}

/** Escapes a value for a filter (RFC 4515 §3). Never write a value into a filter without it. */
export function escapeFilterValue(value: string): string {
  return value.replaceAll(/[*()\\\0]/g, (char) => `\\${char.charCodeAt(0).toString(16).padStart(2, "0")}`);
}

/**
 * Formats a filter. The inverse of {@link parseFilter}, with the fewest escapes.
 *
 * @throws {TypeError} an attribute or a rule that no filter can contain.
 */
export function formatFilter(filter: Filter): string {
  return `(${formatContent(filter)})`;
}

function formatContent(filter: Filter): string {
  if ("and" in filter) return `&${filter.and.map(formatFilter).join("")}`;
  if ("or" in filter) return `|${filter.or.map(formatFilter).join("")}`;
  if ("not" in filter) return `!${formatFilter(filter.not)}`;
  if ("matches" in filter) return formatExtensible(filter);
  const name = checkName(filter.attribute, ATTRIBUTE);
  if ("present" in filter) return `${name}=*`;
  if ("equals" in filter) return `${name}=${escapeFilterValue(filter.equals)}`;
  if ("atLeast" in filter) return `${name}>=${escapeFilterValue(filter.atLeast)}`;
  if ("atMost" in filter) return `${name}<=${escapeFilterValue(filter.atMost)}`;
  if ("approximates" in filter) return `${name}~=${escapeFilterValue(filter.approximates)}`;
  return `${name}=${filter.substrings.map(escapeFilterValue).join("*")}`;
}

function formatExtensible({ attribute, rule, dn, matches }: ExtensibleFilter): string {
  const left = attribute === undefined ? "" : checkName(attribute, ATTRIBUTE);
  const by = rule === undefined ? "" : `:${checkName(rule, RULE)}`;
  return `${left}${dn === true ? ":dn" : ""}${by}:=${escapeFilterValue(matches)}`;
}

function checkName(name: string, pattern: RegExp): string {
  if (typeof name !== "string" || !pattern.test(name))
    throw new TypeError("invalid attribute or matching rule in a filter");
  return name;
}

/**
 * Returns a spelling that all equivalent spellings of a filter share: attributes and rules in lower case, and the fewest
 * escapes. The case of values is kept: only the schema of a server knows whether it matters.
 */
export function canonicalFilter(text: string): string {
  const filter = parseFilter(text);
  return "message" in filter ? text : formatFilter(lowerCase(filter));
}

function lowerCase(filter: Filter): Filter {
  if ("and" in filter) return { and: filter.and.map(lowerCase) };
  if ("or" in filter) return { or: filter.or.map(lowerCase) };
  if ("not" in filter) return { not: lowerCase(filter.not) };
  const rule = "rule" in filter && filter.rule !== undefined ? { rule: asciiLowerCase(filter.rule) } : {};
  return filter.attribute === undefined
    ? { ...filter, ...rule }
    : { ...filter, ...rule, attribute: asciiLowerCase(filter.attribute) };
}
