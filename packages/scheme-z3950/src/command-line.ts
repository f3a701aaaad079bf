import { displayText, isAccessError, textOf, tooLongError } from "@anyurl/core";
import type { Z3950Record, Z3950Session } from "./session-types.ts";

const HELP = `find WORDS   search for records with all words
show N       show a record of the last search; show N-M: several
quit         end the session
`;

/** Records of which a search shows the titles. */
const TITLES = 10;

/** The session of a person at a terminal: lines in, text out. */
export class CommandLine {
  readonly #session: Z3950Session;
  readonly #databases: readonly string[];
  readonly #maxLine: number;
  readonly #print: (text: string) => void;
  #typed = "";

  constructor(
    session: Z3950Session,
    databases: readonly string[],
    maxLine: number,
    print: (text: string) => void,
  ) {
    this.#session = session;
    this.#databases = databases;
    this.#maxLine = maxLine;
    this.#print = print;
  }

  /** Greets, and shows what the URL has found. */
  async begin(): Promise<void> {
    const { server, hits } = this.#session;
    const databases = this.#databases.map((name) => displayText(name)).join(", ");
    this.#print(`${server === "" ? "Connected" : server}\nDatabase: ${databases}\n${HELP}`);
    if (hits > 0) await this.#run(`show 1-${Math.min(hits, TITLES)}`);
  }

  /** @throws {AccessError} too-long: a line; nothing of it was sent. */
  async write(octets: Uint8Array): Promise<void> {
    const lines = (this.#typed + textOf(octets)).split(/\r\n|\n|\r/);
    this.#typed = lines.pop()!;
    if ([...lines, this.#typed].some(({ length }) => length > this.#maxLine)) {
      this.#typed = "";
      throw tooLongError(`a line exceeds the limit of ${this.#maxLine} bytes`, "maxCommand");
    }
    for (const line of lines) await this.#run(line.trim());
  }

  async #run(line: string): Promise<void> {
    const [, command = "", rest = ""] = /^(\S*)\s*(.*)$/s.exec(line) ?? [];
    try {
      if (command === "") return;
      if (command === "find") await this.#find(rest);
      else if (command === "show") await this.#show(rest);
      else if (command === "quit") await this.#session.close();
      else this.#print(HELP);
    } catch (error) {
      // The reader of the session gets an error that ends it.
      if (!isAccessError(error) || error.code === "truncated") throw error;
      const { message, reply, hint } = error;
      this.#print(`${[message, reply].filter((text) => text !== undefined).join(": ")}\n`);
      if (hint !== undefined) this.#print(`  hint: ${hint}\n`);
    }
  }

  async #find(words: string): Promise<void> {
    const hits = await this.#session.search(words);
    this.#print(`${hits} ${hits === 1 ? "record" : "records"}\n`);
    if (hits === 0) return;
    const records = await this.#session.present(1, Math.min(hits, TITLES));
    this.#print(records.map(formatTitle).join(""));
  }

  async #show(range: string): Promise<void> {
    const [, first, last = first] = /^([0-9]{1,9})(?:-([0-9]{1,9}))?$/.exec(range) ?? [];
    if (first === undefined) return this.#print(HELP);
    const from = Number(first);
    const records = await this.#session.present(from, Number(last) - from + 1);
    this.#print(records.map(({ position, text }) => `${position}.\n${text.trimEnd()}\n`).join("\n"));
  }
}

function formatTitle({ position, summary, recordSyntax }: Z3950Record): string {
  const { title = `a record in ${recordSyntax}`, author, date } = summary;
  const shown = [title, author, date].filter((text) => text !== undefined).map((text) => displayText(text));
  return `${String(position).padStart(3)}. ${shown.join(" / ")}\n`;
}
