import { AccessError, type ScreenView, type SessionScreen } from "@anyurl/core";
import type { Console } from "../../src/terminal/console.ts";
import type { ScreenSession } from "../../src/terminal/session.ts";

const COLUMNS = 12;

/**
 * A screen of two rows in memory: an input line, and the answer of the host, which is what was typed in capitals. "bye" ends
 * the session.
 */
export class EchoScreen implements SessionScreen, ScreenSession {
  readonly screen: this = this;
  readonly keys: SessionScreen["keys"] = [
    { name: "Enter", keys: ["enter"], description: "send" },
    { name: "PF3", keys: ["f3"], description: "leave" },
  ];
  readonly pressed: string[] = [];
  #typed = "";
  #answer = "ready";
  #isLocked = false;
  #records: (() => void)[] = [];
  #isOver = false;
  readonly #listeners = new Set<() => void>();

  get view(): ScreenView {
    return {
      ...{ rows: 2, columns: COLUMNS, isLocked: this.#isLocked, status: this.#isLocked ? "wait" : "" },
      lines: [
        [{ text: "> " }, { text: this.#typed.padEnd(COLUMNS - 2), input: true }],
        [{ text: this.#answer.padEnd(COLUMNS), color: "red", bold: true }],
      ],
      cursor: { row: 0, column: 2 + this.#typed.length },
    };
  }

  async type(text: string): Promise<void> {
    for (const character of text) {
      if (this.#typed.length >= COLUMNS - 2) throw new AccessError("bad-argument", "the field is full");
      this.#typed += character;
    }
    this.#change();
  }

  async press(name: string): Promise<void> {
    this.pressed.push(name);
    if (name === "PF3") this.#isOver = true;
    this.#isLocked = true;
    this.#change();
    setImmediate(() => {
      if (this.#typed === "bye") this.#isOver = true;
      this.#answer = this.#typed.toUpperCase();
      this.#typed = "";
      this.#isLocked = false;
      this.#change();
      for (const record of this.#records.splice(0)) record();
    });
  }

  onChange(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  readonly readable: AsyncIterable<Uint8Array> = this.#read();

  async *#read(): AsyncGenerator<Uint8Array, void, void> {
    while (!this.#isOver) {
      await new Promise<void>((resolve) => this.#records.push(resolve));
      yield new Uint8Array(1);
    }
  }

  #change(): void {
    for (const listener of [...this.#listeners]) listener();
  }
}

/** A console with this input. `isInteractive`: the input goes on after it, until the session ends. */
export function consoleWith(
  input: readonly string[],
  { isInteractive = false, size = { columns: 80, rows: 24 } }: Partial<Console> = {},
): Console & { readonly raw: boolean[] } {
  const raw: boolean[] = [];
  return {
    ...{ isInteractive, size, raw },
    input: (async function* () {
      for (const text of input) {
        // The host answers between two chunks.
        for (let turn = 0; turn < 3; turn++) await new Promise((resolve) => setImmediate(resolve));
        yield new TextEncoder().encode(text);
      }
      if (isInteractive) await new Promise(() => {});
    })(),
    setRaw: (on) => void raw.push(on),
    onResize: () => () => {},
    onContinue: () => () => {},
    leave: () => {},
  };
}
