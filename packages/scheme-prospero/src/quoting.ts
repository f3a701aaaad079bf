import { AccessError, octetsOf, textOf } from "@anyurl/core";
import { concat } from "@anyurl/core/exchange";

/*
 * Lines end in LF, and spaces separate tokens. A "'" begins and ends quoting, also within a token. Within quotes, "''"
 * is one quote, and spaces and line ends are data. All other bytes are literal.
 */

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const SPACE = 0x20;
const QUOTE = 0x27;

/**
 * Splits a reply into lines without their ends; the last line may have no end.
 *
 * @throws {AccessError} protocol-error: a quote is not closed, or a line ends in CR LF.
 */
export function* splitLines(text: Uint8Array): Generator<Uint8Array, void> {
  let start = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const octet = text[i];
    if (octet === QUOTE) quoted = !quoted;
    else if (octet === LF && !quoted) {
      yield checkLine(text, start, i);
      start = i + 1;
    }
  }
  if (quoted) throw new AccessError("protocol-error", "the reply has an unclosed quote");
  if (start < text.length) yield checkLine(text, start, text.length);
}

function checkLine(text: Uint8Array, start: number, end: number): Uint8Array {
  if (end > start && text[end - 1] === CR)
    throw new AccessError("protocol-error", "the lines of the reply end in CR LF: expected LF");
  return text.subarray(start, end);
}

/** Splits a line into at most `most` unquoted tokens: text that keeps its bytes. */
export function splitTokens(line: Uint8Array, most: number = Number.POSITIVE_INFINITY): readonly string[] {
  const tokens: string[] = [];
  for (let at = skipSpaces(line, 0); at < line.length && tokens.length < most; ) {
    const end = findTokenEnd(line, at);
    tokens.push(unquoteToken(line.subarray(at, end)));
    at = skipSpaces(line, end);
  }
  return tokens;
}

function isSpace(octet: number | undefined): boolean {
  return octet === SPACE || octet === TAB;
}

function skipSpaces(line: Uint8Array, from: number): number {
  let at = from;
  while (isSpace(line[at])) at++;
  return at;
}

function findTokenEnd(line: Uint8Array, from: number): number {
  let quoted = false;
  let at = from;
  for (; at < line.length && (quoted || !isSpace(line[at])); at++) if (line[at] === QUOTE) quoted = !quoted;
  return at;
}

function unquoteToken(token: Uint8Array): string {
  if (!token.includes(QUOTE)) return textOf(token);
  const octets = new Uint8Array(token.length);
  let length = 0;
  let quoted = false;
  for (let i = 0; i < token.length; i++) {
    if (token[i] !== QUOTE) octets[length++] = token[i]!;
    else if (quoted && token[i + 1] === QUOTE) octets[length++] = token[++i]!;
    else quoted = !quoted;
  }
  return textOf(octets.subarray(0, length));
}

/** Characters with a meaning outside quotes, at least for some servers. */
const SPECIAL = /[\t\n\v\f\r '/+,]/;

/** Quotes a token if necessary. The text keeps its bytes. */
export function quoteToken(token: string): string {
  return token === "" || SPECIAL.test(token) ? `'${token.replaceAll("'", "''")}'` : token;
}

/** Joins tokens, already quoted, into a line. */
export function formatLine(...tokens: readonly string[]): Uint8Array {
  return concat(octetsOf(tokens.join(" ")), new Uint8Array([LF]));
}
