import { displayText, redact, type Url } from "anyurl";
import { UsageError } from "../../errors.ts";
import type { Io } from "../../io.ts";
import { type JsonAnswer, joinAnswers, succeed, writeAnswer, writeAnswerLine } from "../../json.ts";
import { hasHiddenPath, redactUrl } from "../../redacted-url.ts";
import { readTypedUrl } from "../../typed-url.ts";
import { readInputText } from "../common/input-text.ts";
import { JSONL_OPTIONS } from "../common/options.ts";
import { defineVerb, type Verb, type VerbOptions } from "../verb.ts";
import {
  applyChanges,
  combineIterations,
  parseAppend,
  parseAssignment,
  parseIteration,
  parseRemoval,
} from "./edit-changes.ts";
import { parseFormat } from "./edit-format.ts";
import { parseUrl } from "./read-url.ts";

const OPTIONS = {
  remove: {
    value: "<component>",
    description: "remove a component, or all pairs query=NAME (can be repeated)",
    parse: repeated(parseRemoval),
  },
  set: {
    value: "<component=value>",
    description: "set a component, for example host=h.example (:= for a value with escapes; can be repeated)",
    parse: repeated(parseAssignment),
  },
  append: {
    value: "<component=value>",
    description: "append path=SEGMENT or query=NAME=VALUE (can be repeated)",
    parse: repeated(parseAppend),
  },
  sortQuery: { description: "sort the pairs of the query by name" },
  iterate: {
    value: "<component=values>",
    description: 'set a component to each value, for example "port=80 81" (can be repeated)',
    parse: repeated(parseIteration),
  },
  get: {
    value: "<format>",
    description: "print this text, for example '{host}', '{:path}' (as written), or '{query:NAME}'",
    parse: parseFormat,
  },
  ...JSONL_OPTIONS,
} as const;

/** Changes components of URLs, and prints each result. */
export const verb: Verb = defineVerb({
  args: [{ usage: "<urls...>", description: 'URLs, or "-" for lines of standard input', completes: ["url"] }],
  options: OPTIONS,
  examples: [
    'anyurl edit http://h.example/a --set host=i.example --append "query=q=blue whale"',
    'anyurl edit --iterate "port=70 7070" --get "{host} {port}" gopher://h.example/',
    'anyurl edit --remove query=utm_source --sort-query "http://h.example/?utm_source=x&b=1&a=2"',
  ],
  async run([texts], options, io) {
    const sets = [...combineIterations(options.set ?? [], options.iterate ?? [])];
    const done: JsonAnswer[] = [];
    for (const url of await readUrls(texts, options, io)) {
      for (const set of sets) {
        io.signal.throwIfAborted();
        const result = applyChanges(url, { ...options, set });
        checkNothingHidden(result);
        const edited = redact(result.href);
        const text = options.get?.(result);
        const members = { url: redact(url.href), result: edited, ...(text !== undefined && { text }) };
        const answer = succeed(members);
        if (options.jsonl === true) await writeAnswerLine(answer, io);
        else if (options.json === true) done.push(answer);
        else await io.stdout.write(`${text ?? displayText(edited)}\n`);
      }
    }
    if (options.json === true && options.jsonl !== true)
      await writeAnswer(done.length === 1 ? done[0]! : joinAnswers(done), options, io);
  },
});

/** Returns a parser of an option that collects the values of each use. */
function repeated<T>(parse: (text: string) => T): (text: string, before?: readonly T[]) => readonly T[] {
  return (text, before = []) => [...before, parse(text)];
}

/** Parses all URLs first, so that an invalid one leaves no partial output. */
async function readUrls(
  texts: readonly string[],
  options: VerbOptions<typeof OPTIONS>,
  io: Io,
): Promise<readonly Url[]> {
  const urls: Url[] = [];
  for (const text of texts) {
    if (text !== "-") {
      urls.push(parseUrl(text, io).url);
      continue;
    }
    for (const line of (await readInputText("-", io)).split(/\r?\n/)) {
      if (line.trim() !== "") urls.push(parseUrl(await readTypedUrl(line, options, io), io).url);
    }
  }
  for (const url of urls) checkNothingHidden(url);
  return urls;
}

function checkNothingHidden(url: Url): void {
  if (hasHiddenPath(url, redactUrl(url.href)))
    throw new UsageError("cannot show the result: other software would see a password in this URL");
}
