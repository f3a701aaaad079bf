import { type FormStyle, getView, type Question } from "@anyurl/core/presentation";
import { AccessError, displayText, redact, type Url } from "anyurl";
import type { HostIo } from "../../host-io.ts";
import type { Io } from "../../io.ts";
import { say } from "../../language.ts";
import { type OpenOptions, withClient } from "../../opener.ts";
import { readTextFile } from "../../read-text-file.ts";

type Answer = string | boolean;

/**
 * Asks the questions of the form that a server wants filled in, one by one. Returns the scheme options with the
 * answers; `undefined` if the URL has no form, there is no terminal, or a question has no answer.
 *
 * @throws {AccessError} unsupported: the server has no form, or one that a terminal cannot offer. @throws {LocalError}
 *   of a file to send.
 */
export async function askForm(
  url: Url,
  options: OpenOptions,
  io: Io,
): Promise<Readonly<Record<string, readonly Answer[]>> | undefined> {
  const { form } = getView(url, io.urls.scheme(url.scheme));
  const { askLine, askSecret } = io;
  if (form === undefined || askLine === undefined || askSecret === undefined) return undefined;
  const questions = await withClient({ urls: [url], options, io }, async ({ opener, call }) =>
    readQuestions((await opener.stat(url, call)).attributes, form),
  );
  await io.stderr.write(
    `anyurl: ${say("The server requests this information.")} (${displayText(redact(url.href))})\n`,
  );
  const answers: Answer[] = [];
  for (const question of questions) {
    const answer = await new QuestionPrompt(askLine, askSecret, io).ask(question);
    if (answer === undefined) return undefined;
    answers.push(answer);
  }
  return { [form.option]: answers };
}

function readQuestions(
  attributes: Readonly<Record<string, string>> = {},
  { attribute, read }: FormStyle,
): readonly Question[] {
  const block = attributes[attribute];
  if (block === undefined) throw new AccessError("unsupported", "the server has no form for this item");
  const questions = read(block);
  if (questions.some(({ kind }) => kind === "unsupported"))
    throw new AccessError("unsupported", "the form has a question of an unsupported type");
  return questions;
}

class QuestionPrompt {
  readonly #askLine: NonNullable<HostIo["askLine"]>;
  readonly #askSecret: NonNullable<HostIo["askSecret"]>;
  readonly #io: Pick<HostIo, "signal" | "stderr">;

  constructor(
    askLine: NonNullable<HostIo["askLine"]>,
    askSecret: NonNullable<HostIo["askSecret"]>,
    io: Pick<HostIo, "signal" | "stderr">,
  ) {
    this.#askLine = askLine;
    this.#askSecret = askSecret;
    this.#io = io;
  }

  async ask({ kind, prompt, suggested, choices = [] }: Question): Promise<Answer | undefined> {
    // The texts come from a server.
    const label = displayText(prompt).replace(/[:\s]+$/, "");
    switch (kind) {
      case "secret":
        return this.#askSecret(`${label}: `, this.#io.signal);
      case "lines":
        return this.#askLines(label);
      case "file":
        return this.#askFile(label);
      case "choice":
        return this.#askChoice(label, choices);
      case "yes-no":
        return this.#askYesNo(label, suggested === "1");
      default: {
        const hint = suggested === undefined || suggested === "" ? "" : ` [${displayText(suggested)}]`;
        const answer = await this.#askLine(`${label}${hint}: `, this.#io.signal);
        return answer === "" ? (suggested ?? "") : answer;
      }
    }
  }

  async #askLines(label: string): Promise<string | undefined> {
    await this.#io.stderr.write(`${label} (${say('end with a line that has only "."')}):\n`);
    const lines: string[] = [];
    for (;;) {
      const line = await this.#askLine("> ", this.#io.signal);
      if (line === undefined) return undefined;
      if (line === ".") return lines.join("\n");
      lines.push(line);
    }
  }

  async #askFile(label: string): Promise<string | undefined> {
    const question = `${label} (${say("name of a local text file, whose content is sent")}): `;
    const name = await this.#askLine(question, this.#io.signal);
    return name === undefined || name === "" ? undefined : readTextFile(name, "bad-file");
  }

  /** Accepts the number or the text of a choice. */
  async #askChoice(label: string, choices: readonly string[]): Promise<string | undefined> {
    const list = choices.map((choice, at) => `  ${at + 1} ${displayText(choice)}\n`);
    await this.#io.stderr.write(`${label}:\n${list.join("")}`);
    for (;;) {
      const answer = await this.#askLine(`${say("Number")}: `, this.#io.signal);
      if (answer === undefined) return undefined;
      const text = answer.trim();
      const chosen = choices.includes(text) ? text : choices[Number(text) - 1];
      if (chosen !== undefined) return chosen;
    }
  }

  async #askYesNo(label: string, suggested: boolean): Promise<boolean | undefined> {
    const answer = await this.#askLine(`${label} [${suggested ? "Y/n" : "y/N"}] `, this.#io.signal);
    if (answer === undefined) return undefined;
    return answer.trim() === "" ? suggested : /^\s*y(?:es)?\s*$/i.test(answer);
  }
}
