import { redact } from "anyurl";
import type { Io } from "../io.ts";
import { say } from "../language.ts";
import { hasColor } from "../render/style.ts";
import type { Console, ConsoleSize } from "../terminal/console.ts";
import { createInterruption } from "../terminal/interruption.ts";
import { KeyReader, type Typed } from "../terminal/key-reader.ts";
import type { Ask, Browser } from "./browser.ts";
import { findCommand, findMove, type MoveName } from "./commands.ts";
import { drawScreen } from "./draw.ts";
import { type Layout, layOut } from "./layout.ts";
import { canShowPicture, drawPicture, ERASE_PICTURES, PICTURE_ROWS } from "./picture.ts";
import { editPrompt, formatPrompt, type PromptLine } from "./prompt-line.ts";
import { Viewport } from "./viewport.ts";

const ALTERNATE = "\x1b[?1049h\x1b[2J";
const NORMAL = "\x1b[0m\x1b[?25h\x1b[?1049l";
/** Further keys are ignored until the command that is running ends. */
const MAX_KEYS_AHEAD = 1000;
const DEFAULT_SIZE: ConsoleSize = { columns: 80, rows: 24 };

interface OpenPrompt extends PromptLine {
  readonly answer: (text: string | undefined) => void;
}

/** The browser on a whole terminal: draws pages, and reads keys. */
export class ScreenFront {
  readonly #console: Console;
  readonly #io: Io;
  readonly #reader = new KeyReader();
  readonly #hasPictures: boolean;
  #browser: Browser | undefined;
  #prompt: OpenPrompt | undefined;
  #layout: { readonly page: object; readonly width: number; readonly layout: Layout } | undefined;
  #found = "";
  #isBusy = false;
  /** The keys that were not handled yet. */
  #ahead: Typed[] = [];
  #isStale = false;
  #isDrawing = false;
  #isOver = false;
  #end: (error?: unknown) => void = () => {};

  constructor(console: Console, io: Io) {
    this.#console = console;
    this.#io = io;
    this.#hasPictures = canShowPicture("image/png", io.env);
  }

  /** Has the user quit? Then the terminal shows what it showed before. */
  get isOver(): boolean {
    return this.#isOver;
  }

  get width(): number {
    return this.#size.columns;
  }

