import { ALPHA, CharSet, DIGIT } from "@anyurl/core";

/*
 * addr-spec     = local-part "@" domain
 * local-part    = dot-atom-text / quoted-string
 * domain        = dot-atom-text / "[" *dtext-no-obs "]"          (RFC 6068 §2, RFC 5322 §3.4.1)
 *
 * Decoded, without comments and surrounding white space; non-ASCII as in RFC 6532 §3.2. Each pattern is sticky and can
 * match in only one way.
 */

/** Neither a C1 control nor a surrogate, which stands for a byte that is not UTF-8. */
const BEYOND_ASCII = "\\u{a0}-\\u{d7ff}\\u{e000}-\\u{10ffff}";
/** atext (RFC 5322 §3.2.3) */
const ATEXT = `[\\w!#$%&'*+/=?^\`{|}~${BEYOND_ASCII}-]`;
/** dot-atom-text = 1*atext *( "." 1*atext ) */
const DOT_ATOM = `${ATEXT}+(?:\\.${ATEXT}+)*`;
/** quoted-string = DQUOTE *( qtext / WSP / "\" ( VCHAR / WSP ) ) DQUOTE */
const QUOTED = `"(?:[\\t !#-[\\]-~${BEYOND_ASCII}]|\\\\[\\t -~${BEYOND_ASCII}])*"`;

const ADDR_SPEC = new RegExp(`(?:${DOT_ATOM}|${QUOTED})@(?:${DOT_ATOM}|\\[[!-Z^-~]*\\])`, "uy");
/** word = atom / quoted-string; also with dots, which people write in their names (obs-phrase, RFC 5322 §4.1) */
const WORD = new RegExp(`(?:${ATEXT}|\\.)+|${QUOTED}`, "uy");

/** Returns the end of the addr-spec that begins at `start`, or -1. */
export function findAddrSpecEnd(text: string, start: number): number {
  return matchEnd(ADDR_SPEC, text, start);
}

/** Returns the end of the word of a phrase that begins at `start`, or -1. */
export function findWordEnd(text: string, start: number): number {
  return matchEnd(WORD, text, start);
}

function matchEnd(sticky: RegExp, text: string, start: number): number {
  sticky.lastIndex = start;
  return sticky.test(text) ? sticky.lastIndex : -1;
}

export function isAddrSpec(text: string): boolean {
  return findAddrSpecEnd(text, 0) === text.length;
}

const ATOM_822 = "[\\w!#$%&'*+/=?^`{|}~-]+";
const QUOTED_822 = (inside: string) => `(?:[${inside}]|\\\\[\\x01-\\t\\v\\f\\x0e-\\x7f])*`;
const DOTTED_822 = (word: string) => `[\\t ]*${word}[\\t ]*(?:\\.[\\t ]*${word}[\\t ]*)*`;
const ADDR_SPEC_822 = new RegExp(
  `^${DOTTED_822(`(?:${ATOM_822}|"${QUOTED_822("\\x01-\\t\\v\\f\\x0e-!#-[\\]-\\x7f")}")`)}` +
    `@${DOTTED_822(`(?:${ATOM_822}|\\[${QUOTED_822("\\x01-\\t\\v\\f\\x0e-Z^-\\x7f")}\\])`)}$`,
);

/**
 * Checks an address by RFC 822 §6.1: words with dots between them, and white space between tokens. No NUL, CR, or LF.
 */
export function isAddrSpec822(text: string): boolean {
  return ADDR_SPEC_822.test(text);
}

/** Returns the offset of the "@" between local-part and domain (the first one outside quotes), or -1. */
export function findDivider(address: string): number {
  return (/^(?:[^"@]|"(?:[^"\\]|\\.)*")*@/s.exec(address)?.[0].length ?? 0) - 1;
}

/** Returns the offset of that "@" in the address as written: an "@", or the "%" of "%40". */
export function findRawDivider(raw: string, address: string): number {
  let left = address.slice(0, Math.max(findDivider(address), 0)).split("@").length;
  for (const { index } of raw.matchAll(/@|%40/g)) if (--left === 0) return index;
  return -1;
}

const ASCII_ATEXT: CharSet = new CharSet("!#$%&'*+-/=?^_`{|}~", ALPHA, DIGIT);
/** Unencoded characters in a URL: a "&" "has to be percent-encoded" (RFC 6068 §6.1). */
const UNENCODED_ATEXT: CharSet = ASCII_ATEXT.without("&");

/**
 * Returns the end of the addr-spec that begins at `start` of a path, at the next "," or at `end`, if it consists of
 * ASCII atoms, percent-encoded or not. Returns -1 for any other address, which needs the full check.
 */
export function findPlainAddrSpecEnd(text: string, start: number, end: number): number {
  let i = start;
  let at = -1;
  // The start of the last atom.
  let atom = start;
  for (; i < end; i++) {
    const char = text.charCodeAt(i);
    if (char === 0x25) {
      if (!ASCII_ATEXT.has(Number.parseInt(text.slice(i + 1, i + 3), 16))) return -1;
      i += 2;
    } else if (!UNENCODED_ATEXT.has(char)) {
      if (i === atom) return -1;
      if (char === 0x2c) break;
      if (char === 0x40 && at < 0) at = i;
      else if (char !== 0x2e) return -1;
      atom = i + 1;
    }
  }
  return at < 0 || i === atom ? -1 : i;
}
