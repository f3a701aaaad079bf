import { CharSet, HEXDIG, SUB_DELIMS, UNRESERVED } from "../syntax/charset.ts";
import { encodeNonAscii, isIprivate, isUcschar } from "../syntax/iri.ts";
import { syntaxError, type UrlSyntaxError } from "../syntax/problems.ts";

/** A parsed URI template (RFC 6570). */
export interface UriTemplate {
  readonly text: string;
  /** The names of its variables, each once, in their order. */
  readonly names: readonly string[];
  readonly parts: readonly (Literal | Expression)[];
}

/** Text outside of expressions (§2.1). Offsets are UTF-16 code units of the template, [start, end). */
export interface Literal {
  readonly start: number;
  readonly end: number;
  /** Encoded as in the expansion (§3.1). */
  readonly text: string;
  readonly varspecs?: never;
}

/** expression = "{" [ operator ] variable-list "}"   (§2.2) */
export interface Expression {
  readonly start: number;
  readonly end: number;
  readonly operator: Operator;
  readonly varspecs: readonly Varspec[];
}

/** varspec = varname [ modifier-level4 ]   (§2.3) */
export interface Varspec {
  readonly start: number;
  readonly end: number;
  readonly name: string;
  /** The number of characters of ":3"; `Infinity` without it. */
  readonly prefix: number;
  /** With "*". */
  readonly explode: boolean;
}

/** A column of the table in appendix A. */
export interface Operator {
  readonly first: string;
  readonly separator: string;
  /** Does the variable name stand before the value? */
  readonly named: boolean;
  /** The text between a name and an empty value. */
  readonly ifEmpty: string;
  /** The characters of a value that are not encoded. */
  readonly allow: CharSet;
}

/** reserved = gen-delims / sub-delims   (§1.5) */
export const RESERVED: CharSet = /* @__PURE__ */ new CharSet(":/?#[]@", SUB_DELIMS, UNRESERVED);

const OPERATORS: Readonly<Record<string, Operator>> = {
  "": { first: "", separator: ",", named: false, ifEmpty: "", allow: UNRESERVED },
  "+": { first: "", separator: ",", named: false, ifEmpty: "", allow: RESERVED },
  "#": { first: "#", separator: ",", named: false, ifEmpty: "", allow: RESERVED },
  ".": { first: ".", separator: ".", named: false, ifEmpty: "", allow: UNRESERVED },
  "/": { first: "/", separator: "/", named: false, ifEmpty: "", allow: UNRESERVED },
  ";": { first: ";", separator: ";", named: true, ifEmpty: "", allow: UNRESERVED },
  "?": { first: "?", separator: "&", named: true, ifEmpty: "=", allow: UNRESERVED },
  "&": { first: "&", separator: "&", named: true, ifEmpty: "=", allow: UNRESERVED },
};

/** op-reserve = "=" / "," / "!" / "@" / "|"   (§2.2) */
const RESERVED_OPERATORS = "=,!@|";

const VARSPEC = /^((?:\w|%[0-9A-Fa-f]{2})(?:\.?(?:\w|%[0-9A-Fa-f]{2}))*)(?::([1-9][0-9]{0,3})|(\*))?$/;

/** What may not be in a literal (§2.1). "'" is allowed (erratum 6937). */
const NOT_LITERAL = /[\0- "%<>\\^`{|}\x7f]/;

/**
 * Parses a URI template (RFC 6570 §2).
 *
 * @throws {UrlSyntaxError} bad-template, with its range.
 */
export function parseUriTemplate(text: string): UriTemplate {
  const parts: (Literal | Expression)[] = [];
  for (let at = 0; at < text.length; ) {
    const open = text.indexOf("{", at);
    const end = open < 0 ? text.length : open;
    if (end > at) parts.push({ start: at, end, text: readLiteral(text, at, end) });
    if (open < 0) break;
    const expression = readExpression(text, open);
    parts.push(expression);
    at = expression.end;
  }
  const names = new Set(parts.flatMap(({ varspecs = [] }) => varspecs.map(({ name }) => name)));
  return { text, names: [...names], parts };
}

function readLiteral(text: string, start: number, end: number): string {
  for (let i = start; i < end; i++) {
    const code = text.codePointAt(i)!;
    if (code > 127 ? isUcschar(code) || isIprivate(code) : !NOT_LITERAL.test(text[i]!)) {
      if (code > 0xffff) i++;
    } else if (text[i] === "%" && isHex(text, i + 1) && isHex(text, i + 2)) i += 2;
    else if (text[i] === "}") throw templateError(i, i + 1, 'a "}" has no "{"', "2.2");
    else throw templateError(i, i + 1, "the character is not allowed outside of an expression", "2.1");
  }
  return encodeNonAscii(text.slice(start, end));
}

function isHex(text: string, at: number): boolean {
  return HEXDIG.has(text.charCodeAt(at));
}

function readExpression(text: string, start: number): Expression {
  const close = text.indexOf("}", start);
  if (close < 0) throw templateError(start, text.length, 'an expression has no "}"', "2.2");
  const mark = text[start + 1]!;
  const operator = OPERATORS[mark] ?? OPERATORS[""]!;
  if (RESERVED_OPERATORS.includes(mark))
    throw templateError(start + 1, start + 2, `the operator "${mark}" is reserved`, "2.2");
  const varspecs: Varspec[] = [];
  let at = start + (operator === OPERATORS[""] ? 1 : 2);
  for (const each of text.slice(at, close).split(",")) {
    varspecs.push(readVarspec(each, at));
    at += each.length + 1;
  }
  return { start, end: close + 1, operator, varspecs };
}

function readVarspec(text: string, start: number): Varspec {
  const end = start + text.length;
  const [, name, prefix, explode] = VARSPEC.exec(text) ?? [];
  if (name === undefined)
    throw templateError(
      start,
      Math.max(end, start + 1),
      "invalid variable: expected a name of letters, digits, and underscores, and an optional :LENGTH or *",
      "2.3",
    );
  return {
    ...{ start, end, name, explode: explode !== undefined },
    prefix: prefix === undefined ? Number.POSITIVE_INFINITY : Number(prefix),
  };
}

export function templateError(start: number, end: number, message: string, section: string): UrlSyntaxError {
  return syntaxError({
    code: "bad-template",
    component: "url",
    ...{ message, start, end },
    cite: `RFC 6570 §${section}`,
  });
}
