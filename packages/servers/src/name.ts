/*
 * A name is bytes. Here it is written as a string: UTF-8 if the bytes are UTF-8, and one lone surrogate U+DC80–U+DCFF
 * for each byte that is not (the convention of PEP 383). So names can be keys of a Map, and two names are equal exactly
 * if their bytes are.
 */

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** Decodes any bytes to text; {@link octetsOf} reverses it. */
export function textOf(octets: Uint8Array): string {
  return decoded(octets) ?? escaped(octets);
}

/**
 * Encodes a text to its bytes.
 *
 * @throws {TypeError} the text contains a lone surrogate other than U+DC80–U+DCFF.
 */
export function octetsOf(text: string): Uint8Array {
  const octets: number[] = [];
  let from = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 0xd800 || code > 0xdfff) continue;
    const low = text.charCodeAt(i + 1);
    if (code < 0xdc00 && low >= 0xdc00 && low <= 0xdfff) {
      i++;
      continue;
    }
    if (code < 0xdc80 || code > 0xdcff)
      throw new TypeError("invalid name: a lone surrogate outside U+DC80–U+DCFF");
    for (const octet of encoder.encode(text.slice(from, i))) octets.push(octet);
    octets.push(code - 0xdc00);
    from = i + 1;
  }
  if (from === 0) return encoder.encode(text);
  for (const octet of encoder.encode(text.slice(from))) octets.push(octet);
  return Uint8Array.from(octets);
}

/** Decodes character by character and keeps each byte that is not UTF-8. */
function escaped(octets: Uint8Array): string {
  let text = "";
  for (let at = 0; at < octets.length; ) {
    const octet = octets[at]!;
    const length = octet < 0x80 ? 1 : octet < 0xe0 ? 2 : octet < 0xf0 ? 3 : 4;
    const char = at + length > octets.length ? undefined : decoded(octets.subarray(at, at + length));
    text += char ?? String.fromCharCode(0xdc00 + octet);
    at += char === undefined ? 1 : length;
  }
  return text;
}

function decoded(octets: Uint8Array): string | undefined {
  try {
    return decoder.decode(octets);
  } catch {
    return undefined;
  }
}
