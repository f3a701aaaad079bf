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

/** Returns the offset of the "@" between local-part and domain of a valid address: the first one outside quotes. */
export function findDivider(address: string): number {
  return /^(?:[^"@]|"(?:[^"\\]|\\.)*")*@/s.exec(address)![0].length - 1;
}

/** Returns the offset of that "@" in a valid address as written: an "@", or the "%" of "%40". */
export function findRawDivider(raw: string, address: string): number {
  const quoted = address.slice(0, findDivider(address)).split("@").length - 1;
  return [...raw.matchAll(/@|%40/g)][quoted]!.index;
}

/**
 * An atom of a path in ASCII, percent-encoded or not: a "&" "has to be percent-encoded" (RFC 6068 §6.1), and a "?" or "#"
 * would end the path.
 */
const RAW_ATEXT = "[\\w!$'*+/=^`{|}~-]";
const ESCAPED_ATEXT = "%(?:2[13-7abdf]|3[\\ddf]|4[1-9a-f]|5[\\daef]|6[\\da-f]|7[\\da-e])";
const RAW_ATOM = `(?=%|${RAW_ATEXT})${RAW_ATEXT}*(?:${ESCAPED_ATEXT}${RAW_ATEXT}*)*`;
const RAW_DOT_ATOM = `${RAW_ATOM}(?:\\.${RAW_ATOM}){0,9}`;
/** With the end of the address. */
const PLAIN_ADDR_SPEC = new RegExp(`${RAW_DOT_ATOM}@${RAW_DOT_ATOM}(?![^,?#])`, "iy");

/**
 * Returns the end of the addr-spec that begins at `start` of a path, if it consists of such atoms. Returns -1 for any other
 * address, which needs the full check.
 */
export function findPlainAddrSpecEnd(text: string, start: number): number {
  return matchEnd(PLAIN_ADDR_SPEC, text, start);
}
