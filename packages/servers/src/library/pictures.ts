import { crc32, deflateSync } from "node:zlib";

/** A picture of few colors: rows of digits, each the index of a color. All rows have the same length. */
export interface Picture {
  readonly rows: readonly string[];
  /** At most four, as 0xRRGGBB. */
  readonly colours: readonly number[];
}

/** Encodes the picture as GIF87a. */
export function gif({ rows, colours }: Picture): Uint8Array {
  const [width, height] = [rows[0]?.length ?? 0, rows.length];
  const table = Array.from({ length: 4 }, (_, i) => rgb(colours[i] ?? 0)).flat();
  const pixels = lzw(rows.join(""));
  return Uint8Array.from([
    ...ascii("GIF87a"),
    ...littleEndian(width),
    ...littleEndian(height),
    0b1000_0001, // a global table of four colors
    0, // background
    0, // aspect ratio: not given
    ...table,
    ...ascii(","),
    ...[0, 0, 0, 0], // left, top
    ...littleEndian(width),
    ...littleEndian(height),
    0, // no local table, not interlaced
    2, // bits per pixel
    ...subBlocks(pixels),
    ...ascii(";"),
  ]);
}

/** Encodes the picture as PNG (RFC 2083): indexed colors, eight bits each. */
export function png({ rows, colours }: Picture): Uint8Array {
  const header = [...bigEndian(rows[0]?.length ?? 0), ...bigEndian(rows.length), 8, 3, 0, 0, 0];
  const scanlines = rows.flatMap((row) => [0, ...Array.from(row, Number)]);
  return Uint8Array.from([
    0x89,
    ...ascii("PNG\r\n"),
    0x1a,
    0x0a,
    ...chunk("IHDR", header),
    ...chunk("PLTE", colours.flatMap(rgb)),
    ...chunk("IDAT", [...deflateSync(Uint8Array.from(scanlines))]),
    ...chunk("IEND", []),
  ]);
}

const CLEAR = 4;
const END = 5;

/**
 * Encodes the pixels as LZW codes of three bits. A CLEAR before every third pixel keeps the table and the codes small.
 * The result is larger than necessary, but the code is short.
 */
function lzw(pixels: string): number[] {
  const codes = Array.from(pixels, (pixel, i) =>
    i % 2 === 0 ? [CLEAR, Number(pixel)] : [Number(pixel)],
  ).flat();
  const octets: number[] = [];
  let bits = 0;
  let count = 0;
  for (const code of [...codes, END]) {
    bits |= code << count;
    for (count += 3; count >= 8; count -= 8, bits >>= 8) octets.push(bits & 255);
  }
  return [...octets, bits & 255];
}

/** Splits data into blocks of at most 255 bytes, each after its length, and an empty last block. */
function subBlocks(octets: readonly number[]): number[] {
  const blocks: number[] = [];
  for (let at = 0; at < octets.length; at += 255) {
    const block = octets.slice(at, at + 255);
    blocks.push(block.length, ...block);
  }
  return [...blocks, 0];
}

function chunk(type: string, data: readonly number[]): number[] {
  const body = [...ascii(type), ...data];
  return [...bigEndian(data.length), ...body, ...bigEndian(crc32(Uint8Array.from(body)))];
}

function ascii(text: string): number[] {
  return Array.from(text, (char) => char.charCodeAt(0));
}

function rgb(colour: number): number[] {
  return [colour >> 16, (colour >> 8) & 255, colour & 255];
}

function littleEndian(value: number): number[] {
  return [value & 255, value >> 8];
}

function bigEndian(value: number): number[] {
  return [value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255];
}
