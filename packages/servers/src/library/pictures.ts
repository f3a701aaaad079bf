import { crc32, deflateSync } from "node:zlib";

/** A picture of few colors: rows of digits, each the index of a color. All rows have the same length. */
export interface Picture {
  readonly rows: readonly string[];
  /** At most four, as 0xRRGGBB. */
  readonly colours: readonly number[];
}

/** Encodes the picture as GIF87a. */
export function encodeGif({ rows, colours }: Picture): Uint8Array {
  const [width, height] = [rows[0]?.length ?? 0, rows.length];
  const table = Array.from({ length: 4 }, (_, i) => toRgb(colours[i] ?? 0)).flat();
  const pixels = encodeLzw(rows.join(""));
  return Uint8Array.from([
    ...encodeAscii("GIF87a"),
    ...toLittleEndian(width),
    ...toLittleEndian(height),
    0b1000_0001, // a global table of four colors
    0, // background
    0, // aspect ratio: not given
    ...table,
    ...encodeAscii(","),
    ...[0, 0, 0, 0], // left, top
    ...toLittleEndian(width),
    ...toLittleEndian(height),
    0, // no local table, not interlaced
    2, // bits per pixel
    ...splitSubBlocks(pixels),
    ...encodeAscii(";"),
  ]);
}

/** Encodes the picture as PNG (RFC 2083): indexed colors, eight bits each. */
export function encodePng({ rows, colours }: Picture): Uint8Array {
  const header = [...toBigEndian(rows[0]?.length ?? 0), ...toBigEndian(rows.length), 8, 3, 0, 0, 0];
  const scanlines = rows.flatMap((row) => [0, ...Array.from(row, Number)]);
  return Uint8Array.from([
    0x89,
    ...encodeAscii("PNG\r\n"),
    0x1a,
    0x0a,
    ...encodePngChunk("IHDR", header),
    ...encodePngChunk("PLTE", colours.flatMap(toRgb)),
    ...encodePngChunk("IDAT", [...deflateSync(Uint8Array.from(scanlines))]),
    ...encodePngChunk("IEND", []),
  ]);
}

const CLEAR = 4;
const END = 5;

/**
 * Encodes the pixels as LZW codes of three bits. A CLEAR before every third pixel keeps the table and the codes small.
 * The result is larger than necessary, but the code is short.
 */
function encodeLzw(pixels: string): number[] {
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
function splitSubBlocks(octets: readonly number[]): number[] {
  const blocks: number[] = [];
  for (let at = 0; at < octets.length; at += 255) {
    const block = octets.slice(at, at + 255);
    blocks.push(block.length, ...block);
  }
  return [...blocks, 0];
}

function encodePngChunk(type: string, data: readonly number[]): number[] {
  const body = [...encodeAscii(type), ...data];
  return [...toBigEndian(data.length), ...body, ...toBigEndian(crc32(Uint8Array.from(body)))];
}

function encodeAscii(text: string): number[] {
  return Array.from(text, (char) => char.charCodeAt(0));
}

function toRgb(colour: number): number[] {
  return [colour >> 16, (colour >> 8) & 255, colour & 255];
}

function toLittleEndian(value: number): number[] {
  return [value & 255, value >> 8];
}

function toBigEndian(value: number): number[] {
  return [value >>> 24, (value >> 16) & 255, (value >> 8) & 255, value & 255];
}
