import { type Extended, isProtected, NO_EXTENDED, withModified } from "./attributes.ts";

/** One position of the buffer: a character, or the attribute that begins a field. */
export interface Cell {
  /** The EBCDIC code; 0 is null, an empty position. */
  readonly code: number;
  /** The field attribute at this position; `undefined` for a character. */
  readonly field: number | undefined;
  readonly extended: Extended;
}

const EMPTY: Cell = { code: 0, field: undefined, extended: NO_EXTENDED };

/** The rows and columns of a screen. */
export interface ScreenSize {
  readonly rows: number;
  readonly columns: number;
}

/** The character buffer of a display, and its cursor. Addresses wrap at the end. */
export class ScreenBuffer {
  #size: ScreenSize;
  #cells: Cell[];
  #cursor = 0;
  /** The addresses of all field attributes, in order; `undefined` if they may have changed. */
  #fields: readonly number[] | undefined = [];

  constructor(size: ScreenSize) {
    this.#size = size;
    this.#cells = new Array<Cell>(size.rows * size.columns).fill(EMPTY);
  }

  get size(): ScreenSize {
    return this.#size;
  }

  /** The number of positions. */
  get length(): number {
    return this.#cells.length;
  }

  get cursor(): number {
    return this.#cursor;
  }

  set cursor(address: number) {
    this.#cursor = this.wrap(address);
  }

  wrap(address: number): number {
    return (address + this.length) % this.length;
  }

  at(address: number): Cell {
    return this.#cells[this.wrap(address)]!;
  }

  /** Erases everything: no fields, cursor at 0. */
  clear(size: ScreenSize = this.#size): void {
    this.#size = size;
    this.#cells = new Array<Cell>(size.rows * size.columns).fill(EMPTY);
    this.#cursor = 0;
    this.#fields = [];
  }

  /** Writes a character; a field that began here ends. */
  putCharacter(address: number, code: number, extended: Extended): void {
    this.put(address, createCharacter(code, extended));
  }

  /** Begins a field. */
  putField(address: number, field: number, extended: Extended): void {
    this.put(address, { code: 0, field, extended });
  }

  put(address: number, cell: Cell): void {
    const at = this.wrap(address);
    const hadField = this.#cells[at]!.field !== undefined;
    if (hadField !== (cell.field !== undefined)) this.#fields = undefined;
    this.#cells[at] = cell;
  }

  /** The addresses of the attributes of all fields, in order. */
  get fields(): readonly number[] {
    this.#fields ??= [...this.#cells.keys()].filter((address) => this.#cells[address]!.field !== undefined);
    return this.#fields;
  }

  /** Returns the address of the attribute of the field at an address; `undefined` if the screen has no fields. */
  findField(address: number): number | undefined {
    const { fields } = this;
    // The field at the start of the screen is the last one, which wraps.
    return fields[this.#countFields(address + 1) - 1] ?? fields.at(-1);
  }

  /** Can characters be typed here? Everywhere on a screen without fields. */
  isInput(address: number): boolean {
    if (this.at(address).field !== undefined) return false;
    const field = this.findField(address);
    return field === undefined || !isProtected(this.at(field).field!);
  }

  /** Yields the addresses of the characters of a field, which may wrap; of the whole buffer without fields. */
  *contents(field: number | undefined): Generator<number, void, void> {
    if (field === undefined) {
      for (let at = 0; at < this.length; at++) yield at;
      return;
    }
    for (let at = this.wrap(field + 1); this.at(at).field === undefined; at = this.wrap(at + 1)) yield at;
  }

  /** Sets or resets the modified data tag of the field at an address. */
  setModified(address: number, modified: boolean): void {
    const at = this.findField(address);
    if (at === undefined) return;
    const { field, extended } = this.at(at);
    this.putField(at, withModified(field!, modified), extended);
  }

  /**
   * Returns the first position of the next unprotected field that begins at or after an address, with wrap; `undefined`
   * without such a field. A field without positions does not count.
   */
  findInput(from: number): number | undefined {
    const { fields } = this;
    const first = this.#countFields(from);
    for (let ahead = 0; ahead < fields.length; ahead++) {
      const at = fields[(first + ahead) % fields.length]!;
      if (!isProtected(this.at(at).field!) && this.at(at + 1).field === undefined) return this.wrap(at + 1);
    }
    return undefined;
  }

  /** Returns how many fields begin before an address: a binary search. */
  #countFields(address: number): number {
    const { fields } = this;
    let [low, high] = [0, fields.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if (fields[middle]! < address) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Creates a cell with a character. */
export function createCharacter(code: number, extended: Extended): Cell {
  return code === 0 && extended === NO_EXTENDED ? EMPTY : { code, field: undefined, extended };
}
