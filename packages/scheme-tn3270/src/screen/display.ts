import { AccessError, type ScreenView } from "@anyurl/core";
import type { CodePage } from "../ebcdic.ts";
import type { Addressing } from "./addresses.ts";
import { NO_EXTENDED, TYPE_BACKGROUND, TYPE_CHARSET, TYPE_COLOR, TYPE_HIGHLIGHT } from "./attributes.ts";
import { ScreenBuffer } from "./buffer.ts";
import { formatBuffer, formatModified, type ReplyMode } from "./inbound.ts";
import { Keyboard } from "./keyboard.ts";
import { findAid, isShortRead, NO_AID } from "./keys.ts";
import { DataStreamError } from "./orders.ts";
import { formatQueryReplies, type ScreenSizes } from "./query-reply.ts";
import { readStructuredFields, type StructuredField } from "./structured-fields.ts";
import { createView } from "./view.ts";
import { eraseInput, writeOrders } from "./write.ts";

export interface DisplayInit {
  readonly codePage: CodePage;
  readonly sizes: ScreenSizes;
  /** Reject other characters than digits, minus, and point in numeric fields. */
  readonly numericLock: boolean;
}

/** The commands, by their codes of locally and remotely attached displays (GA23-0059, "Commands"). */
const COMMANDS: ReadonlyMap<number, string> = new Map([
  ...([0x01, 0xf1] as const).map((code) => [code, "W"] as const),
  ...([0x05, 0xf5] as const).map((code) => [code, "EW"] as const),
  ...([0x0d, 0x7e] as const).map((code) => [code, "EWA"] as const),
  ...([0x0f, 0x6f] as const).map((code) => [code, "EAU"] as const),
  ...([0x02, 0xf2] as const).map((code) => [code, "RB"] as const),
  ...([0x06, 0xf6] as const).map((code) => [code, "RM"] as const),
  ...([0x0e, 0x6e] as const).map((code) => [code, "RMA"] as const),
  ...([0x11, 0xf3] as const).map((code) => [code, "WSF"] as const),
  [0x03, "NOP"],
]);

/** Bits of the write control character. */
const WCC_RESET = 0x40;
const WCC_RESTORE = 0x02;
const WCC_RESET_MODIFIED = 0x01;

/** The types of attributes that character mode can send. */
const CHARACTER_TYPES: readonly number[] = [TYPE_HIGHLIGHT, TYPE_COLOR, TYPE_CHARSET, TYPE_BACKGROUND];

const FIELD_MODE: ReplyMode = { is: "field" };

/** A display of the 3270 family: records of the host in, a screen and records to the host out. No I/O. */
export class Display {
  #codePage: CodePage;
  readonly #buffer: ScreenBuffer;
  readonly #keyboard: Keyboard;
  #sizes: ScreenSizes;
  #addressing: Addressing = "12/14";
  #mode: ReplyMode = FIELD_MODE;
  #aid = NO_AID;
  /** The keyboard is locked until the host has written and enabled it. */
  #isLocked = true;
  #notice = "";

  constructor({ codePage, sizes, numericLock }: DisplayInit) {
    this.#codePage = codePage;
    this.#sizes = sizes;
    this.#buffer = new ScreenBuffer(sizes.usual);
    this.#keyboard = new Keyboard({ buffer: this.#buffer, codePage, numericLock });
  }

  get isLocked(): boolean {
    return this.#isLocked;
  }

  get buffer(): ScreenBuffer {
    return this.#buffer;
  }

