import { isAccessError, type SessionScreen } from "@anyurl/core";
import type { Io } from "../io.ts";
import { say } from "../language.ts";
import { hasColor } from "../render/style.ts";
import type { Console } from "./console.ts";
import { drawView } from "./draw-view.ts";
import type { EscapeKey } from "./escape-key.ts";
import type { EndedBy } from "./interactive.ts";
import { createInterruption } from "./interruption.ts";
import { KeyReader, type Typed } from "./key-reader.ts";
import { LineEditor } from "./line-editor.ts";
import { PROMPT } from "./prompt.ts";
import { formatKeys, pressTyped } from "./screen-keys.ts";
import type { ScreenSession } from "./session.ts";

const ALTERNATE = "\x1b[?1049h\x1b[2J";
const NORMAL = "\x1b[0m\x1b[?25h\x1b[?1049l";
const BELL = "\x07";
const CTRL_C = 0x03;
const CTRL_D = 0x04;

export interface InteractiveScreenInit {
  readonly console: Console;
  readonly escapeKey: EscapeKey | undefined;
  /** "host:port", for the prompt. */
  readonly where: string;
  /** Shown below the first screen. */
  readonly notice: string;
}

/** Runs a session with a screen at a terminal until the user or the server ends it, and restores the terminal. */
export async function runInteractiveScreen(
  session: ScreenSession,
  init: InteractiveScreenInit,
  io: Io,
): Promise<EndedBy> {
  const { console } = init;
  const user = new ScreenUser(session.screen, init, io);
  const interruption = createInterruption(io.signal);
  const ends = [
    interruption.end,
    session.screen.onChange(() => user.redraw()),
    console.onResize(() => user.redraw()),
    console.onContinue(() => {
      console.setRaw(false);
      console.setRaw(true);
      user.redraw();
    }),
  ];
  const read = async (): Promise<EndedBy> => {
    for await (const _ of session.readable) user.redraw();
    return "server";
  };
  const type = async (): Promise<EndedBy> => {
    for await (const bytes of console.input) if ((await user.press(bytes)) === "close") return "person";
    return "person";
  };
  try {
    console.setRaw(true);
    await io.stdout.write(ALTERNATE);
    user.redraw();
    const running = [read(), type(), user.failed];
    for (const one of running) one.catch(() => {});
    return await Promise.race([...running, interruption.rejection]);
  } finally {
    for (const end of ends) end();
    await user.end();
    // The reader of our output may have closed it.
    await io.stdout.write(NORMAL).catch(() => {});
    console.setRaw(false);
    console.leave();
  }
}

/** Draws the screen, and handles the keys. The escape key opens a prompt on the normal screen of the terminal. */
class ScreenUser {
  readonly #screen: SessionScreen;
  readonly #init: InteractiveScreenInit;
  readonly #io: Io;
  readonly #reader = new KeyReader();
  /** The line at the prompt; `undefined` if the prompt is closed. */
  #command: LineEditor | undefined;
  #notice: string;
  #isOver = false;
  #isDrawing = false;
  #isStale = false;
  #drawn: Promise<void> = Promise.resolve();
  #fail: (error: unknown) => void = () => {};
  /** Rejects if drawing fails. */
  readonly failed: Promise<never> = new Promise((_, reject) => {
    this.#fail = reject;
  });

  constructor(screen: SessionScreen, init: InteractiveScreenInit, io: Io) {
    this.#screen = screen;
    this.#init = init;
    this.#io = io;
    this.#notice = init.notice;
  }

  /** Draws the screen. Changes during a drawing need only one more. */
  redraw(): void {
    this.#isStale = true;
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    this.#drawn = this.#draw()
      .catch((error) => this.#fail(error))
      .finally(() => {
        this.#isDrawing = false;
      });
  }

  async #draw(): Promise<void> {
    while (this.#isStale && !this.#isOver) {
      this.#isStale = false;
      if (this.#command !== undefined) return;
      const { view } = this.#screen;
      const size = this.#init.console.size ?? { rows: view.rows, columns: view.columns };
      const color = hasColor(this.#io.stdout, this.#io.env);
      await this.#io.stdout.write(drawView(view, { size, hasColor: color, notice: this.#notice }));
    }
  }

  /** Stops drawing. */
  async end(): Promise<void> {
    this.#isOver = true;
    await this.#drawn;
  }

  /** Handles pressed keys. Returns "close" if the session is to end. */
  async press(bytes: Uint8Array): Promise<"close" | undefined> {
    const { escapeKey } = this.#init;
    for (let at = 0; at < bytes.length; ) {
      if (this.#command !== undefined) {
        if ((await this.#pressAtPrompt(this.#command, bytes[at++]!)) === "close") return "close";
        continue;
      }
      const found = escapeKey === undefined ? -1 : bytes.indexOf(escapeKey.octet, at);
      const end = found < 0 ? bytes.length : found;
      for (const typed of this.#reader.read(bytes.subarray(at, end))) await this.#type(typed);
      if (found >= 0) await this.#openPrompt();
      at = end + (found < 0 ? 0 : 1);
    }
    return undefined;
  }

  /** Input that the screen does not accept is a message to the user; any other error ends the session. */
  async #type(typed: Typed): Promise<void> {
    try {
      this.#notice = "";
      await pressTyped(this.#screen, typed);
    } catch (error) {
      if (!isAccessError(error) || (error.code !== "bad-argument" && error.code !== "busy")) throw error;
      this.#notice = [say(error.message), ...(error.hint === undefined ? [] : [`(${say(error.hint)})`])].join(
        " ",
      );
      await this.#io.stdout.write(BELL);
    }
    this.redraw();
  }

  async #openPrompt(): Promise<void> {
    this.#command = new LineEditor();
    await this.#drawn;
    await this.#io.stdout.write(`${NORMAL}${PROMPT}`);
  }

  async #closePrompt(): Promise<void> {
    this.#command = undefined;
    await this.#io.stdout.write(ALTERNATE);
    this.redraw();
  }

  async #pressAtPrompt(line: LineEditor, octet: number): Promise<"close" | undefined> {
    const edited = line.key(octet);
    if (edited?.is === "echo") await this.#io.stdout.write(edited.text);
    if (edited?.is === "key" && (edited.octet === CTRL_C || edited.octet === CTRL_D)) {
      await this.#io.stdout.write("\r\n");
      await this.#closePrompt();
    }
    if (edited?.is !== "line") return undefined;
    await this.#io.stdout.write("\r\n");
    return this.#run(new TextDecoder().decode(edited.octets).trim().toLowerCase());
  }

  async #run(command: string): Promise<"close" | undefined> {
    if (["close", "quit", "q"].includes(command)) return "close";
    const key = this.#screen.keys.find(({ name }) => name.toLowerCase() === command.replace(/^send +/, ""));
    if (command === "" || key !== undefined) {
      await this.#closePrompt();
      if (key !== undefined) await this.#type({ is: "key", key: key.keys[0] ?? "" });
      return undefined;
    }
    const text = ["help", "?"].includes(command)
      ? `${this.#help()}${formatKeys(this.#screen)}`
      : `${say('Unknown command. Type "help" for a list.')}\n`;
    await this.#io.stdout.write(`${text.replaceAll("\n", "\r\n")}${PROMPT}`);
    return undefined;
  }

  #help(): string {
    return `${say(`Connected to ${this.#init.where}.`)}
close       ${say("end the session")}
NAME        ${say("press the key of this name")}
help        ${say("print this text")}
${say("An empty line returns to the session.")}

`;
  }
}
