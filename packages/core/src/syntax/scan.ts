import { ALPHA, DIGIT, PATH, QUERY, REG_NAME, SCHEME } from "./charset.ts";
import { escapeAt } from "./escape.ts";
import { findHostnameEnd, ipLiteralProblem } from "./host.ts";
import { MAX_SCHEME_LENGTH, resolveMaxUrlLength } from "./limits.ts";
import {
  type FindReader,
  makeReference,
  NEARLY_NORMAL,
  type Reference,
  SIMPLE_HOST,
  type Url,
  type UrlReader,
} from "./url.ts";

/**
 * The generic parse of RFC 3986: one forward pass over char codes that splits and checks at once, decodes nothing, and
 * records offsets. Every component is sliced from the text on access.
 */

export interface ParseOptions {
  /**
   * Maximum length in UTF-16 code units. Default 65 536; a longer text is too-long. RangeError unless it is a number
   * from 0 to Infinity.
   */
  readonly maxUrlLength?: number;
  /** Allow `[fe80::1%25eth0]`, the zone identifiers that RFC 9844 withdrew. Default false. */
  readonly zoneId?: boolean;
}

/** The components that a character is allowed in, as bits: one lookup for each character, also beyond ASCII. */
const CLASS: Uint8Array = new Uint8Array(65_536);
const IN_SCHEME = 1;
const IN_REG_NAME = 2;
const IN_PATH = 4;
const IN_QUERY = 8;
const IS_DIGIT = 16;
const IS_ALPHA = 32;
const IS_UPPER = 64;
for (let code = 0; code < 128; code++) {
  CLASS[code] =
    (SCHEME.has(code) ? IN_SCHEME : 0) |
    (REG_NAME.has(code) ? IN_REG_NAME : 0) |
    (PATH.has(code) ? IN_PATH : 0) |
    (QUERY.has(code) ? IN_QUERY : 0) |
    (DIGIT.has(code) ? IS_DIGIT : 0) |
    (ALPHA.has(code) ? IS_ALPHA : 0) |
    (code >= 0x41 && code <= 0x5a ? IS_UPPER : 0);
}

const HASH = 0x23;
const PERCENT = 0x25;
const SLASH = 0x2f;
const COLON = 0x3a;
const QUESTION = 0x3f;
const AT = 0x40;
const BRACKET = 0x5b;

/*
 * This file never reads past the end of a text: after one such read, the engine allows for NaN and the function stays
 * slower.
 */

function characterClass(code: number): number {
  return CLASS[code]!;
}

/**
 * Scans a URL:
 *
 *     ftp://user:pw@host.dom:21/a/b;type=i?query#fragment
 *        ^          ^       ^  ^          ^     ^
 *        schemeEnd  |       |  pathStart  |     queryEnd
 *                   hostStart hostEnd     pathEnd
 *
 * Returns `undefined` at the first error; the slower `diagnose` then finds out what it was.
 */
export function scan(text: string, reading: UrlReader, options?: ParseOptions): Url | undefined {
  const scheme = findSchemeEnd(text);
  return scheme < 0 ? undefined : (scanFrom(text, scheme, reading, options) as Url | undefined);
}

/** Like {@link scan}, with a reader that depends on the scheme. Most schemes ask whether the host is a name. */
export function scanByScheme(text: string, findReader: FindReader, options?: ParseOptions): Url | undefined {
  const scheme = findSchemeEnd(text);
  if (scheme < 0) return undefined;
  const reader = findReader(text, scheme % UPPER_CASE_FLAG);
  return scanFrom(text, scheme, reader, options, true) as Url | undefined;
}

/** Like {@link scan}, for a reference that may be relative. */
export function scanReference(
  text: string,
  reading: UrlReader,
  options?: ParseOptions,
): Reference | undefined {
  const scheme = findSchemeEnd(text);
  if (scheme >= 0 || !hasColonFirst(text)) return scanFrom(text, scheme, reading, options);
  return undefined;
}

/** A flag above any scheme end; added to it if the scheme has upper-case letters. */
const UPPER_CASE_FLAG = 2 * MAX_SCHEME_LENGTH;

/** Scans scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." ) and returns the offset of its ":"; -1 without one. */
function findSchemeEnd(text: string): number {
  const end = Math.min(text.length, MAX_SCHEME_LENGTH + 1);
  let seen = 0;
  for (let i = 0; i < end; i++) {
    const code = text.charCodeAt(i);
    const bits = characterClass(code);
    if ((bits & (i === 0 ? IS_ALPHA : IN_SCHEME)) === 0) {
      if (code !== COLON || i === 0) return -1;
      return (seen & IS_UPPER) === 0 ? i : i + UPPER_CASE_FLAG;
    }
    seen |= bits;
  }
  return -1;
}

/** segment-nz-nc: a ":" in the first segment of a relative path would make it a scheme (RFC 3986 §4.2). */
function hasColonFirst(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === COLON) return true;
    if (code === SLASH || code === QUESTION || code === HASH) return false;
  }
  return false;
}