  get view(): ScreenView {
    const waits = this.#isLocked ? "Waiting for the host" : "";
    const status = this.#notice || waits || (this.#keyboard.isInserting ? "Insert" : "");
    return createView({
      ...{ buffer: this.#buffer, codePage: this.#codePage, isLocked: this.#isLocked, status },
    });
  }

  /** Sets the sizes of the terminal that the host knows, and erases the screen. */
  setSizes(sizes: ScreenSizes): void {
    this.#sizes = sizes;
    this.erase();
  }

  /** Erases the screen, with the default size, and locks the keyboard: a new application begins (RFC 2355 §9.1). */
  erase(): void {
    this.#buffer.clear(this.#sizes.usual);
    this.#mode = FIELD_MODE;
    this.#addressing = "12/14";
    this.#aid = NO_AID;
    this.#isLocked = true;
    this.#notice = "";
    this.#keyboard.reset();
  }

  /**
   * Performs a record of the host. Returns the records to send back, if it reads the screen.
   *
   * @throws {DataStreamError} an invalid command, order, or address. What precedes it was performed.
   */
  receive(record: Uint8Array): readonly Uint8Array[] {
    this.#notice = "";
    if (record.length === 0) return [];
    try {
      return this.#perform(record);
    } catch (error) {
      if (error instanceof DataStreamError) this.#notice = `Invalid data: ${error.message}`;
      throw error;
    }
  }

  #perform(record: Uint8Array): readonly Uint8Array[] {
    const data = record.subarray(1);
    switch (COMMANDS.get(record[0]!)) {
      case "W":
        this.#write(data, this.#buffer.cursor);
        return [];
      case "EW":
      case "EWA": {
        if (data.length === 0) throw new DataStreamError(0, "a write without a control character");
        const { usual, alternate } = this.#sizes;
        this.#buffer.clear(COMMANDS.get(record[0]!) === "EW" ? usual : alternate);
        this.#write(data, 0);
        return [];
      }
      case "EAU":
        eraseInput(this.#buffer);
        this.#restore();
        return [];
      case "RB":
        return [formatBuffer(this.#aid, this.#replyInit)];
      case "RM":
        return [isShortRead(this.#aid) ? Uint8Array.of(this.#aid) : this.#formatModified()];
      case "RMA":
        return [this.#formatModified()];
      case "WSF": {
        const replies: Uint8Array[] = [];
        for (const field of readStructuredFields(data)) replies.push(...this.#performField(field));
        return replies;
      }
      case "NOP":
        return [];
      default:
        throw new DataStreamError(0, `unknown command 0x${record[0]!.toString(16).padStart(2, "0")}`);
    }
  }

  #write(data: Uint8Array, start: number): void {
    const [wcc] = data;
    if (wcc === undefined) throw new DataStreamError(0, "a write without a control character");
    if ((wcc & WCC_RESET) !== 0) this.#mode = FIELD_MODE;
    if ((wcc & WCC_RESET_MODIFIED) !== 0)
      for (const field of this.#buffer.fields) this.#buffer.setModified(field, false);
    writeOrders(this.#buffer, data.subarray(1), start, this.#addressing);
    if ((wcc & WCC_RESTORE) !== 0) this.#restore();
  }

  /** Enables the keyboard. */
  #restore(): void {
    this.#isLocked = false;
    this.#aid = NO_AID;
    this.#keyboard.reset();
  }

  #performField(field: StructuredField): readonly Uint8Array[] {
    switch (field.is) {
      case "query":
        return [formatQueryReplies(field.codes, this.#sizes)];
      case "command":
        // A structured field cannot contain structured fields.
        if (COMMANDS.get(field.data[0] ?? -1) === "WSF")
          throw new DataStreamError(0, "structured fields within a structured field");
        return field.data.length === 0 ? [] : this.#perform(field.data);
      case "erase":
        this.#buffer.clear(field.alternate ? this.#sizes.alternate : this.#sizes.usual);
        return [];
      case "reply mode": {
        const types = new Set(CHARACTER_TYPES.filter((type) => field.types.includes(type)));
        if (field.mode > 2) throw new DataStreamError(2, `unknown reply mode ${field.mode}`);
        const modes: readonly ReplyMode[] = [
          FIELD_MODE,
          { is: "extended field" },
          { is: "character", types },
        ];
        this.#mode = modes[field.mode]!;
        return [];
      }
      case "partition":
        this.#addressing = field.addressing;
        this.#buffer.clear();
        return [];
    }
  }

  get #replyInit() {
    return { buffer: this.#buffer, addressing: this.#addressing, mode: this.#mode };
  }

  #formatModified(): Uint8Array {
    return formatModified(this.#aid, this.#replyInit);
  }

  /**
   * Types text at the cursor.
   *
   * @throws {AccessError} busy: the keyboard is locked; bad-argument: a character cannot be typed here. Those before it
   *   have been typed.
   */
  type(text: string): void {
    this.#checkUnlocked();
    this.#notice = "";
    for (const character of text) this.#keyboard.type(character);
  }

  /**
   * Presses a key. Returns the record to send to the host, if the key sends one.
   *
   * @throws {AccessError} busy: the keyboard is locked; bad-argument: an unknown key, or one that cannot be used here.
   */
  press(name: string): Uint8Array | undefined {
    this.#notice = "";
    if (name === "Reset") {
      this.#isLocked = false;
      this.#keyboard.reset();
      return undefined;
    }
    this.#checkUnlocked();
    const aid = findAid(name);
    if (aid === undefined) {
      if (this.#keyboard.press(name)) return undefined;
      throw new AccessError("bad-argument", `unknown key "${name}"`, {
        hint: "use one of the keys of the screen",
      });
    }
    this.#aid = aid;
    if (name === "Clear") {
      this.#buffer.clear(this.#sizes.usual);
      this.#mode = FIELD_MODE;
    }
    const record = isShortRead(aid) ? Uint8Array.of(aid) : this.#formatModified();
    this.#isLocked = true;
    this.#keyboard.reset();
    return record;
  }

  #checkUnlocked(): void {
    if (!this.#isLocked) return;
    throw new AccessError("busy", "the keyboard is locked: the host has not answered yet", {
      hint: "wait for the host, or press Reset",
    });
  }

  /** Shows lines of text without fields, as of the system before an application starts (RFC 2355 §10.5). */
  showText(text: string): void {
    const { columns } = this.#buffer.size;
    for (const character of text) {
      const { cursor } = this.#buffer;
      if (character === "\r") this.#buffer.cursor = cursor - (cursor % columns);
      else if (character === "\n") this.#lineFeed();
      else if (character >= " ") {
        this.#buffer.putCharacter(cursor, this.#codePage.encode(character) ?? 0x6f, NO_EXTENDED);
        if (cursor === this.#buffer.length - 1) {
          this.#buffer.cursor = cursor - (cursor % columns);
          this.#lineFeed();
        } else this.#buffer.cursor = cursor + 1;
      }
    }
  }

  #lineFeed(): void {
    const buffer = this.#buffer;
    const { columns } = buffer.size;
    if (buffer.cursor + columns < buffer.length) {
      buffer.cursor += columns;
      return;
    }
    for (let address = 0; address < buffer.length; address++) {
      if (address + columns < buffer.length) buffer.put(address, buffer.at(address + columns));
      else buffer.putCharacter(address, 0, NO_EXTENDED);
    }
  }

  /** Enables the keyboard without a write of the host: for input to the system. */
  unlock(): void {
    this.#restore();
  }
}
