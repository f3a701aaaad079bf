/*
 * MARC-8, the character set of older MARC 21 records: ASCII, and the extended Latin set of ANSEL (ANSI Z39.47), where a
 * diacritic precedes its letter. Escape sequences select other sets, which are not decoded: each of their characters
 * becomes U+FFFD.
 */

const REPLACEMENT = "\ufffd";

/** The spacing characters from 0xA1 to 0xC8; a space is not assigned. */
const SPACING = "ŁØĐÞÆŒʹ·♭®±ƠƯʼ ʻłøđþæœʺı£ð ơư  °ℓ℗©♯¿¡ß€";

/** The combining characters from 0xE0 to 0xFE; 0 is not assigned. */
const COMBINING: readonly number[] = [
  0x309, 0x300, 0x301, 0x302, 0x303, 0x304, 0x306, 0x307, 0x308, 0x30c, 0x30a, 0xfe20, 0xfe21, 0x315, 0x30b,
  0x310, 0x327, 0x328, 0x323, 0x324, 0x325, 0x333, 0x332, 0x326, 0x31c, 0x32e, 0xfe22, 0xfe23, 0, 0, 0x313,
];

const ESCAPE = 0x1b;

/** Decodes MARC-8 to composed characters. */
export function decodeMarc8(octets: Uint8Array): string {
  let text = "";
  let diacritics = "";
  let isLatin = true;
  for (let i = 0; i < octets.length; i++) {
    const byte = octets[i]!;
    if (byte === ESCAPE) {
      const { length, isLatin: selectsLatin } = readEscape(octets, i + 1);
      isLatin = selectsLatin;
      i += length;
      continue;
    }
    const combining = isLatin ? (COMBINING[byte - 0xe0] ?? 0) : 0;
    if (combining > 0) {
      diacritics += String.fromCharCode(combining);
      continue;
    }
    text += toCharacter(byte, isLatin) + diacritics;
    diacritics = "";
  }
  return (text + diacritics).normalize("NFC");
}

function toCharacter(byte: number, isLatin: boolean): string {
  if (byte <= 0x20) return String.fromCharCode(byte);
  if (!isLatin) return REPLACEMENT;
  if (byte < 0x80) return String.fromCharCode(byte);
  const character = SPACING[byte - 0xa1];
  return character === undefined || character === " " ? REPLACEMENT : character;
}

/** Returns the bytes of an escape sequence after ESC, and whether it selects ASCII or the extended Latin set. */
function readEscape(
  octets: Uint8Array,
  start: number,
): { readonly length: number; readonly isLatin: boolean } {
  let end = start;
  while (end - start < 3 && octets[end]! >= 0x21 && octets[end]! <= 0x2f) end++;
  const final = String.fromCharCode(octets[end] ?? 0);
  // ESC s selects ASCII; ESC ( B, and ESC ) ! E, where "!" belongs to the name of the set.
  const isLatin = end === start ? final === "s" : final === "B" || final === "E";
  return { length: Math.min(end, octets.length - 1) - start + 1, isLatin };
}
