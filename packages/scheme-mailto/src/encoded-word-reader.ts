/*
 * encoded-word = "=?" charset [ "*" language ] "?" encoding "?" encoded-text "?="     (RFC 2047 §2, RFC 2231 §5)
 */

const ENCODED_WORD = /=\?([\w.:-]{1,40})(?:\*[\w-]{0,40})?\?([BbQq])\?([!->@-~]{0,400})\?=/g;

/**
 * Decodes the encoded words of an unstructured value. White space between two of them is removed (RFC 2047 §6.2); a
 * word in an unknown charset stays unchanged.
 */
export function decodeEncodedWords(value: string): string {
  let text = "";
  let from = 0;
  let afterWord = false;
  for (const match of value.matchAll(ENCODED_WORD)) {
    const [word, charset = "", encoding = "", encoded = ""] = match;
    const decoded = decodeWord(charset, encoding, encoded);
    const between = value.slice(from, match.index);
    if (!(afterWord && decoded !== undefined && /^[ \t]*$/.test(between))) text += between;
    text += decoded ?? word;
    afterWord = decoded !== undefined;
    from = match.index + word.length;
  }
  return text + value.slice(from);
}

function decodeWord(charset: string, encoding: string, encoded: string): string | undefined {
  const octets = /[Bb]/.test(encoding) ? decodeB(encoded) : decodeQ(encoded);
  if (octets === undefined) return undefined;
  try {
    return new TextDecoder(charset, { fatal: true }).decode(octets);
  } catch {
    return undefined;
  }
}

function decodeB(encoded: string): Uint8Array | undefined {
  try {
    return Uint8Array.from(atob(encoded), (char) => char.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function decodeQ(encoded: string): Uint8Array {
  const octets: number[] = [];
  for (let i = 0; i < encoded.length; i++) {
    const hex = encoded.slice(i + 1, i + 3);
    if (encoded[i] === "=" && /^[0-9A-Fa-f]{2}$/.test(hex)) {
      octets.push(Number.parseInt(hex, 16));
      i += 2;
    } else octets.push(encoded[i] === "_" ? 0x20 : encoded.charCodeAt(i));
  }
  return Uint8Array.from(octets);
}
