import { CharSet, QUERY, UNRESERVED } from "../syntax/charset.ts";

/** Every character that a URL can contain, except "[" and "]", which only enclose an IP literal. */
const URL_CHARS: CharSet = new CharSet("#%", QUERY);

/** Characters that end a bare URL. */
export const NOT_IN_URL = 1;
export const ENDS_AUTHORITY = 2;
/** Characters of no host name. They end a host unless an "@" follows: `http://a.example,http://b.example`. */
export const AFTER_HOST = 4;
export const AT_SIGN = 8;
/** Characters that belong to the sentence if they are last. */
export const TRAILING = 16;
/** Marks of emphasis if they are on both sides. */
export const EMPHASIS = 32;
/** Characters of a URL that need a look at their neighbors or at their number. */
export const COUNTED = 64;
export const PERCENT_SIGN = 128;

const IN_HOST: CharSet = new CharSet("@:/%", UNRESERVED);

/** All classes as bits, so that most characters need one lookup and one test. */
const CLASS: Uint8Array = new Uint8Array(128);
for (const [bit, set] of [
  [ENDS_AUTHORITY, new CharSet("/?#")],
  [AFTER_HOST, new CharSet(",;'!()&")],
  [AT_SIGN, new CharSet("@")],
  [TRAILING, new CharSet(".,;:!?'(")],
  [EMPHASIS, new CharSet("*_~")],
  [COUNTED, new CharSet("#%();")],
  [PERCENT_SIGN, new CharSet("%")],
] as const) {
  for (let code = 0; code < 128; code++) if (set.has(code)) CLASS[code]! |= bit;
}
for (let code = 0; code < 128; code++) if (!URL_CHARS.has(code)) CLASS[code]! |= NOT_IN_URL;

/**
 * Returns the code unit at `at`, or a space past the end of the text: in V8 one read past the end makes all later ones
 * slow.
 */
export function codeUnitAt(text: string, at: number): number {
  return at >= 0 && at < text.length ? text.charCodeAt(at) : 0x20;
}

/** Returns the class bits of a code unit. */
export function characterClass(code: number): number {
  return code < 128 ? CLASS[code]! : NOT_IN_URL;
}

/** Does a bare URL continue with this code unit? */
export function isInUrl(code: number): boolean {
  return (characterClass(code) & NOT_IN_URL) === 0;
}

/** Scripts without spaces between words, and Korean, which adds particles to a word. */
const UNSPACED =
  /[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Hangul}\p{scx=Bopomofo}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}]/u;
const LETTER = /[\p{L}\p{M}\p{N}]/u;
/** Invisible format characters, private ones, and lone surrogates. */
const INVISIBLE = /\p{C}/u;

/** Returns the length in code units of the non-ASCII letter at `at`; 0 for any other character. */
export function letterLength(text: string, at: number): 0 | 1 | 2 {
  if (codeUnitAt(text, at) < 128) return 0;
  const code = text.codePointAt(at)!;
  if (!LETTER.test(String.fromCodePoint(code))) return 0;
  return code > 0xffff ? 2 : 1;
}

/**
 * Classifies the character at `at`, where a bare URL ends. "end": an ordinary end; "doubt": it may belong to the URL;
 * "opening": one of "[", "\\", "^", "{", after which the URL may continue; "letter": a word continues.
 */
export function classifyEnd(text: string, at: number): "end" | "doubt" | "opening" | "letter" {
  const unit = codeUnitAt(text, at);
  if (isBlank(unit)) return "end";
  if (unit < 128) {
    if (unit < 0x20 || unit === 0x7f) return "doubt";
    if (unit === BACKSLASH) return endsAtBackslash(text, at) ? "doubt" : "opening";
    return unit === 0x5b || unit === 0x5e || unit === 0x7b ? "opening" : "end";
  }
  const char = String.fromCodePoint(text.codePointAt(at)!);
  if (LETTER.test(char)) return UNSPACED.test(char) ? "doubt" : "letter";
  return INVISIBLE.test(char) ? "doubt" : "end";
}

export const BACKSLASH = 0x5c;
/** Escapes of white space in a string literal. */
export const ESCAPED_SPACE: CharSet = new CharSet("nrt");
const MAX_BACKSLASHES = 8;

/** Is the backslash at `at` an escape of a string or of markup: "http://h.example\n", not "http://h.example\@evil.example"? */
function endsAtBackslash(text: string, at: number): boolean {
  let next = at + 1;
  while (codeUnitAt(text, next) === BACKSLASH && next - at < MAX_BACKSLASHES) next++;
  const code = codeUnitAt(text, next);
  return ESCAPED_SPACE.has(code) || !(IN_HOST.has(code) || code === BACKSLASH || code > 127);
}

/**
 * White space that is removed from a wrapped URL, including the zero-width space, the soft hyphen, and the byte order
 * mark.
 */
export function isBlank(code: number): boolean {
  return (
    code === 0x20 ||
    (code >= 0x09 && code <= 0x0d) ||
    (code >= 0x85 && (code === 0x85 || code === 0xa0 || code === 0xad || code === 0x200b || code === 0xfeff))
  );
}

/** LF, VT, FF, CR, NEL */
export function isLineBreak(code: number): boolean {
  return (code >= 0x0a && code <= 0x0d) || code === 0x85;
}

/** Controls that reverse displayed text: U+202A–U+202E, U+2066–U+2069. */
export function isBidiControl(code: number): boolean {
  return (code >= 0x202a && code <= 0x202e) || (code >= 0x2066 && code <= 0x2069);
}
