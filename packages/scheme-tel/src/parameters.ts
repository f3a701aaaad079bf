import {
  asciiLowerCase,
  CharSet,
  decodeText,
  encodeText,
  normalizeEscapes,
  type ProblemInit,
  type Report,
  requireList,
  requireText,
  syntaxError,
  UNRESERVED,
  type Url,
} from "@anyurl/core";

/*
 * What tel, sms, and geo have in common: fields, and after them parameters, which begin with ";".
 *
 * parameter = ";" pname [ "=" pvalue ]
 * pname     = 1*( alphanum / "-" )
 * pvalue    = 1*( unreserved / pct-encoded / … )            (RFC 3966 §3, RFC 5870 §3.3)
 */

/** A parameter that the RFC of the scheme does not define. */
export interface Parameter {
  /** In lower case, because names are compared without case. */
  readonly name: string;
  /** Decoded. `undefined` without "=". */
  readonly value: string | undefined;
}

/** UTF-16 code units of a URL, [start, end). */
export type TextRange = readonly [start: number, end: number];

/** A parameter in the text of a URL. */
export interface WrittenParameter extends Parameter {
  /** Without the ";". */
  readonly range: TextRange;
  /** The offset of the "="; the end of the range without one. */
  readonly equals: number;
}

/** RFC 2396's unreserved, which these RFCs use: its escapes are equivalent to the characters. */
const PLAIN: CharSet = new CharSet("!*'()", UNRESERVED);
/** paramchar without escapes, of RFC 5870; RFC 3966 also has "/". */
export const VALUE: CharSet = new CharSet(":&+$", PLAIN);
const NAME = /^[a-z0-9-]+$/;

/** Returns the texts between the delimiters, split before anything is decoded. */
export function splitText(text: string, delimiter: string, [start, end]: TextRange): readonly TextRange[] {
  const ranges: TextRange[] = [];
  for (let from = start; ; ) {
    const found = text.indexOf(delimiter, from);
    if (found < 0 || found >= end) return [...ranges, [from, end]];
    ranges.push([from, found]);
    from = found + 1;
  }
}

/** Returns the field before the first ";", and the parameters after it. */
export function readParameters(
  text: string,
  range: TextRange,
): readonly [first: TextRange, parameters: readonly WrittenParameter[]] {
  const [first, ...rest] = splitText(text, ";", range);
  const parameters = rest.map(([start, end]): WrittenParameter => {
    const found = text.indexOf("=", start);
    const equals = found < 0 || found > end ? end : found;
    const value = equals === end ? undefined : decodeText(text.slice(equals + 1, end));
    return {
      name: asciiLowerCase(decodePlain(text.slice(start, equals))),
      value,
      range: [start, end],
      equals,
    };
  });
  return [first!, parameters];
}

/** Decodes only characters that are never delimiters, so that "%2B" does not become the "+" of a global number. */
export function decodePlain(raw: string): string {
  return normalizeEscapes(raw, PLAIN);
}

/** Returns the parameters that are not among `defined`, in the order of their names. */
export function pickOthers(
  parameters: readonly WrittenParameter[],
  defined: readonly string[],
): readonly Parameter[] {
  const others = parameters.filter(({ name }) => !defined.includes(name));
  return Object.freeze(sortByName(others.map(({ name, value }) => Object.freeze({ name, value }))));
}

