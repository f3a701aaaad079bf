/** Number of bytes converted per call, because the number of arguments is limited. */
const CHUNK_BYTES = 8 * 1024;

/** Yields a text with one character per byte, in chunks. */
export function* toLatin1Chunks(octets: Uint8Array): Generator<string, void, void> {
  for (let from = 0; from < octets.length; from += CHUNK_BYTES)
    // V8 reads the array seven times as fast as with "...".
    yield Reflect.apply(String.fromCharCode, undefined, octets.subarray(from, from + CHUNK_BYTES));
}

export function fromLatin1(latin1: string): Uint8Array<ArrayBuffer> {
  const octets = new Uint8Array(latin1.length);
  for (let i = 0; i < latin1.length; i++) octets[i] = latin1.charCodeAt(i);
  return octets;
}

export function isAscii(text: string): boolean {
  return /^[\0-\x7f]*$/.test(text);
}
