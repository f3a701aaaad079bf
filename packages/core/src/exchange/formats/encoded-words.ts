import { decodeBase64 } from "../../syntax/base64.ts";
import { CharSet, DIGIT, HEXDIG } from "../../syntax/charset.ts";

/*
 * encoded-word = "=?" charset [ "*" language ] "?" encoding "?" encoded-text "?="     (RFC 2047 §2, RFC 2231 §5)
 */

/** By the RFC, an encoded-word has at most 75 characters, but longer ones exist. */
const MAX_WORD_CHARACTERS = 2_000;

const WORD_PATTERN = /^=\?([\w!#$%&'+^`{}~-]+)(?:\*[\w-]*)?\?([QB])\?([!-~]*)\?=$/i;

/**
 * Decodes the encoded words of a header field of mail or news. They stand between white space (RFC 2047 §5); white space
 * between two of them is removed. A word that cannot be decoded, for example in an unknown charset, stays unchanged.
 */
export function decodeEncodedWords(text: string): string {
  if (!text.includes("=?")) return text;
  let decoded = "";
  let blank = "";
  let before: "word" | "text" = "text";
  for (const token of text.split(/([ \t]+)/)) {
    if (token.startsWith(" ") || token.startsWith("\t")) {
      blank = token;
      continue;
    }
    const word = decodeWord(token);
    // White space between two encoded words is ignored (RFC 2047 §6.2).
    if (word === undefined || before === "text") decoded += blank;
    decoded += word ?? token;
    before = word === undefined ? "text" : "word";
  }
  return decoded;
}

function decodeWord(token: string): string | undefined {
  if (token.length > MAX_WORD_CHARACTERS) return undefined;
  const match = WORD_PATTERN.exec(token);
  if (match === null) return undefined;
  const [, charset = "", encoding = "", encoded = ""] = match;
  const octets = encoding.toUpperCase() === "B" ? decodeB(encoded) : decodeQ(encoded);
  if (octets === undefined) return undefined;
  try {
    return new TextDecoder(charset, { fatal: true, ignoreBOM: true }).decode(octets);
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
