import { ALPHA, type CharSet, DIGIT, QUERY, REG_NAME, SCHEME, USERINFO } from "./charset.ts";
import { escapeAt } from "./escape.ts";
import { ipLiteralProblem } from "./host.ts";
import { findHostnameEnd } from "./hostname.ts";
import { MAX_SCHEME_LENGTH, MAX_URL_LENGTH } from "./limits.ts";
import type { ScannedOffsets } from "./url.ts";

export interface ParseOptions {
  /**
   * Maximum length in UTF-16 code units. Default 65 536; a longer text is too-long. RangeError unless it is a number
   * from 0 to Infinity.
   */
  readonly maxUrlLength?: number;
  /** Allow `[fe80::1%25eth0]`, the zone identifiers that RFC 9844 withdrew. Default false. */
  readonly zoneId?: boolean;
}

/** Options for text that was already parsed: do not check length and zone ID again. */
export const ALREADY_PARSED: ParseOptions = { maxUrlLength: Number.POSITIVE_INFINITY, zoneId: true };

/**
 * Returns the maximum length of a URL to parse, validated: an option that is not a number must not turn the limit off.
 *
 * @throws {RangeError} NaN, a negative number, or not a number.
 */
export function resolveMaxUrlLength(given: number = MAX_URL_LENGTH): number {
  if (typeof given !== "number" || !(given >= 0)) {
    throw new RangeError("invalid option maxUrlLength: expected a number from 0 to Infinity");
  }
  return given;
}

const HASH = 0x23;
const PERCENT = 0x25;
const SLASH = 0x2f;
const COLON = 0x3a;
const QUESTION = 0x3f;
const AT = 0x40;
const BRACKET = 0x5b;
/** Not a char code: the end of the text. The engine is slower after a read past the end. */
const END = -1;

/**
 * The generic parse of RFC 3986: one forward pass over char codes that splits and checks at once, and decodes nothing.
 *
 *     ftp://user:pw@host.dom:21/a/b;type=i?query#fragment
 *        ^          ^       ^  ^          ^     ^
 *        schemeEnd  |       |  pathStart  |     queryEnd
 *                   hostStart hostEnd     pathEnd
 *
 * Returns `undefined` at the first error; the slower `diagnose` then finds out what it was.
 */
export function scan(text: string, options?: ParseOptions): ScannedOffsets | undefined {
  const schemeEnd = findSchemeEnd(text);
  return schemeEnd < 0 ? undefined : scanAfterScheme(text, schemeEnd, options);
}

/** Like {@link scan}, for a reference that may be relative. */
export function scanReference(text: string, options?: ParseOptions): ScannedOffsets | undefined {
  const schemeEnd = findSchemeEnd(text);
  return schemeEnd < 0 && hasColonFirst(text) ? undefined : scanAfterScheme(text, schemeEnd, options);
}

/** The error for what is not a string: JavaScript callers may pass anything. */
export function notTextError(): TypeError {
  return new TypeError("invalid URL: expected text");
}

/** Scans scheme = ALPHA *( ALPHA / DIGIT / "+" / "-" / "." ) and returns the offset of its ":"; -1 without one. */
function findSchemeEnd(text: string): number {
  if (typeof text !== "string") throw notTextError();
  const most = Math.min(text.length, MAX_SCHEME_LENGTH + 1);
  const { table } = SCHEME;
  let i = 0;
  for (; i < most; i++) {
    const code = text.charCodeAt(i);
    if (code < 128 && table[code] === 1) continue;
    return code === COLON && i > 0 && ALPHA.has(text.charCodeAt(0)) ? i : -1;
  }
  return -1;
}

/** segment-nz-nc: a ":" in the first segment of a relative path would make it a scheme (RFC 3986 §4.2). */
function hasColonFirst(text: string): boolean {
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code === COLON) return true;
    if (isAuthorityEnd(code)) return false;
  }
  return false;
}

function scanAfterScheme(
  text: string,
  schemeEnd: number,
  options: ParseOptions | undefined,
): ScannedOffsets | undefined {
  if (text.length > resolveMaxUrlLength(options?.maxUrlLength)) return undefined;
  let pathStart = schemeEnd + 1;
  let hostStart = -1;
  let hostEnd = -1;
  let hasHostname = false;
  if (codeAt(text, pathStart) === SLASH && codeAt(text, pathStart + 1) === SLASH) {
    hostStart = pathStart + 2;
    // Most authorities are only a host name, or that and a port.
    pathStart = hostEnd = findHostnameEnd(text, hostStart);
    if (hostEnd >= 0) {
      if (codeAt(text, hostEnd) === COLON) pathStart = findPortEnd(text, hostEnd + 1);
      hasHostname = isAuthorityEnd(codeAt(text, pathStart));
    }
    if (!hasHostname) {
      hostEnd = findHostEnd(text, hostStart, options);
      // What looks like a host and a port can be a user and a password.
      const loginEnd = findRunEnd(text, hostEnd, USERINFO);
      if (codeAt(text, loginEnd) === AT) {
        // "[" is not allowed in a userinfo.
        if (codeAt(text, hostStart) === BRACKET) return undefined;
        hostStart = loginEnd + 1;
        hostEnd = findHostEnd(text, hostStart, options);
      }
      pathStart = codeAt(text, hostEnd) === COLON ? findPortEnd(text, hostEnd + 1) : hostEnd;
      if (!isAuthorityEnd(codeAt(text, pathStart))) return undefined;
    }
  }
  // A path has the characters of a query without "?": both are checked at once.
  const queryEnd = findRunEnd(text, pathStart, QUERY);
  const question = text.indexOf("?", pathStart);
  const pathEnd = question < 0 || question > queryEnd ? queryEnd : question;
  const end = codeAt(text, queryEnd) === HASH ? findRunEnd(text, queryEnd + 1, QUERY) : queryEnd;
  if (end < text.length) return undefined;
  return { schemeEnd, hostStart, hostEnd, pathStart, pathEnd, queryEnd, hasHostname };
}

/** host = IP-literal / IPv4address / reg-name. Returns `start` before an invalid IP literal. */
function findHostEnd(text: string, start: number, options: ParseOptions | undefined): number {
  if (codeAt(text, start) !== BRACKET) return findRunEnd(text, start, REG_NAME);
  const close = text.indexOf("]", start);
  return close < 0 || ipLiteralProblem(text.slice(start + 1, close), options?.zoneId) !== undefined
    ? start
    : close + 1;
}

/** port = *DIGIT */
function findPortEnd(text: string, start: number): number {
  let i = start;
  while (i < text.length && DIGIT.has(text.charCodeAt(i))) i++;
  return i;
}

/** Returns the first offset from `start` on that is neither in `set` nor part of an escape. */
function findRunEnd(text: string, start: number, { table }: CharSet): number {
  let i = start;
  for (; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 128 && table[code] === 1) continue;
    if (code !== PERCENT || escapeAt(text, i) < 0) break;
    i += 2;
  }
  return i;
}

function codeAt(text: string, i: number): number {
  return i < text.length ? text.charCodeAt(i) : END;
}

/** The delimiters after an authority (RFC 3986 §3.2), and the end of the text. */
function isAuthorityEnd(code: number): boolean {
  return code === SLASH || code === QUESTION || code === HASH || code === END;
}