  /** Asks a question at the bottom of the screen. */
  readonly ask: Ask = (label, text = "", kind = "text") =>
    new Promise((resolve) => {
      this.#prompt = {
        ...{ label, text, isSecret: kind === "secret" },
        answer: (answer) => {
          this.#prompt = undefined;
          resolve(answer);
        },
      };
      this.#handleKeys();
      this.redraw();
    });

  /** Shows a message of the client in the status. */
  notify(text: string): void {
    if (this.#browser !== undefined) this.#browser.message = text.trim().replace(/\s*\n\s*/g, " ");
    this.redraw();
  }

  /** Runs until the user quits. @param start what is opened first. */
  async run(browser: Browser, start: () => Promise<void>): Promise<void> {
    const console = this.#console;
    this.#browser = browser;
    const interruption = createInterruption(this.#io.signal);
    const ended = new Promise<void>((resolve, reject) => {
      this.#end = (error) => (error === undefined ? resolve() : reject(error));
    });
    const ends = [
      interruption.end,
      console.onResize(() => this.redraw()),
      console.onContinue(() => {
        console.setRaw(false);
        console.setRaw(true);
        this.redraw();
      }),
    ];
    try {
      console.setRaw(true);
      await this.#io.stdout.write(ALTERNATE);
      this.#perform(start);
      this.#readKeys().then(
        () => this.#end(),
        (error: unknown) => this.#end(error),
      );
      await Promise.race([ended, interruption.rejection]);
    } finally {
      this.#isOver = true;
      browser.cancel();
      for (const end of ends) end();
      const pictures = this.#hasPictures ? ERASE_PICTURES : "";
      // The reader of our output may have closed it.
      await this.#io.stdout.write(`${pictures}${NORMAL}`).catch(() => {});
      console.setRaw(false);
      console.leave();
    }
  }

  /** Draws the screen. Changes during a drawing need only one more. */
  redraw(): void {
    this.#isStale = true;
    if (this.#isDrawing) return;
    this.#isDrawing = true;
    this.#draw()
      .catch((error: unknown) => this.#end(error))
      .finally(() => {
        this.#isDrawing = false;
      });
  }

  get #size(): ConsoleSize {
    return this.#console.size ?? DEFAULT_SIZE;
  }

  async #readKeys(): Promise<void> {
    for await (const bytes of this.#console.input)
      for (const typed of this.#reader.read(bytes)) for (const key of splitText(typed)) this.#press(key);
  }

  /** Handles a key. A key that is typed ahead waits for the command before it, unless it cancels that. */
  #press(typed: Typed): void {
    const isWaiting = this.#isBusy && this.#prompt === undefined;
    if (isWaiting && typed.is === "key" && typed.key === "ctrl+c") {
      this.#ahead = [];
      this.#browser?.cancel();
    } else if (this.#ahead.length < MAX_KEYS_AHEAD) this.#ahead.push(typed);
    this.#handleKeys();
    this.redraw();
  }

  #handleKeys(): void {
    while (this.#ahead.length > 0 && (this.#prompt !== undefined || !this.#isBusy)) {
      const typed = this.#ahead.shift()!;
      if (this.#prompt === undefined) this.#pressKey(typed);
      else this.#pressAtPrompt(this.#prompt, typed);
    }
  }

  #pressKey(typed: Typed): void {
    const key = typed.is === "text" ? typed.text : typed.key;
    const move = findMove(key);
    const command = findCommand(key);
    if (/^\d$/.test(key)) this.#perform(() => this.#followNumber(key));
    else if (move !== undefined) this.#move(move);
    else if (command !== undefined)
      this.#perform(async () => {
        const argument = command === "download" ? this.#selectedNumber() : "";
        if ((await this.#browser!.run(command, argument)) === "quit") this.#end();
      });
  }

  #pressAtPrompt(prompt: OpenPrompt, typed: Typed): void {
    const edited = editPrompt(prompt, typed);
    if (edited === "done") prompt.answer(prompt.text);
    else if (edited === "canceled") prompt.answer(undefined);
    else this.#prompt = { ...prompt, ...edited };
  }

  /** Runs something that may take time. Keys are still read, because one of them cancels it. */
  #perform(work: () => Promise<void>): void {
    this.#isBusy = true;
    work()
      .catch((error: unknown) => this.#end(error))
      .finally(() => {
        this.#isBusy = false;
        this.#handleKeys();
        this.redraw();
      });
  }

  async #followNumber(first: string): Promise<void> {
    const answer = await this.ask(say("Link"), first);
    if (answer === undefined || !/^\d{1,9}$/.test(answer.trim())) return;
    this.#viewport().select(Number(answer) - 1);
    await this.#browser!.follow(Number(answer) - 1);
  }

  /** The number of the selected link, if it leads to a URL. */
  #selectedNumber(): string {
    const { page, place } = this.#browser!;
    const { selected } = place;
    return selected !== undefined && page.links[selected]?.is === "url" ? String(selected + 1) : "";
  }

  #move(move: MoveName): void {
    const view = this.#viewport();
    this.#browser!.message = "";
    switch (move) {
      case "next":
        view.move(1);
        break;
      case "previous":
        view.move(-1);
        break;
      case "pageDown":
        view.scrollPage(1);
        break;
      case "pageUp":
        view.scrollPage(-1);
        break;
      case "start":
        view.scrollTo(0);
        break;
      case "end":
        view.end();
        break;
      case "follow":
        this.#perform(async () => {
          if (view.selected !== undefined) await this.#browser!.follow(view.selected);
        });
        break;
      case "find":
        this.#perform(() => this.#find());
        break;
      case "findNext":
        this.#findFrom(view, view.top + 1);
        break;
    }
  }

  async #find(): Promise<void> {
    const text = await this.ask(say("Find"), this.#found);
    if (text === undefined || text === "") return;
    this.#found = text;
    const view = this.#viewport();
    this.#findFrom(view, view.top);
  }

  #findFrom(view: Viewport, line: number): void {
    if (this.#found !== "" && !view.find(this.#found, line))
      this.#browser!.message = say("not found on this page");
  }

  #viewport(): Viewport {
    const { page, place, fragment } = this.#browser!;
    const layout = this.#layOut();
    const anchor = fragment === undefined ? undefined : page.anchors?.get(decodeFragment(fragment));
    const start = anchor === undefined ? 0 : (layout.blockLines[anchor] ?? 0);
    return new Viewport(layout, place, this.#size.rows - 2, start);
  }

  #layOut(): Layout {
    const { page } = this.#browser!;
    const width = this.width;
    if (this.#layout?.page !== page || this.#layout.width !== width) {
      const pictureRows = this.#hasPictures ? PICTURE_ROWS : 0;
      this.#layout = { page, width, layout: layOut(page, { width, pictureRows }) };
    }
    return this.#layout.layout;
  }

  async #draw(): Promise<void> {
    while (this.#isStale && !this.#isOver && this.#browser !== undefined) {
      this.#isStale = false;
      const { page } = this.#browser;
      const layout = this.#layOut();
      const view = this.#viewport();
      const { top, height, selected, percent } = view;
      const drawn = drawScreen({
        ...{ size: this.#size, hasColor: hasColor(this.#io.stdout, this.#io.env), title: page.title },
        progress: percent === undefined ? "" : `${percent} %`,
        lines: layout.lines.slice(top, top + height),
        ...{ selected, status: this.#status(selected) },
        prompt: this.#prompt && formatPrompt(this.#prompt),
      });
      const pictures = this.#hasPictures
        ? layout.pictures.flatMap(({ line, block }) => {
            const isWhole = line >= top && line + PICTURE_ROWS <= top + height;
            return isWhole ? [drawPicture(block.bytes, line - top + 2)] : [];
          })
        : [];
      const erase = this.#hasPictures ? ERASE_PICTURES : "";
      await this.#io.stdout.write(erase + drawn + pictures.join(""));
    }
  }

  #status(selected: number | undefined): string {
    const { message, isLoading, page } = this.#browser!;
    if (isLoading) return `${message} (${say("Ctrl-C cancels")})`;
    if (message !== "") return message;
    const link = selected === undefined ? undefined : page.links[selected];
    if (link?.is === "url") return redact(link.url);
    if (page.title === "") return "";
    return page.url === undefined ? say("b goes back") : say("? lists the commands");
  }
}

/** Each character of a text is a key. */
function splitText(typed: Typed): readonly Typed[] {
  return typed.is === "key" ? [typed] : [...typed.text].map((text) => ({ is: "text", text }));
}

function decodeFragment(fragment: string): string {
  try {
    return decodeURIComponent(fragment);
  } catch {
    return fragment;
  }
}
