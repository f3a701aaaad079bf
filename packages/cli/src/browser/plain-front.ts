import { displayText } from "anyurl";
import type { HostIo } from "../host-io.ts";
import type { Io } from "../io.ts";
import { say } from "../language.ts";
import { wrapToWidth } from "../render/columns.ts";
import type { Console } from "../terminal/console.ts";
import type { Ask, Browser } from "./browser.ts";
import { COMMANDS, type Command, type CommandName, findCommand } from "./commands.ts";
import { formatLine } from "./draw.ts";
import { layOut } from "./layout.ts";

const DEFAULT_ROWS = 24;
const DEFAULT_COLUMNS = 80;

/** The browser line by line: prints pages in parts, and asks for a command. Nothing on the terminal moves or changes. */
export class PlainFront {
  readonly #console: Console;
  readonly #io: Io;
  readonly #askLine: NonNullable<HostIo["askLine"]>;
  #shown: object | undefined;
  /** The lines of the page that were not printed yet. */
  #rest: readonly string[] = [];

  constructor(console: Console, io: Io, askLine: NonNullable<HostIo["askLine"]>) {
    this.#console = console;
    this.#io = io;
    this.#askLine = askLine;
  }

  get width(): number {
    return this.#console.size?.columns ?? DEFAULT_COLUMNS;
  }

  /** Asks a question. An empty answer is the suggested one. */
  readonly ask: Ask = async (label, suggested = "", kind = "text") => {
    const hint = suggested === "" ? "" : ` [${suggested}]`;
    const prompt = this.#wrap(`${label.replace(/[:\s]+$/, "")}${hint}: `).join("\n");
    if (kind === "secret") return this.#io.askSecret?.(prompt, this.#io.signal);
    const answer = await this.#askLine(prompt, this.#io.signal);
    return answer === "" ? suggested : answer;
  };

  /** Runs until the user quits or the input ends. @param start what is opened first. */
  async run(browser: Browser, start: () => Promise<void>): Promise<void> {
    await start();
    for (;;) {
      await this.#show(browser);
      const line = await this.#askLine("anyurl> ", this.#io.signal);
      this.#io.signal.throwIfAborted();
      if (line === undefined || (await this.#obey(line.trim(), browser)) === "quit") return;
    }
  }

  async #obey(line: string, browser: Browser): Promise<"quit" | undefined> {
    browser.message = "";
    if (line === "") {
      await this.#printMore();
      return undefined;
    }
    if (/^\d{1,9}$/.test(line)) {
      await browser.follow(Number(line) - 1);
      return undefined;
    }
    const [, word = "", argument = ""] = /^(\S+)\s*(.*)$/.exec(line) ?? [];
    const command = readCommand(word);
    if (command !== undefined) return browser.run(command, argument);
    if (/[:./]/.test(line)) return browser.run("open", line);
    browser.message = say("unknown command; ? lists the commands");
    return undefined;
  }

  /** Prints the first part of a new page, and the message of the last command. */
  async #show(browser: Browser): Promise<void> {
    const { page, message } = browser;
    if (this.#shown !== page) {
      this.#shown = page;
      this.#rest = layOut(page, { width: this.width }).lines.map(formatLine);
      await this.#print(["", ...this.#wrap(page.title), ""]);
      await this.#printMore();
    }
    if (message !== "") await this.#print(this.#wrap(message));
  }

  async #printMore(): Promise<void> {
    const rows = Math.max(1, (this.#console.size?.rows ?? DEFAULT_ROWS) - 4);
    const lines = this.#rest.slice(0, rows);
    this.#rest = this.#rest.slice(rows);
    const more = this.#wrap(say(`${this.#rest.length} more lines: press Enter`));
    await this.#print(
      this.#rest.length > 0
        ? [...lines, ...more]
        : lines.length > 0
          ? lines
          : this.#wrap(say("end of the page")),
    );
  }

  /** Returns a text as lines that fit, without its control characters. */
  #wrap(text: string): readonly string[] {
    return wrapToWidth(displayText(text), this.width);
  }

  async #print(lines: readonly string[]): Promise<void> {
    await this.#io.stdout.write(lines.map((line) => `${line}\n`).join(""));
  }
}

/** Reads a letter, or the name of a command. Keys of a screen are not commands here. */
function readCommand(word: string): CommandName | undefined {
  if (Object.hasOwn(COMMANDS, word)) return word as CommandName;
  const found = findCommand(word);
  const command: Command | undefined = found && COMMANDS[found];
  return command?.letter === word ? found : undefined;
}
