import { ALPHA, CharSet, DIGIT, encodeBase64, octetsOf } from "@anyurl/core";
import { isAscii } from "./a-label.ts";
import { skipSpace } from "./mailbox.ts";

/*
 * encoded-word = "=?" charset "?" encoding "?" encoded-text "?="     (RFC 2047 §2)
 *
 * Each word includes the white space before it, where a line can be folded.
 */

/** Unencoded characters of the Q encoding that are valid everywhere, including a phrase (§5 (3)). */
const Q_PLAIN: CharSet = new CharSet("!*+-/", ALPHA, DIGIT);
/** The limit is 75 (§2); a smaller value leaves room for the name of the field. */
const MAX_ENCODED_LENGTH = 60;
/** A longer word is encoded, because encoded words can be split. */
const MAX_WORD_LENGTH = 400;

/** Is a part of this unstructured value written as encoded words? */
export function isEncoded(value: string): boolean {
  return splitWords(` ${value}`).some(needsEncoding);
}

/** Returns the words of an unstructured value (RFC 5322 §3.2.5). Keeps encoded words in the value (RFC 6068 §2). */
export function formatUnstructured(value: string): readonly string[] {
  const words = splitWords(` ${value}`);
  const first = words.findIndex(needsEncoding);
  if (first < 0) return words;
  const last = words.findLastIndex(needsEncoding);
  // White space between two encoded words is removed by readers (RFC 2047 §6.2), so encode it with them.
  const middle = words
    .slice(first, last + 1)
    .join("")
    .slice(1);
  return [...words.slice(0, first), ...encodeWords(middle), ...words.slice(last + 1)];
}

function splitWords(text: string): readonly string[] {
  const words: string[] = [];
  for (let i = 0; ; ) {
    let end = skipSpace(text, i);
    if (end === text.length) return words;
    while (end < text.length && text[end] !== " " && text[end] !== "\t") end++;
    words.push(text.slice(i, end));
    i = end;
  }
}

/**
 * Returns the words of a phrase: atoms, a quoted-string, or encoded words (RFC 5322 §3.2.5, RFC 2047 §5). Returns none
 * for "".
 */
export function formatPhrase(text: string): readonly string[] {
  if (text === "") return [];
  if (!isAscii(text) || text.length > MAX_WORD_LENGTH) return encodeWords(text);
  if (/^[\w!#$%&'*+/=?^`{|}~-]+(?: [\w!#$%&'*+/=?^`{|}~-]+)*$/.test(text))
    return text.split(" ").map((word) => ` ${word}`);
  return [` "${text.replace(/["\\]/g, "\\$&")}"`];
}

function needsEncoding(word: string): boolean {
  return word.length > MAX_WORD_LENGTH || !isAscii(word);
}

/** Encodes text in UTF-8 without splitting a character: with Q if that keeps most of it readable, otherwise with B. */
function encodeWords(text: string): readonly string[] {
  const octets = octetsOf(text);
  const plain = octets.filter((octet) => Q_PLAIN.has(octet) || octet === 0x20).length;
  const [encoding, encode] =
    plain * 2 >= octets.length ? (["Q", encodeQ] as const) : (["B", encodeBase64] as const);
  const words: string[] = [];
  let run = "";
  for (const char of text) {
    if (encode(octetsOf(run + char)).length + 12 > MAX_ENCODED_LENGTH) {
      words.push(run);
      run = "";
    }
    run += char;
  }
  return [...words, run].map((each) => ` =?utf-8?${encoding}?${encode(octetsOf(each))}?=`);
}

function encodeQ(octets: Uint8Array): string {
  let text = "";
  for (const octet of octets) {
    if (Q_PLAIN.has(octet)) text += String.fromCharCode(octet);
    else text += octet === 0x20 ? "_" : `=${octet.toString(16).toUpperCase().padStart(2, "0")}`;
  }
  return text;
}
