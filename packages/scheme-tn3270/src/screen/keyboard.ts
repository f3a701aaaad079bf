import { AccessError } from "@anyurl/core";
import type { CodePage } from "../ebcdic.ts";
import { isNumeric, isProtected, isSkipped, NO_EXTENDED } from "./attributes.ts";
import type { ScreenBuffer } from "./buffer.ts";
import { eraseInput } from "./write.ts";

const DUP = 0x1c;
const FIELD_MARK = 0x1e;

/** What the numeric lock allows: digits, minus, decimal point, and DUP. */
const NUMERIC_CODES: ReadonlySet<number> = new Set([
  ...Array.from({ length: 10 }, (_, digit) => 0xf0 + digit),
  0x60,
  0x4b,
  DUP,
]);

export interface KeyboardInit {
  readonly buffer: ScreenBuffer;
  readonly codePage: CodePage;
  readonly numericLock: boolean;
}

/** Typing and the keys that only change the buffer. */
export class Keyboard {
  readonly #buffer: ScreenBuffer;
  readonly #codePage: CodePage;
  readonly #numericLock: boolean;
  #inserting = false;

  constructor({ buffer, codePage, numericLock }: KeyboardInit) {
    this.#buffer = buffer;
    this.#codePage = codePage;
    this.#numericLock = numericLock;
  }

  get isInserting(): boolean {
    return this.#inserting;
  }

  /** Ends the insert mode. */
  reset(): void {
    this.#inserting = false;
  }

  /**
   * Types one character at the cursor.
   *
   * @throws {AccessError} bad-argument: the position is protected, the field is full or numeric, or the code page does
   *   not have the character.
   */
  type(character: string): void {
    const code = this.#codePage.encode(character);
    if (code === undefined)
      throw badInput(
        `the code page ${this.#codePage.name} does not have the character U+${character.codePointAt(0)!.toString(16).toUpperCase().padStart(4, "0")}`,
        "set the tn3270 option codePage",
      );
    this.#put(code);
  }

