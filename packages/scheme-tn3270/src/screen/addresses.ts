/** How the data stream writes buffer addresses: 12 or 14 bits, told apart by two flag bits; or 16 bits. */
export type Addressing = "12/14" | "16";

/** Returns six bits as a graphic character (GA23-0059, "Code conversion"). */
export function toGraphic(bits: number): number {
  const six = bits & 0x3f;
  const low = six & 0x0f;
  if (six === 0x21) return 0x61;
  return (low >= 1 && low <= 9) || six === 0x30 ? 0xc0 | six : 0x40 | six;
}

/** Decodes a buffer address of two bytes. */
export function decodeAddress(high: number, low: number, addressing: Addressing): number {
  if (addressing === "16") return (high << 8) | low;
  // The flag bits 00 mean 14 bits; the others mean six bits in each byte.
  return (high & 0xc0) === 0 ? (high << 8) | low : ((high & 0x3f) << 6) | (low & 0x3f);
}

/** Encodes a buffer address for a screen of `size` characters, in the shortest form that has all of its addresses. */
export function encodeAddress(
  address: number,
  size: number,
  addressing: Addressing,
): readonly [number, number] {
  if (addressing === "16") return [address >> 8, address & 0xff];
  if (size > 4096) return [(address >> 8) & 0x3f, address & 0xff];
  return [toGraphic(address >> 6), toGraphic(address)];
}
