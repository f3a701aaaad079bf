import type { ExtractedUrl } from "@anyurl/core/extract";
import { displayText, type Problem, redact } from "anyurl";
import type { Io } from "../../io.ts";
import { succeed, writeAnswer, writeAnswerLine } from "../../json.ts";
import { readInputText } from "../common/input-text.ts";
import { JSONL_OPTIONS } from "../common/options.ts";
import { defineVerb, type Verb } from "../verb.ts";

/** Prints the URLs in a file or in standard input, one per line, in the order of the text. */
export const verb: Verb = defineVerb({
  args: [{ usage: "[file]", completes: ["file"] }],
  options: {
    ...JSONL_OPTIONS,
    places: { description: "print line and column before each URL" },
    guess: { description: "also find www.h.example, ftp.h.example, and joe@h.example" },
    iri: { description: "end URLs before the first character beyond ASCII", negated: true },
    schemes: {
      value: "<names>",
      description: "also find these schemes, separated by commas",
      completes: ["scheme"],
    },
  },
  examples: [
    "anyurl extract mail.txt",
    "anyurl extract --jsonl --guess < mail.txt",
    "anyurl extract --places --schemes magnet,irc notes.txt",
  ],
  async run([file = "-"], options, io) {
    const { extract } = await import("@anyurl/core/extract");
    const text = await readInputText(file, io);
    const lines = new Lines(text);
    const all: object[] = [];
    const schemes = options.schemes?.split(",").filter((name) => name !== "");
    // The tables of host names are large: loaded only for a text that can need them.
    const isIri = options.iri && /[^\0-\x7f]/.test(text);
    const settings = {
      ...(schemes && { schemes }),
      ...(options.guess === true && { guess: true }),
      ...(isIri && { iri: (await import("@anyurl/idna")).idna }),
    };
    for (const each of extract(text, io.urls, settings)) {
      io.signal.throwIfAborted();
      const [line, column] = lines.toLineAndColumn(each.start);
      const url = redact(each.url.href);
      if (options.jsonl === true) await writeAnswerLine(succeed(toJsonUrl(each, line, column)), io);
      else if (options.json === true) all.push(toJsonUrl(each, line, column));
      else {
        const place = options.places === true ? `${line}:${column}: ` : "";
        await io.stdout.write(`${place}${displayText(url)}\n`);
        await warnOfCut(each, `${line}:${column}`, io);
      }
    }
    if (options.json === true && options.jsonl !== true)
      await writeAnswer(succeed({ urls: all }), options, io);
  },
});

/** Says on standard error if the text may continue the URL that was printed. */
async function warnOfCut({ problems }: ExtractedUrl, place: string, { stderr }: Io): Promise<void> {
  const cut = problems.find(({ code }) => code === "cut-short");
  if (cut !== undefined) await stderr.write(`anyurl: warning: ${place}: ${cut.message}\n`);
}

function toJsonUrl(each: ExtractedUrl, line: number, column: number): object {
  const { url, mode, start, end, alternatives, ambiguous, problems } = each;
  return {
    ...{ url: redact(url.href), mode, line, column, start, end },
    ...(ambiguous && { ambiguous, alternatives: alternatives.map(({ href }) => redact(href)) }),
    problems: problems.map(({ code, message, cite }: Problem) => ({ code, message, cite })),
  };
}

/** Finds the line and column of an offset, both starting at 1. Offsets must be in ascending order. */
class Lines {
  readonly #text: string;
  #line = 1;
  #begin = 0;

  constructor(text: string) {
    this.#text = text;
  }

  toLineAndColumn(at: number): readonly [line: number, column: number] {
    for (;;) {
      const end = this.#text.indexOf("\n", this.#begin);
      if (end < 0 || end >= at) return [this.#line, at - this.#begin + 1];
      this.#line++;
      this.#begin = end + 1;
    }
  }
}
