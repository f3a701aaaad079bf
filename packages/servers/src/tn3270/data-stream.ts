/** Printable US-ASCII in code page 037, from the blank to the tilde. */
const EBCDIC: readonly number[] = (
  "405A7F7B5B6C507D4D5D5C4E6B604B61F0F1F2F3F4F5F6F7F8F97A5E4C7E6E6F" +
  "7CC1C2C3C4C5C6C7C8C9D1D2D3D4D5D6D7D8D9E2E3E4E5E6E7E8E9BAE0BBB06D" +
  "79818283848586878889919293949596979899A2A3A4A5A6A7A8A9C04FD0A1"
)
  .match(/../g)!
  .map((code) => Number.parseInt(code, 16));

const ASCII: ReadonlyMap<number, string> = new Map(
  EBCDIC.map((code, at) => [code, String.fromCharCode(at + 0x20)]),
);

/** Converts text to EBCDIC; a character beyond US-ASCII becomes "?". */
export function toEbcdic(text: string): readonly number[] {
  return [...text].map((character) => EBCDIC[character.charCodeAt(0) - 0x20] ?? 0x6f);
}

/** Converts EBCDIC to text; null is nothing, and an unknown code "?". */
export function fromEbcdic(codes: Iterable<number>): string {
  return [...codes].map((code) => (code === 0 ? "" : (ASCII.get(code) ?? "?"))).join("");
}

const SBA = 0x11;
const IC = 0x13;
const SF = 0x1d;
const COLUMNS = 80;

/** Six bits as a graphic character, for addresses and attributes. */
function graphic(bits: number): number {
  const six = bits & 0x3f;
  if (six === 0x21) return 0x61;
  return (six & 0x0f) - 1 < 9 && (six & 0x0f) > 0 ? 0xc0 | six : six === 0x30 ? 0xf0 : 0x40 | six;
}

/** How a field looks, and what can be typed into it. */
export const TEXT = 0x20;
export const TITLE = 0x28;
/** Protected and numeric: the cursor skips it. */
const SKIP = 0x30;
export const INPUT = 0x00;
export const NUMBER = 0x10;
export const HIDDEN_INPUT = 0x0c;

/** A field of a screen: its attribute is at `row` and `column`, and its text begins after it. */
export interface ScreenField {
  /** From 0. */
  readonly row: number;
  readonly column: number;
  readonly attribute: number;
  readonly text?: string;
  /** An input field with a name has this length, and a field after it that the cursor skips. */
  readonly name?: string;
  readonly length?: number;
  readonly hasCursor?: boolean;
}

const addressOf = ({ row, column }: Pick<ScreenField, "row" | "column">) => row * COLUMNS + column;

/** Formats Erase/Write of a screen of 24 by 80, which enables the keyboard. */
export function formatScreen(fields: readonly ScreenField[]): Uint8Array {
  const bytes = [0xf5, 0xc3];
  for (const field of fields) {
    const address = addressOf(field);
    bytes.push(...setAddress(address), SF, graphic(field.attribute));
    if (field.hasCursor === true) bytes.push(IC);
    bytes.push(...toEbcdic(field.text ?? ""));
    if (field.length !== undefined) bytes.push(...setAddress(address + 1 + field.length), SF, graphic(SKIP));
  }
  return Uint8Array.from(bytes);
}

function setAddress(address: number): readonly number[] {
  return [SBA, graphic(address >> 6), graphic(address)];
}

/** What the client sends: a key, and the fields that were changed. */
export interface ScreenInput {
  /** The attention identifier. */
  readonly aid: number;
  /** By the names of the fields. */
  readonly values: ReadonlyMap<string, string>;
}

/** Reads the reply of a client to a screen. */
export function readInput(record: Uint8Array, fields: readonly ScreenField[]): ScreenInput {
  const [aid = 0x60] = record;
  const names = new Map(fields.map((field) => [addressOf(field) + 1, field.name]));
  const values = new Map<string, string>();
  for (let at = record.indexOf(SBA, 3); at >= 0; ) {
    const next = record.indexOf(SBA, at + 3);
    const address = ((record[at + 1]! & 0x3f) << 6) | (record[at + 2]! & 0x3f);
    const name = names.get(address);
    if (name !== undefined)
      values.set(name, fromEbcdic(record.subarray(at + 3, next < 0 ? undefined : next)));
    at = next;
  }
  return { aid, values };
}
