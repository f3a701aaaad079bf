import { decodeBase64 } from "../../syntax/base64.ts";
import { CharSet, DIGIT, HEXDIG } from "../../syntax/charset.ts";

/*
 * encoded-word = "=?" charset [ "*" language ] "?" encoding "?" encoded-text "?="     (RFC 2047 §2, RFC 2231 §5)
 */

/** By the RFC, an encoded-word has at most 75 characters, but longer ones exist. */
const MAX_WORD_CHARACTERS = 2_000;

const WORD_PATTERN = /^=\?([\w!#$%&'+^`{}~-]+)(?:\*[\w-]*)?\?([QB])\?([!-~]*)\?=$/i;

/** A word beside other characters, such as the parentheses of a comment. Its text has no "?". */
const INNER_PATTERN = /=\?[\w!#$%&'+^`{}~-]{1,100}(?:\*[\w-]{0,100})?\?[QB]\?[!->@-~]*\?=/gi;

/** An encoded word. */
interface Word {
  /** As it was written, and the white space before it. */
  readonly written: string;
  readonly blank: string;
  readonly charset: string;
  readonly octets: Uint8Array;
}

/**
 * Decodes the encoded words of a header field of mail or news. White space between two of them is removed. They also
 * stand in comments (RFC 2047 §5) and, as real programs write them, in quotation marks and beside other text; and a
 * character can be split between two words of one charset. A word that cannot be decoded, for example in an unknown
 * charset, stays unchanged.
 */
export function decodeEncodedWords(text: string): string {
  if (!text.includes("=?")) return text;
  let decoded = "";
  let blank = "";
  let words: Word[] = [];
  for (const piece of readPieces(text)) {
    if (typeof piece !== "string") words.push({ ...piece, blank });
    else if (piece.startsWith(" ") || piece.startsWith("\t")) {
      blank = piece;
      continue;
    } else {
      decoded += joinWords(words) + blank + piece;
      words = [];
    }
    blank = "";
  }
  return decoded + joinWords(words) + blank;
}

/** Yields the words, the white space, and the texts between them. */
function* readPieces(text: string): Generator<string | Omit<Word, "blank">, void, void> {
  for (const token of text.split(/([ \t]+)/)) {
    const whole = readWord(token);
    if (whole !== undefined || !token.includes("=?")) {
      if (token !== "") yield whole ?? token;
      continue;
    }
    let at = 0;
    for (const { 0: written, index } of token.matchAll(INNER_PATTERN)) {
      const word = readWord(written);
      if (word === undefined) continue;
      if (index > at) yield token.slice(at, index);
      yield word;
      at = index + written.length;
    }
    if (at < token.length) yield token.slice(at);
  }
}

function readWord(written: string): Omit<Word, "blank"> | undefined {
  if (written.length > MAX_WORD_CHARACTERS) return undefined;
  const match = WORD_PATTERN.exec(written);
  if (match === null) return undefined;
  const [, charset = "", encoding = "", encoded = ""] = match;
  const octets = encoding.toUpperCase() === "B" ? decodeB(encoded) : decodeQ(encoded);
  return octets && { written, charset: charset.toLowerCase(), octets };
}

/** Decodes words with only white space between them, which is ignored between two decoded ones (RFC 2047 §6.2). */
function joinWords(words: readonly Word[]): string {
  let text = "";
  let isDecoded = false;
  const add = (blank: string, decoded: string | undefined, written: string) => {
    text += isDecoded && decoded !== undefined ? decoded : blank + (decoded ?? written);
    isDecoded = decoded !== undefined;
  };
  for (let from = 0, to = 0; from < words.length; from = to) {
    const { charset, blank, written } = words[from]!;
    while (words[to]?.charset === charset) to++;
    const group = words.slice(from, to);
    const decoded = decodeOctets(charset, group);
    if (decoded !== undefined) add(blank, decoded, written);
    else for (const word of group) add(word.blank, decodeOctets(charset, [word]), word.written);
  }
  return text;
}

function decodeOctets(charset: string, words: readonly Word[]): string | undefined {
  try {
    const decoder = new TextDecoder(charset, { fatal: true, ignoreBOM: true });
    return words.map(({ octets }) => decoder.decode(octets, { stream: true })).join("") + decoder.decode();
  } catch {
    return undefined;
  }
}

const HEX: CharSet = /* @__PURE__ */ new CharSet("abcdef", HEXDIG, DIGIT);

function decodeQ(encoded: string): Uint8Array | undefined {
  const octets = new Uint8Array(encoded.length);
  let length = 0;
  for (let i = 0; i < encoded.length; i++) {
    const char = encoded[i]!;
    if (char !== "=") {
      octets[length++] = char === "_" ? 0x20 : char.charCodeAt(0);
      continue;
    }
    const digits = encoded.slice(i + 1, i + 3);
    if (digits.length < 2 || !HEX.covers(digits)) return undefined;
    octets[length++] = Number.parseInt(digits, 16);
    i += 2;
  }
  return octets.subarray(0, length);
}

function decodeB(encoded: string): Uint8Array | undefined {
  try {
    return decodeBase64(encoded);
  } catch {
    return undefined;
  }
}
