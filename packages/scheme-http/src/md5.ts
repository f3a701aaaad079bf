/*
 * MD5 (RFC 1321). It is not secure, but most servers with Digest authentication support nothing else, and the Web
 * Cryptography API does not have it.
 */

/** The rotation of each step (RFC 1321 §3.4): four numbers for each of four rounds. */
const ROTATIONS: readonly (readonly number[])[] = [
  [7, 12, 17, 22],
  [5, 9, 14, 20],
  [4, 11, 16, 23],
  [6, 10, 15, 21],
];

/** T[i] = floor(2^32 · |sin(i + 1)|) */
const TABLE: readonly number[] = Array.from({ length: 64 }, (_, i) =>
  Math.floor(2 ** 32 * Math.abs(Math.sin(i + 1))),
);

/** Returns the digest: 16 bytes. */
export function md5(message: Uint8Array): Uint8Array {
  const view = padMessage(message);
  const state = Uint32Array.of(0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476);
  for (let at = 0; at < view.byteLength; at += 64) {
    let [a = 0, b = 0, c = 0, d = 0] = state;
    for (let i = 0; i < 64; i++) {
      const round = i >> 4;
      const [mixed, word] = step(round, i, b, c, d);
      const sum = (a + mixed + TABLE[i]! + view.getUint32(at + 4 * word, true)) >>> 0;
      const turn = ROTATIONS[round]![i & 3]!;
      [a, d, c, b] = [d, c, b, (b + ((sum << turn) | (sum >>> (32 - turn)))) >>> 0];
    }
    state.set([state[0]! + a, state[1]! + b, state[2]! + c, state[3]! + d]);
  }
  const result = new DataView(new ArrayBuffer(16));
  for (const [i, word] of state.entries()) result.setUint32(4 * i, word, true);
  return new Uint8Array(result.buffer);
}

/** Returns how a step combines three words, and which word of the block it uses. */
function step(
  round: number,
  i: number,
  b: number,
  c: number,
  d: number,
): readonly [mixed: number, word: number] {
  if (round === 0) return [(b & c) | (~b & d), i];
  if (round === 1) return [(d & b) | (~d & c), (5 * i + 1) & 15];
  if (round === 2) return [b ^ c ^ d, (3 * i + 5) & 15];
  return [c ^ (b | ~d), (7 * i) & 15];
}

/** Pads with one bit, zeros, and the length in bits to blocks of 64 bytes. */
function padMessage(message: Uint8Array): DataView {
  const blocks = new Uint8Array((((message.length + 8) >> 6) + 1) << 6);
  blocks.set(message);
  blocks[message.length] = 0x80;
  const view = new DataView(blocks.buffer);
  view.setUint32(blocks.length - 8, message.length << 3, true);
  view.setUint32(blocks.length - 4, message.length >>> 29, true);
  return view;
}
