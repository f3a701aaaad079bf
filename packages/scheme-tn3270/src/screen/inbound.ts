import { type Addressing, encodeAddress, toGraphic } from "./addresses.ts";
import {
  type Extended,
  isModified,
  NO_EXTENDED,
  TYPE_ALL,
  TYPE_CHARSET,
  TYPE_FIELD,
  toPairs,
} from "./attributes.ts";
import type { Cell, ScreenBuffer } from "./buffer.ts";

const GE = 0x08;
const SBA = 0x11;
const SF = 0x1d;
const SA = 0x28;
const SFE = 0x29;

/** What replies contain besides characters: field attributes, also extended ones, also those of characters. */
export type ReplyMode =
  | { readonly is: "field" | "extended field" }
  /** `types`: the attributes of characters to send. */
  | { readonly is: "character"; readonly types: ReadonlySet<number> };

export interface ReplyInit {
  readonly buffer: ScreenBuffer;
  readonly addressing: Addressing;
  readonly mode: ReplyMode;
}

/** Formats the reply to Read Modified: the key, the cursor, and each field that was changed, without nulls. */
export function formatModified(aid: number, init: ReplyInit): Uint8Array {
  const { buffer } = init;
  const bytes = formatHead(aid, init);
  const characters = new Characters(init);
  for (const start of buffer.fields) {
    if (!isModified(buffer.at(start).field!)) continue;
    bytes.push(SBA, ...encodeAddress(buffer.wrap(start + 1), buffer.length, init.addressing));
    for (const address of buffer.contents(start)) {
      const cell = buffer.at(address);
      if (cell.code !== 0) bytes.push(...characters.format(cell));
    }
  }
  if (buffer.fields.length === 0)
    for (const address of buffer.contents(undefined)) {
      const cell = buffer.at(address);
      if (cell.code !== 0) bytes.push(...characters.format(cell));
    }
  return Uint8Array.from(bytes);
}

/** Formats the reply to Read Buffer: the key, the cursor, and everything, also nulls. */
export function formatBuffer(aid: number, init: ReplyInit): Uint8Array {
  const { buffer, mode } = init;
  const bytes = formatHead(aid, init);
  const characters = new Characters(init);
  for (let address = 0; address < buffer.length; address++) {
    const cell = buffer.at(address);
    if (cell.field === undefined) bytes.push(...characters.format(cell));
    else bytes.push(...formatField(cell.field, cell.extended, mode));
  }
  return Uint8Array.from(bytes);
}

function formatHead(aid: number, { buffer, addressing }: ReplyInit): number[] {
  return [aid, ...encodeAddress(buffer.cursor, buffer.length, addressing)];
}

function formatField(field: number, extended: Extended, mode: ReplyMode): readonly number[] {
  if (mode.is === "field") return [SF, toGraphic(field)];
  const pairs = [[TYPE_FIELD, toGraphic(field)], ...toPairs(extended)];
  return [SFE, pairs.length, ...pairs.flat()];
}

/** Formats characters one after the other: in character mode, with changes of their attributes. */
class Characters {
  readonly #types: ReadonlySet<number>;
  #extended: Extended = NO_EXTENDED;

  constructor({ mode }: ReplyInit) {
    this.#types = mode.is === "character" ? mode.types : new Set();
  }

  format({ code, extended }: Cell): readonly number[] {
    const isGraphic = extended.charset !== 0 && !this.#types.has(TYPE_CHARSET);
    return [...this.#change(extended), ...(isGraphic ? [GE] : []), code];
  }

  #change(extended: Extended): readonly number[] {
    const wanted = toPairs(extended).filter(([type]) => this.#types.has(type!));
    const current = toPairs(this.#extended).filter(([type]) => this.#types.has(type!));
    if (wanted.join(";") === current.join(";")) return [];
    this.#extended = extended;
    return [SA, TYPE_ALL, 0, ...wanted.flatMap((pair) => [SA, ...pair])];
  }
}
