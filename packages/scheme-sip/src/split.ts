import { asciiLowerCase, decodeText, type Url } from "@anyurl/core";
import { decodePlain } from "./grammar.ts";

/** UTF-16 code units of a URL, [start, end). */
export type TextRange = readonly [start: number, end: number];

/** A parameter or a header, decoded. */
export interface SipPair {
  /** In lower case, because names are compared without case. */
  readonly name: string;
  /** `undefined` without "=", which only a parameter can be. */
  readonly value: string | undefined;
}

/** A parameter or a header in the text of a URL. */
export interface WrittenPair extends SipPair {
  readonly range: TextRange;
  /** The offset of the "="; the end of the range without one. */
  readonly equals: number;
}

/** A SIP URL as written. Only the host is always there, and it can be empty. */
export interface SplitSip {
  readonly user: TextRange | undefined;
  readonly password: TextRange | undefined;
  readonly host: TextRange;
  readonly port: TextRange | undefined;
  readonly parameters: readonly WrittenPair[];
  /** `undefined` without "?". */
  readonly headers: readonly WrittenPair[] | undefined;
}

/**
 * Splits `sip:<user>:<password>@<host>:<port>;<name>=<value>?<name>=<value>`. A user can contain ";" and "?", but no "@",
 * so everything before the first "@" is the userinfo.
 */
export function splitSip({ href, offsets: { schemeEnd, queryEnd } }: Url): SplitSip {
  const start = schemeEnd + 1;
  const at = find(href, "@", [start, queryEnd]);
  const hostStart = at === queryEnd ? start : at + 1;
  const question = find(href, "?", [hostStart, queryEnd]);
  const semicolon = find(href, ";", [hostStart, question]);
  const colon = find(href, ":", [hostStart, semicolon]);
  const login: TextRange = [start, at];
  const divider = find(href, ":", login);
  return {
    user: at === queryEnd ? undefined : [start, divider],
    password: at === queryEnd || divider === at ? undefined : [divider + 1, at],
    host: [hostStart, colon],
    port: colon === semicolon ? undefined : [colon + 1, semicolon],
    parameters: semicolon === question ? [] : splitPairs(href, ";", [semicolon + 1, question]),
    headers: question === queryEnd ? undefined : splitPairs(href, "&", [question + 1, queryEnd]),
  };
}

/** Returns the offset of the first `sought` in the range, or the end of the range. */
function find(text: string, sought: string, [start, end]: TextRange): number {
  const found = text.indexOf(sought, start);
  return found < 0 || found > end ? end : found;
}

function splitPairs(text: string, delimiter: string, range: TextRange): readonly WrittenPair[] {
  const pairs: WrittenPair[] = [];
  const [, end] = range;
  for (let start = range[0]; ; ) {
    const next = find(text, delimiter, [start, end]);
    const equals = find(text, "=", [start, next]);
    pairs.push({
      name: asciiLowerCase(decodePlain(text.slice(start, equals))),
      value: equals === next ? undefined : decodeText(text.slice(equals + 1, next)),
      range: [start, next],
      equals,
    });
    if (next === end) return pairs;
    start = next + 1;
  }
}
