import { ALPHA, DIGIT, PATH, QUERY, REG_NAME, SCHEME } from "./charset.ts";
import { escapeAt } from "./escape.ts";
import { ipLiteralProblem } from "./host.ts";
import { MAX_SCHEME_LENGTH, maxUrlLengthOf } from "./limits.ts";
import { makeReference, type Reading, type Reference, type Url } from "./url.ts";

/**
 * The generic parse of RFC 3986: one forward pass over char codes that splits and checks at once, decodes
 * nothing, and keeps offsets. Every component is a view of the text, sliced when it is asked for.
 */

export interface ParseOptions {
  /**
   * Longest text, in UTF-16 code units. Default 65 536; a longer one is too-long. RangeError for what is no number
   * from 0 to Infinity.
   */
  readonly maxUrlLength?: number;
  /** Take `[fe80::1%25eth0]`, the zone identifiers that RFC 9844 withdrew. Default false. */
  readonly zoneId?: boolean;
}

/** Which places a character may stand in, as bits: one look-up a character, whatever the place. */
const CLASS: Uint8Array = new Uint8Array(128);
const IN_SCHEME = 1;
const IN_REG_NAME = 2;
const IN_PATH = 4;
const IN_QUERY = 8;
const IS_DIGIT = 16;
const IS_ALPHA = 32;
for (let code = 0; code < 128; code++) {
  CLASS[code] =
    (SCHEME.has(code) ? IN_SCHEME : 0) |
    (REG_NAME.has(code) ? IN_REG_NAME : 0) |
    (PATH.has(code) ? IN_PATH : 0) |
    (QUERY.has(code) ? IN_QUERY : 0) |
    (DIGIT.has(code) ? IS_DIGIT : 0) |
    (ALPHA.has(code) ? IS_ALPHA : 0);
}

const HASH = 0x23;
const PERCENT = 0x25;
const SLASH = 0x2f;
const COLON = 0x3a;
const QUESTION = 0x3f;
const AT = 0x40;
const BRACKET = 0x5b;

function classOf(code: number): number {
  return code < 128 ? CLASS[code]! : 0;
}

/**
 *     ftp://user:pw@host.dom:21/a/b;type=i?query#fragment
 *        ^          ^       ^  ^          ^     ^
 *        schemeEnd  |       |  pathStart  |     queryEnd
 *                   hostStart hostEnd     pathEnd
 *
 * Gives `undefined` at the first fault: what it was is then found by `diagnose`, which may take its time.
 */
export function scan(text: string, reading: Reading, options?: ParseOptions): Url | undefined {
  const schemeEnd = endOfScheme(text);
  return schemeEnd < 0 ? undefined : (scanFrom(text, schemeEnd, reading, options) as Url | undefined);
}

/** As {@link scan}, for a reference that may be relative. */
export function scanReference(text: string, reading: Reading, options?: ParseOptions): Reference | undefined {
  const schemeEnd = endOfScheme(text);
  if (schemeEnd >= 0 || !hasColonFirst(text)) return scanFrom(text, schemeEnd, reading, options);
  return undefined;
}

/** scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." ), and where its ":" stands; -1 without one. */
function endOfScheme(text: string): number {
  if ((classOf(text.charCodeAt(0)) & IS_ALPHA) === 0) return -1;
  let i = 1;
  while ((classOf(text.charCodeAt(i)) & IN_SCHEME) !== 0) i++;
  return text.charCodeAt(i) === COLON && i <= MAX_SCHEME_LENGTH ? i : -1;
}

/** segment-nz-nc: a ":" in the first segment of a relative path would make a scheme of it (RFC 3986 §4.2). */
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
  schemeEnd: number,
  reading: Reading,
  options?: ParseOptions,
): Reference | undefined {
  const length = text.length;
  if (length > maxUrlLengthOf(options?.maxUrlLength)) return undefined;

  let i = schemeEnd + 1;
  let hostStart = -1;
  let hostEnd = -1;
  if (text.charCodeAt(i) === SLASH && text.charCodeAt(i + 1) === SLASH) {
    i += 2;
    hostStart = i;
    let colon = -1; // the first one since the "@", or since the start
    let colons = 0;
    let at = false;
    let code = 0;
    for (; i < length; i++) {
      code = text.charCodeAt(i);
      if ((classOf(code) & IN_REG_NAME) !== 0) continue;
      if (code === SLASH || code === QUESTION || code === HASH) break;
      if (code === COLON) {
        if (colons++ === 0) colon = i;
      } else if (code === PERCENT) {
        if (escapeAt(text, i) < 0) return undefined;
        i += 2;
      } else if (code === AT) {
        if (at || hostEnd >= 0) return undefined; // "[" may not stand in a userinfo
        at = true;
        hostStart = i + 1;
        colons = 0;
      } else if (code === BRACKET && i === hostStart) {
        const close = text.indexOf("]", i);
        if (close < 0 || ipLiteralProblem(text.slice(i + 1, close), options?.zoneId) !== undefined)
          return undefined;
        i = close;
        hostEnd = close + 1;
      } else return undefined;
    }
    if (hostEnd >= 0) {
      // After "]" comes ":" or the end of the authority.
      if (hostEnd !== (colons === 0 ? i : colon)) return undefined;
    } else hostEnd = colons === 0 ? i : colon;
    // A second ":" is no digit either.
    for (let p = hostEnd + 1; p < i; p++)
      if ((classOf(text.charCodeAt(p)) & IS_DIGIT) === 0) return undefined;
  }

  const pathStart = i;
  let code = 0;
  for (; i < length; i++) {
    code = text.charCodeAt(i);
    if ((classOf(code) & IN_PATH) !== 0) continue;
    if (code === PERCENT) {
      if (escapeAt(text, i) < 0) return undefined;
      i += 2;
    } else break;
  }
  const pathEnd = i;
  if (i < length && code === QUESTION) {
    i = endOfQuery(text, i + 1, length);
    if (i < 0) return undefined;
    code = text.charCodeAt(i);
  }
  const queryEnd = i;
  if (i < length) {
    if (code !== HASH || endOfQuery(text, i + 1, length) !== length) return undefined;
  }
  return makeReference(text, schemeEnd, hostStart, hostEnd, pathStart, pathEnd, queryEnd, reading);
}

/** Where a query or fragment that begins at `i` ends; -1 at a bad escape. */
function endOfQuery(text: string, start: number, length: number): number {
  let i = start;
  for (; i < length; i++) {
    const code = text.charCodeAt(i);
    if ((classOf(code) & IN_QUERY) !== 0) continue;
    if (code !== PERCENT) return i;
    if (escapeAt(text, i) < 0) return -1;
    i += 2;
  }
  return i;
}
