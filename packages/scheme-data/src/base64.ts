/*
 * The base64 of a data URL (RFC 4648 §4): escapes stand for their characters, white space is ignored, and the padding may
 * be absent as a whole. A URL can be long, so it is decoded in chunks, without a decoded copy of its text.
 */

const DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
const PAD = 64;
const SPACE = 65;
const INVALID = 255;

/** The value of each character; PAD, SPACE, or INVALID for the others. */
const VALUES: Uint8Array = new Uint8Array(256).fill(INVALID);
for (let i = 0; i < DIGITS.length; i++) VALUES[DIGITS.charCodeAt(i)] = i;
VALUES["=".charCodeAt(0)] = PAD;
for (const space of "\t\n\f\r ") VALUES[space.charCodeAt(0)] = SPACE;

const PERCENT = 0x25;

/** Returns the value of the character at `at`, which may be an escape. */
function valueAt(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return VALUES[code === PERCENT ? Number.parseInt(text.slice(at + 1, at + 3), 16) : code] ?? INVALID;
}

function lengthAt(text: string, at: number): number {
  return text.charCodeAt(at) === PERCENT ? 3 : 1;
}

/** Returns the decoded size in bytes, or the range of the first error. */
export function measureBase64(
  text: string,
  start: number,
  end: number,
): { readonly size: number; readonly error?: readonly [start: number, end: number] } {
  let digits = 0;
  let pads = 0;
  for (let at = start; at < end; at += lengthAt(text, at)) {
    const value = valueAt(text, at);
    if (value === SPACE) continue;
    if (value === PAD) pads++;
    else if (value < PAD && pads === 0) digits++;
    else return { size: 0, error: [at, at + lengthAt(text, at)] };
  }
  const rest = digits % 4;
  if (rest === 1 || (pads > 0 && (pads > 2 || rest + pads !== 4))) return { size: 0, error: [start, end] };
  return { size: Math.floor((digits * 3) / 4) };
}

/** Decodes a text that {@link measureBase64} accepts, in chunks of `chunkBytes`, a multiple of 3. */
export function* decodeBase64(
  text: string,
  start: number,
  end: number,
  chunkBytes: number,
): Generator<Uint8Array, void, void> {
  let chunk = new Uint8Array(chunkBytes);
  let length = 0;
  let bits = 0;
  let digits = 0;
  for (let at = start; at < end; at += lengthAt(text, at)) {
    const value = valueAt(text, at);
    if (value >= PAD) continue;
    bits = (bits << 6) | value;
    if (++digits < 4) continue;
    chunk[length++] = bits >> 16;
    chunk[length++] = bits >> 8;
    chunk[length++] = bits;
    digits = bits = 0;
    if (length < chunkBytes) continue;
    yield chunk;
    chunk = new Uint8Array(chunkBytes);
    length = 0;
  }
  if (digits > 1) chunk[length++] = bits >> (digits * 6 - 8);
  if (digits > 2) chunk[length++] = bits >> 2;
  if (length > 0) yield chunk.subarray(0, length);
}
