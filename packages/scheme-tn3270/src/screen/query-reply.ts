import type { ScreenSize } from "./buffer.ts";

/* Query Reply structured fields (GA23-0059, "Query Reply"): what this display can do. */

const QUERY_REPLY = 0x81;

const SUMMARY = 0x80;
const USABLE_AREA = 0x81;
const CHARACTER_SETS = 0x85;
const COLOR = 0x86;
const HIGHLIGHTING = 0x87;
const REPLY_MODES = 0x88;
const IMPLICIT_PARTITION = 0xa6;
const NULL = 0xff;

/** The sizes of a terminal: the default one of 24 by 80, and that of Erase/Write Alternate. */
export interface ScreenSizes {
  readonly usual: ScreenSize;
  readonly alternate: ScreenSize;
}

type Format = (sizes: ScreenSizes) => readonly number[];

const word = (value: number): readonly number[] => [value >> 8, value & 0xff];

const REPLIES: ReadonlyMap<number, Format> = new Map<number, Format>([
  [SUMMARY, () => [...REPLIES.keys()]],
  [
    USABLE_AREA,
    ({ alternate: { rows, columns } }) => [
      // 12, 14, and 16-bit addresses; no variable cells; the distances of points in millimeters.
      ...[0x03, 0x00, ...word(columns), ...word(rows), 0x01],
      ...[0x00, 0x0a, 0x02, 0xe5, 0x00, 0x02, 0x00, 0x6f, 9, 12, ...word(rows * columns)],
    ],
  ],
  [
    CHARACTER_SETS,
    () => [
      // Graphic Escape; coded character set identifiers; cells of 9 by 12 points; nothing can be loaded.
      ...[0x82, 0x00, 9, 12, 0x00, 0x00, 0x00, 0x00, 7],
      ...[0x00, 0x10, 0x00, ...word(697), ...word(37)],
      ...[0x01, 0x00, 0xf1, ...word(963), ...word(310)],
    ],
  ],
  [COLOR, () => [0x00, 8, 0x00, 0xf4, ...pairs([0xf1, 0xf2, 0xf3, 0xf4, 0xf5, 0xf6, 0xf7])]],
  [HIGHLIGHTING, () => [5, 0x00, 0xf0, ...pairs([0xf1, 0xf2, 0xf4, 0xf8])]],
  [REPLY_MODES, () => [0x00, 0x01, 0x02]],
  [
    IMPLICIT_PARTITION,
    ({ usual, alternate }) => [
      ...[0x00, 0x00, 0x0b, 0x01, 0x00],
      ...[...word(usual.columns), ...word(usual.rows), ...word(alternate.columns), ...word(alternate.rows)],
    ],
  ],
]);

function pairs(values: readonly number[]): readonly number[] {
  return values.flatMap((value) => [value, value]);
}

/** Formats the Query Replies of these codes, or of all; a Null reply if none is known. */
export function formatQueryReplies(codes: readonly number[] | "all", sizes: ScreenSizes): Uint8Array {
  const wanted = [...REPLIES.keys()].filter((code) => codes === "all" || codes.includes(code));
  const fields = wanted.length === 0 ? [formatReply(NULL, [])] : [];
  for (const code of wanted) fields.push(formatReply(code, REPLIES.get(code)!(sizes)));
  return Uint8Array.from([STRUCTURED_FIELD_AID, ...fields.flat()]);
}

/** The attention identifier of a record of structured fields. */
const STRUCTURED_FIELD_AID = 0x88;

function formatReply(code: number, data: readonly number[]): readonly number[] {
  return [...word(data.length + 4), QUERY_REPLY, code, ...data];
}
