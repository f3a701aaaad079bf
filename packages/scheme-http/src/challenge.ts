import { asciiLowerCase } from "@anyurl/core";
import type { HttpField } from "@anyurl/core/exchange";

/** An authentication challenge: auth-scheme [ 1*SP ( token68 / #auth-param ) ]   (RFC 9110 §11.3) */
export interface Challenge {
  /** In lower case. */
  readonly scheme: string;
  /** Names in lower case; of two parameters with one name, the first. */
  readonly parameters: ReadonlyMap<string, string>;
}

/** Parses the challenges of all these fields. Ignores the rest of a field after a syntax error. */
export function parseChallenges(fields: readonly HttpField[]): readonly Challenge[] {
  return fields.flatMap(([name, value]) => (name === "www-authenticate" ? parseField(value) : []));
}

function parseField(text: string): readonly Challenge[] {
  const challenges: { scheme: string; parameters: Map<string, string> }[] = [];
  let at = skip(text, 0, " \t,");
  while (at < text.length) {
    const name = takeRun(text, at, isTchar);
    if (name === "") break;
    const after = skip(text, at + name.length, " \t");
    if (text[after] === "=" && challenges.length > 0) {
      const value = parseValueAt(text, skip(text, after + 1, " \t"));
      if (value === undefined) break;
      const { parameters } = challenges.at(-1)!;
      if (!parameters.has(asciiLowerCase(name))) parameters.set(asciiLowerCase(name), value.text);
      at = value.end;
    } else {
      challenges.push({ scheme: asciiLowerCase(name), parameters: new Map() });
      at = skipToken68(text, after);
    }
    at = skip(text, at, " \t,");
  }
  return challenges;
}

/** Returns the offset after a token68, if there is one; it replaces the parameters. */
function skipToken68(text: string, at: number): number {
  const end = skip(text, at + takeRun(text, at, isToken68).length, "=");
  const next = skip(text, end, " \t");
  return next >= text.length || text[next] === "," ? end : at;
}

/**
 * A token or a quoted-string, without its quotation marks (RFC 9110 §5.6.4). Some servers forget the marks, also of a realm
 * with "@" or a nonce in Base64: such a value ends before white space or a comma.
 */
function parseValueAt(text: string, at: number): { readonly text: string; readonly end: number } | undefined {
  if (text[at] !== '"') {
    const token = takeRun(text, at, isUnquoted);
    return token === "" ? undefined : { text: token, end: at + token.length };
  }
  let value = "";
  for (let i = at + 1; i < text.length; i++) {
    if (text[i] === '"') return { text: value, end: i + 1 };
    if (text[i] === "\\") i++;
    value += text[i] ?? "";
  }
  return undefined;
}

function skip(text: string, from: number, chars: string): number {
  let at = from;
  while (at < text.length && chars.includes(text[at]!)) at++;
  return at;
}

function takeRun(text: string, from: number, holds: (char: string) => boolean): string {
  let at = from;
  while (at < text.length && holds(text[at]!)) at++;
  return text.slice(from, at);
}

function isTchar(char: string): boolean {
  return /^[!#$%&'*+.^_`|~0-9A-Za-z-]$/.test(char);
}

function isUnquoted(char: string): boolean {
  return /^[^\s,"]$/.test(char);
}

function isToken68(char: string): boolean {
  return /^[0-9A-Za-z._~+/-]$/.test(char);
}
