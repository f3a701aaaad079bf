import { AccessError, octetsOf, textOf } from "@anyurl/core";
import { concat } from "@anyurl/core/exchange";

/*
 * Lines end in LF, tokens are divided by blanks. A "'" begins and ends quoting, in the middle of a token, too; within
 * it "''" is one quote, and blanks and line ends are data. All other octets stand for themselves.
 */

const TAB = 0x09;
const LF = 0x0a;
const CR = 0x0d;
const BLANK = 0x20;
const QUOTE = 0x27;

/**
 * The lines of an answer without their ends; the last one may lack it.
 *
 * @throws {AccessError} protocol-error: a quote is never closed, or a line ends in CR LF.
 */
export function* linesOf(text: Uint8Array): Generator<Uint8Array, void> {
  let start = 0;
  let quoted = false;
  for (let i = 0; i < text.length; i++) {
    const octet = text[i];
    if (octet === QUOTE) quoted = !quoted;
    else if (octet === LF && !quoted) {
      yield lineOf(text, start, i);
      start = i + 1;
    }
  }
  if (quoted) throw new AccessError("protocol-error", "the answer has a quote that is never closed");
  if (start < text.length) yield lineOf(text, start, text.length);
}

function lineOf(text: Uint8Array, start: number, end: number): Uint8Array {
  if (end > start && text[end - 1] === CR)
    throw new AccessError("protocol-error", "the lines of the answer end in CR LF, and Prospero's end in LF");
  return text.subarray(start, end);
}

/** The tokens of a line, unquoted, up to so many: text that keeps its octets. */
export function tokensOf(line: Uint8Array, most: number = Number.POSITIVE_INFINITY): readonly string[] {
  const tokens: string[] = [];
  for (let at = afterBlanks(line, 0); at < line.length && tokens.length < most; ) {
    const end = endOfToken(line, at);
    tokens.push(unquoted(line.subarray(at, end)));
    at = afterBlanks(line, end);
  }
  return tokens;
}

function isBlank(octet: number | undefined): boolean {
  return octet === BLANK || octet === TAB;
}

function afterBlanks(line: Uint8Array, from: number): number {
  let at = from;
  while (isBlank(line[at])) at++;
  return at;
}

function endOfToken(line: Uint8Array, from: number): number {
  let quoted = false;
  let at = from;
  for (; at < line.length && (quoted || !isBlank(line[at])); at++) if (line[at] === QUOTE) quoted = !quoted;
  return at;
}

function unquoted(token: Uint8Array): string {
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

/** What has a meaning outside of quotes, or could have one for some server. */
const SPECIAL = /[\t\n\v\f\r '/+,]/;

/** A token as it is written: whole in quotes where it needs them. Text that keeps its octets. */
export function quoted(token: string): string {
  return token === "" || SPECIAL.test(token) ? `'${token.replaceAll("'", "''")}'` : token;
}

/** A line of tokens that are quoted already where they need it. */
export function lineOfTokens(...tokens: readonly string[]): Uint8Array {
  return concat(octetsOf(tokens.join(" ")), new Uint8Array([LF]));
}