function scanFrom(
  text: string,
  scheme: number,
  reading: UrlReader,
  options?: ParseOptions,
  expectHostname = false,
): Reference | undefined {
  const length = text.length;
  if (length > resolveMaxUrlLength(options?.maxUrlLength)) return undefined;

  // What normalization may change before the path, besides escapes: upper-case letters, an IP literal.
  const schemeEnd = scheme < UPPER_CASE_FLAG ? scheme : scheme - UPPER_CASE_FLAG;
  let needsNormalizing = scheme < UPPER_CASE_FLAG ? 0 : 1;
  let seen = 0;

  let i = schemeEnd + 1;
  let hostStart = -1;
  let hostEnd = -1;
  let simpleHost = false;
  if (i + 1 < length && text.charCodeAt(i) === SLASH && text.charCodeAt(i + 1) === SLASH) {
    i += 2;
    hostStart = i;
    if (expectHostname) {
      // Most authorities are only a host name in lower case, so its characters are read once.
      const end = findHostnameEnd(text, i);
      simpleHost = end === length || (end >= 0 && isAuthorityEnd(text.charCodeAt(end)));
      if (simpleHost) i = end;
    }
    let colon = -1; // the first ":" since the "@", or since the start
    let colons = 0;
    let at = false;
    let code = 0;
    for (; i < length; i++) {
      code = text.charCodeAt(i);
      const bits = characterClass(code);
      seen |= bits;
      if ((bits & IN_REG_NAME) !== 0) continue;
      if (isAuthorityEnd(code)) break;
      if (code === COLON) {
        if (colons++ === 0) colon = i;
      } else if (code === PERCENT) {
        if (escapeAt(text, i) < 0) return undefined;
        i += 2;
      } else if (code === AT) {
        if (at || hostEnd >= 0) return undefined; // "[" is not allowed in a userinfo
        at = true;
        hostStart = i + 1;
        colons = 0;
      } else if (code === BRACKET && i === hostStart) {
        const close = text.indexOf("]", i);
        if (close < 0 || ipLiteralProblem(text.slice(i + 1, close), options?.zoneId) !== undefined)
          return undefined;
        i = close;
        hostEnd = close + 1;
        needsNormalizing++;
      } else return undefined;
    }
    if (hostEnd >= 0) {
      // After "]" only ":" or the end of the authority is allowed.
      if (hostEnd !== (colons === 0 ? i : colon)) return undefined;
    } else hostEnd = colons === 0 ? i : colon;
    // A second ":" is not a digit either.
    for (let p = hostEnd + 1; p < i; p++)
      if ((characterClass(text.charCodeAt(p)) & IS_DIGIT) === 0) return undefined;
  }

  const pathStart = i;
  let pathEnd: number;
  let queryEnd: number;
  if (length - i <= LOOP_THRESHOLD) {
    pathEnd = i = findRunEnd(text, i, IN_PATH);
    if (i < length && text.charCodeAt(i) === QUESTION) i = findRunEnd(text, i + 1, IN_QUERY);
    queryEnd = i;
    if (i < length && text.charCodeAt(i) === HASH) i = findRunEnd(text, i + 1, IN_QUERY);
    if (i !== length) return undefined;
  } else {
    queryEnd = i = findLongRunEnd(text, i);
    pathEnd = text.indexOf("?", pathStart);
    if (pathEnd < 0 || pathEnd > queryEnd) pathEnd = queryEnd;
    if (i < length && text.charCodeAt(i) === HASH) i = findLongRunEnd(text, i + 1);
    if (i !== length || !hasGoodEscapes(text, pathStart)) return undefined;
  }
  const plain =
    needsNormalizing === 0 && (seen & IS_UPPER) === 0 && hostEnd === (hostStart < 0 ? -1 : pathStart);
  const flags = (plain ? NEARLY_NORMAL : 0) | (simpleHost ? SIMPLE_HOST : 0);
  return makeReference(text, schemeEnd, hostStart, hostEnd, pathStart, pathEnd, queryEnd, reading, flags);
}

/** The delimiters after an authority (RFC 3986 §3.2). */
function isAuthorityEnd(code: number): boolean {
  return code === SLASH || code === QUESTION || code === HASH;
}

/** Up to this number of characters a loop is faster; beyond it the engine's own search, which has a setup cost. */
const LOOP_THRESHOLD = 40;

/**
 * Returns the first offset from `i` on that is neither in the class nor part of an escape; the text's length + 1 at a
 * malformed escape.
 */
function findRunEnd(text: string, i: number, bits: number): number {
  let end = i;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if ((characterClass(code) & bits) !== 0) continue;
    if (code !== PERCENT) break;
    if (escapeAt(text, end) < 0) return text.length + 1;
    end += 2;
  }
  return end;
}

/** The characters of a query: those of a path, and "?", and "%". */
const RUN = /[\w.~!$&'()*+,;=:@/?%-]*/y;

function findLongRunEnd(text: string, i: number): number {
  RUN.lastIndex = i;
  RUN.test(text);
  return RUN.lastIndex;
}

function hasGoodEscapes(text: string, from: number): boolean {
  for (let at = text.indexOf("%", from); at >= 0; at = text.indexOf("%", at)) {
    // Escapes often follow each other, as in UTF-8.
    do {
      if (escapeAt(text, at) < 0) return false;
      at += 3;
    } while (at < text.length && text.charCodeAt(at) === PERCENT);
  }
  return true;
}
