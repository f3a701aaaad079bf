import { ALPHA, CharSet, DIGIT, octetsOf } from "@anyurl/core";
import { isAscii } from "./a-label.ts";
import { spaceEnd } from "./mailbox.ts";

/*
 * encoded-word = "=?" charset "?" encoding "?" encoded-text "?="     (RFC 2047 §2)
 *
 * Words come with the white space in front of them: there a line may be broken.
 */

/** What stands for itself in the Q encoding, in any place: what §5 (3) leaves of it in a phrase. */
const Q_PLAIN: CharSet = new CharSet("!*+-/", ALPHA, DIGIT);
/** 75 is the limit (§2); less, so that the first one has room behind the name of its field. */
const MAX_ENCODED = 60;
/** A word that no line holds is encoded, for encoded words can be cut. */
export const MAX_WORD = 400;

/** The words of an unstructured value (RFC 5322 §3.2.5). Encoded words that it has stay what they are (RFC 6068 §2). */
export function unstructured(value: string): readonly string[] {
  const words = wordsOf(` ${value}`);
  const first = words.findIndex(needsEncoding);
  if (first < 0) return words;
  const last = words.findLastIndex(needsEncoding);
  // White space between two encoded words is not seen (RFC 2047 §6.2): it is encoded with them.
  const middle = words
    .slice(first, last + 1)
    .join("")
    .slice(1);
  return [...words.slice(0, first), ...encodedWords(middle), ...words.slice(last + 1)];
}

function wordsOf(text: string): readonly string[] {
  const words: string[] = [];
  for (let i = 0; ; ) {
    let end = spaceEnd(text, i);
    if (end === text.length) return words;
    while (end < text.length && text[end] !== " " && text[end] !== "\t") end++;
    words.push(text.slice(i, end));
    i = end;
  }
}

/** The words of a phrase: atoms, a quoted-string, or encoded words (RFC 5322 §3.2.5, RFC 2047 §5). None of "". */
export function phrase(text: string): readonly string[] {
  if (text === "") return [];
  if (!isAscii(text) || text.length > MAX_WORD) return encodedWords(text);
  if (/^[\w!#$%&'*+/=?^`{|}~-]+(?: [\w!#$%&'*+/=?^`{|}~-]+)*$/.test(text))
    return text.split(" ").map((word) => ` ${word}`);
  return [` "${text.replace(/["\\]/g, "\\$&")}"`];
}

function needsEncoding(word: string): boolean {
  return word.length > MAX_WORD || !isAscii(word);
}

/** In UTF-8, no character cut in two: by Q where most of it can be read so, else by B. */
function encodedWords(text: string): readonly string[] {
  const octets = octetsOf(text);
  const plain = octets.filter((octet) => Q_PLAIN.has(octet) || octet === 0x20).length;
  const [encoding, encode] =
    plain * 2 >= octets.length ? (["Q", encodeQ] as const) : (["B", encodeB] as const);
  const words: string[] = [];
  let run = "";
  for (const char of text) {
    if (encode(octetsOf(run + char)).length + 12 > MAX_ENCODED) {
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

function encodeB(octets: Uint8Array): string {
  return btoa(String.fromCharCode(...octets));
}