  /** Presses a key that sends nothing. Returns false if it is not one. @throws {AccessError} bad-argument. */
  press(name: string): boolean {
    const action = this.#actions[name];
    if (action === undefined || !Object.hasOwn(this.#actions, name)) return false;
    action();
    return true;
  }

  readonly #actions: Readonly<Record<string, () => void>> = {
    Tab: () => {
      this.#buffer.cursor = this.#buffer.findInput(this.#buffer.cursor) ?? 0;
    },
    BackTab: () => this.#backTab(),
    Newline: () => this.#newline(),
    Home: () => {
      this.#buffer.cursor = this.#buffer.findInput(this.#buffer.length - 1) ?? 0;
    },
    FieldEnd: () => this.#fieldEnd(),
    Up: () => this.#move(-this.#buffer.size.columns),
    Down: () => this.#move(this.#buffer.size.columns),
    Left: () => this.#move(-1),
    Right: () => this.#move(1),
    Backspace: () => {
      // Check before the move, so that a rejected key changes nothing.
      this.#checkInput(this.#buffer.wrap(this.#buffer.cursor - 1));
      this.#move(-1);
      this.#delete();
    },
    Delete: () => this.#delete(),
    Insert: () => {
      this.#inserting = !this.#inserting;
    },
    EraseEOF: () => {
      const rest = this.#rest();
      for (const address of rest) this.#buffer.putCharacter(address, 0, NO_EXTENDED);
      this.#buffer.setModified(this.#buffer.cursor, true);
    },
    EraseInput: () => eraseInput(this.#buffer),
    Dup: () => {
      this.#put(DUP);
      this.#buffer.cursor = this.#buffer.findInput(this.#buffer.cursor) ?? 0;
    },
    FieldMark: () => this.#put(FIELD_MARK),
    Reset: () => this.reset(),
  };

  #put(code: number): void {
    const buffer = this.#buffer;
    const { cursor } = buffer;
    this.#checkInput(cursor);
    const start = buffer.findField(cursor);
    const isNumber = start !== undefined && isNumeric(buffer.at(start).field!);
    if (isNumber && this.#numericLock && !NUMERIC_CODES.has(code))
      throw badInput(
        "the field is numeric: expected digits, a minus, or a decimal point",
        "set the tn3270 option numericLock to false if the host expects other characters",
      );
    if (this.#inserting) this.#makeRoom();
    buffer.putCharacter(cursor, code, NO_EXTENDED);
    buffer.setModified(cursor, true);
    this.#move(1);
    const next = buffer.at(buffer.cursor).field;
    // At the end of a field: skip the next one if it is protected and numeric, otherwise only its attribute.
    if (next === undefined) return;
    if (isSkipped(next)) buffer.cursor = buffer.findInput(buffer.cursor) ?? 0;
    else this.#move(1);
  }

  /** Moves the characters from the cursor to the next null one position to the right. */
  #makeRoom(): void {
    const buffer = this.#buffer;
    const rest = this.#rest();
    const free = rest.findIndex((address) => buffer.at(address).code === 0);
    if (free < 0) throw badInput("the field is full", "delete characters, or press Insert to replace them");
    for (let at = free; at > 0; at--) buffer.put(rest[at]!, buffer.at(rest[at - 1]!));
  }

  #delete(): void {
    const buffer = this.#buffer;
    const rest = this.#rest();
    for (const [at, address] of rest.entries()) {
      const next = rest[at + 1];
      if (next === undefined) buffer.putCharacter(address, 0, NO_EXTENDED);
      else buffer.put(address, buffer.at(next));
    }
    buffer.setModified(buffer.cursor, true);
  }

  /** Returns the positions from the cursor to the end of its field. @throws {AccessError} bad-argument: protected. */
  #rest(): readonly number[] {
    const buffer = this.#buffer;
    this.#checkInput(buffer.cursor);
    const positions = [...buffer.contents(buffer.findField(buffer.cursor))];
    return positions.slice(positions.indexOf(buffer.cursor));
  }

  #checkInput(address: number): void {
    if (this.#buffer.isInput(address)) return;
    throw badInput("the cursor is not in an input field", "press Tab to go to the next input field");
  }

  #move(by: number): void {
    this.#buffer.cursor += by;
  }

  #backTab(): void {
    const buffer = this.#buffer;
    const starts = this.#inputs();
    const before = starts.filter((start) => start < buffer.cursor);
    buffer.cursor = before.at(-1) ?? starts.at(-1) ?? 0;
  }

  #newline(): void {
    const buffer = this.#buffer;
    const { columns } = buffer.size;
    const first = (Math.floor(buffer.cursor / columns) + 1) * columns;
    for (let ahead = 0; ahead < buffer.length; ahead++) {
      const address = buffer.wrap(first + ahead);
      if (!buffer.isInput(address)) continue;
      buffer.cursor = address;
      return;
    }
    buffer.cursor = 0;
  }

  /** After the last character that is neither null nor a blank. */
  #fieldEnd(): void {
    const buffer = this.#buffer;
    if (!buffer.isInput(buffer.cursor)) return;
    const positions = [...buffer.contents(buffer.findField(buffer.cursor))];
    const last = positions.findLastIndex((address) => ![0x00, 0x40].includes(buffer.at(address).code));
    buffer.cursor = positions[last + 1] ?? positions.at(-1) ?? buffer.cursor;
  }

  /** The first positions of all unprotected fields, in order. */
  #inputs(): readonly number[] {
    const buffer = this.#buffer;
    return buffer.fields
      .filter((at) => !isProtected(buffer.at(at).field!) && buffer.at(at + 1).field === undefined)
      .map((at) => buffer.wrap(at + 1))
      .sort((a, b) => a - b);
  }
}

function badInput(message: string, hint: string): AccessError {
  return new AccessError("bad-argument", message, { hint });
}