function sortByName(parameters: readonly Parameter[]): Parameter[] {
  return parameters.toSorted((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

/** Reports a problem of a range. */
export type Find = (
  range: TextRange,
  init: Pick<ProblemInit, "message" | "hint"> & Partial<ProblemInit>,
) => void;

/** Returns a function that reports bad-field in the path by default. */
export function createFind(report: Report, cite: string): Find {
  return ([start, end], init) => report({ code: "bad-field", component: "path", start, end, cite, ...init });
}

/**
 * Reports bad-field: an invalid or empty name or value, or a name that occurs twice.
 *
 * @param getCharacters returns the characters that the value of a parameter can have without escapes.
 */
export function checkParameters(
  text: string,
  parameters: readonly WrittenParameter[],
  getCharacters: (name: string) => CharSet,
  find: Find,
): void {
  const seen = new Set<string>();
  for (const { name, range, equals } of parameters) {
    const [, end] = range;
    const raw = text.slice(equals + 1, end);
    if (!NAME.test(name)) {
      const message = "a parameter must have a name of letters, digits, and hyphens";
      find(range, { message, hint: 'write ";name=value", and "%3B" for a ";" that is data' });
    } else if (equals < end && (raw === "" || !getCharacters(name).covers(raw.replaceAll("%", "")))) {
      const message = `the value of the parameter "${name}" is empty or has a character that must be escaped`;
      find(range, { message, hint: 'escape "=", ",", and "@", or remove an empty value with its "="' });
    } else if (seen.has(name)) {
      find(range, { message: `the parameter "${name}" occurs twice`, hint: "remove one of them" });
    }
    seen.add(name);
  }
}

/** Reports authority-not-allowed, and query-not-allowed or fragment-not-allowed if the scheme has none. */
export function checkOpaque(
  url: Url,
  find: Find,
  { query = false, fragment = false }: { readonly query?: boolean; readonly fragment?: boolean },
): void {
  const { schemeEnd, hostStart, pathStart, pathEnd, queryEnd } = url.offsets;
  if (hostStart >= 0) {
    find([schemeEnd + 1, pathStart], {
      ...{ code: "authority-not-allowed", component: "authority" },
      message: `a URL of ${url.scheme} has no server`,
      hint: 'remove the "//"',
    });
  }
  if (!query && pathEnd < queryEnd) {
    find([pathEnd, queryEnd], {
      ...{ code: "query-not-allowed", component: "query" },
      message: `a URL of ${url.scheme} has no query`,
      hint: 'remove the "?" and everything after it, or write "%3F" in the value of a parameter',
    });
  }
  if (!fragment && url.fragment !== undefined) {
    find([queryEnd, url.href.length], {
      ...{ code: "fragment-not-allowed", component: "fragment" },
      message: `a "#" would end the number in a URL of ${url.scheme}`,
      hint: 'write a "#" that is dialed as "%23"',
    });
  }
}

/** Formats `;name=value`, without a value if it is `undefined`. */
export function formatParameter(name: string, value: string | undefined, cite: string): string {
  if (value === undefined) return `;${name}`;
  if (value === "") throw fieldError(`the value of the parameter "${name}" is empty`, cite);
  return `;${name}=${encodeText(requireText(value, name), VALUE)}`;
}

/**
 * Formats the parameters in the order of their names.
 *
 * @throws {UrlSyntaxError} bad-field: a name that is not in lower case, occurs twice, or has its own field; or an empty
 *   value.
 */
export function formatOthers(
  parameters: readonly Parameter[] | undefined,
  defined: readonly string[],
  cite: string,
): string {
  if (parameters === undefined) return "";
  for (const { name } of requireList(parameters, "parameters", "object")) {
    if (typeof name !== "string" || !NAME.test(name))
      throw fieldError("a parameter must have a name of lower-case letters, digits, and hyphens", cite);
  }
  const sorted = sortByName(parameters);
  sorted.forEach(({ name }, i) => {
    if (defined.includes(name)) throw fieldError(`the parameter "${name}" has its own field`, cite);
    if (sorted[i + 1]?.name === name) throw fieldError(`the parameter "${name}" occurs twice`, cite);
  });
  return sorted.map(({ name, value }) => formatParameter(name, value, cite)).join("");
}

/** Creates an error of format, which has no text to point at. */
export function fieldError(message: string, cite: string, code: ProblemInit["code"] = "bad-field"): Error {
  const hint = "write the field as the README of its scheme says; format escapes what must be escaped";
  return syntaxError({ code, message, component: "path", start: 0, end: 0, hint, cite });
}
