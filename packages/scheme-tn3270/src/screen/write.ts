import type { Addressing } from "./addresses.ts";
import {
  type Extended,
  FIELD_BITS,
  isProtected,
  NO_EXTENDED,
  TYPE_CHARSET,
  TYPE_FIELD,
  withAttribute,
} from "./attributes.ts";
import { type Cell, createCharacter, type ScreenBuffer } from "./buffer.ts";
import { type AttributePair, DataStreamError, type Order, readOrders } from "./orders.ts";

/** The character set of Graphic Escape. */
const GRAPHIC = 0xf1;

/**
 * Performs the orders of a write on a buffer, from an address.
 *
 * @throws {DataStreamError} an order is invalid, or an address is outside the screen. What precedes it stays.
 */
export function writeOrders(
  buffer: ScreenBuffer,
  data: Uint8Array,
  start: number,
  addressing: Addressing,
): void {
  const writer = new Writer(buffer, start);
  for (const order of readOrders(data, addressing)) writer.perform(order);
}

class Writer {
  readonly #buffer: ScreenBuffer;
  #address: number;
  /** The attributes of SA, for the characters that follow. */
  #extended: Extended = NO_EXTENDED;
  /** The last order was data: then PT erases the rest of the field. */
  #afterData = false;

  constructor(buffer: ScreenBuffer, start: number) {
    this.#buffer = buffer;
    this.#address = start;
  }

  perform(order: Order): void {
    const buffer = this.#buffer;
    if (order.is === "PT") {
      this.#tab();
      return;
    }
    this.#afterData = order.is === "character";
    switch (order.is) {
      case "character":
        this.#put(this.#toCell(order));
        return;
      case "SF":
        buffer.putField(this.#address, order.attribute & FIELD_BITS, NO_EXTENDED);
        this.#move(1);
        return;
      case "SFE":
        this.#putField(order.pairs, 0, NO_EXTENDED);
        return;
      case "MF": {
        const { field, extended } = buffer.at(this.#address);
        if (field !== undefined) this.#putField(order.pairs, field, extended);
        return;
      }
      case "SA":
        this.#extended = withAttribute(this.#extended, order.type, order.value);
        return;
      case "SBA":
        this.#address = this.#checked(order.address);
        return;
      case "IC":
        buffer.cursor = this.#address;
        return;
      case "RA": {
        const cell = this.#toCell(order);
        this.#upTo(order.address, () => this.#put(cell));
        return;
      }
      case "EUA":
        this.#upTo(order.address, () => {
          if (buffer.isInput(this.#address)) buffer.putCharacter(this.#address, 0, NO_EXTENDED);
          this.#move(1);
        });
    }
  }

  #toCell({ code, graphic }: { readonly code: number; readonly graphic: boolean }): Cell {
    const extended = graphic ? withAttribute(this.#extended, TYPE_CHARSET, GRAPHIC) : this.#extended;
    return createCharacter(code, extended);
  }

  #put(cell: Cell): void {
    this.#buffer.put(this.#address, cell);
    this.#move(1);
  }

  #putField(pairs: readonly AttributePair[], before: number, extendedBefore: Extended): void {
    let field = before;
    let extended = extendedBefore;
    for (const { type, value } of pairs) {
      if (type === TYPE_FIELD) field = value & FIELD_BITS;
      else extended = withAttribute(extended, type, value);
    }
    this.#buffer.putField(this.#address, field, extended);
    this.#move(1);
  }

  /** Repeats a step that advances, up to an address: the whole screen if that is the current one. */
  #upTo(address: number, step: () => void): void {
    const stop = this.#checked(address);
    do step();
    while (this.#address !== stop);
  }

  /**
   * Program tab: to the first position of the next unprotected field, or to 0 if no such field begins before the end of the
   * screen. After data, the rest of the current field becomes null. From the attribute of an unprotected field, it goes
   * only to the next position.
   */
  #tab(): void {
    const buffer = this.#buffer;
    const { field } = buffer.at(this.#address);
    if (field !== undefined && !isProtected(field)) {
      this.#afterData = false;
      this.#move(1);
      return;
    }
    const found = buffer.findInput(this.#address);
    const target = found === undefined || found < this.#address ? 0 : found;
    if (this.#afterData) {
      while (this.#address !== target && buffer.at(this.#address).field === undefined) {
        buffer.putCharacter(this.#address, 0, NO_EXTENDED);
        this.#move(1);
      }
    }
    // A tab to 0 after data goes on erasing from there.
    this.#afterData &&= target === 0;
    this.#address = target;
  }

  #move(by: number): void {
    this.#address = this.#buffer.wrap(this.#address + by);
  }

  #checked(address: number): number {
    if (address < this.#buffer.length) return address;
    throw new DataStreamError(2, `the address ${address} is outside the screen of ${this.#buffer.length}`);
  }
}

/** Erases all unprotected fields and their modified data tags; the cursor goes to the first of them. */
export function eraseInput(buffer: ScreenBuffer): void {
  const starts = buffer.fields;
  for (const start of starts.length === 0 ? [undefined] : starts) {
    if (start !== undefined && isProtected(buffer.at(start).field!)) continue;
    if (start !== undefined) buffer.setModified(start, false);
    for (const address of buffer.contents(start)) buffer.putCharacter(address, 0, NO_EXTENDED);
  }
  buffer.cursor = buffer.findInput(0) ?? 0;
}
