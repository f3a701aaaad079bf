import { displayText, type Url } from "anyurl";
import { toExitStatus } from "../../exit-status.ts";
import { type Io, isBrokenPipe } from "../../io.ts";
import { type JsonAnswer, type JsonOptions, joinAnswers, writeAnswer, writeAnswerLine } from "../../json.ts";
import { say } from "../../language.ts";
import { redactUrl } from "../../redacted-url.ts";
import { createMessageDisplay } from "../../render/display-url.ts";
import { failureAnswer } from "../../render/failure.ts";
import { reportFailure } from "../../report-failure.ts";
import { parseUrl } from "../text/read-url.ts";

export interface EachOptions extends JsonOptions {
  readonly quiet?: boolean;
  /** End with the first error. */
  readonly failFast?: boolean;
}

/**
 * Runs work for each URL of a command line, after all of them have been parsed. An error of one URL is printed, and does
 * not end the others. The JSON of several URLs is one object with the answers for each.
 *
 * @param work returns its answer if the options say so.
 * @returns the exit status: that of the first error.
 * @throws the error, if there is only one URL.
 */
export async function forEachUrl(
  texts: readonly string[],
  options: EachOptions,
  io: Io,
  work: (url: Url, isLast: boolean) => Promise<JsonAnswer | undefined>,
): Promise<number> {
  const urls = texts.map((each) => parseUrl(each, io).url);
  return forEachText(texts, options, io, (_, i) => work(urls[i]!, i === urls.length - 1));
}

/** Runs work for each argument of a command line, such as the name of a file, as {@link forEachUrl} does for each URL. */
export async function forEachText(
  texts: readonly string[],
  options: EachOptions,
  io: Io,
  work: (text: string, i: number) => Promise<JsonAnswer | undefined>,
): Promise<number> {
  const answers: JsonAnswer[] = [];
  const report = async (answer: JsonAnswer | undefined) => {
    if (answer === undefined) return;
    if (options.jsonl === true) await writeAnswerLine(answer, io);
    else answers.push(answer);
  };
  const statuses: number[] = [];
  for (const [i, text] of texts.entries()) {
    try {
      await report(await work(text, i));
    } catch (error) {
      if (texts.length === 1 || isBrokenPipe(error) || io.signal.aborted) throw error;
      statuses.push(toExitStatus(error, io.signal));
      if (options.json === true) await report(failureAnswer(error, text));
      else await printFailure(error, text, options, io);
      if (options.failFast === true) break;
    }
  }
  if (options.json === true && options.jsonl !== true)
    await writeAnswer(texts.length === 1 ? answers[0]! : joinAnswers(answers), options, io);
  else if (statuses.length > 0 && options.quiet !== true && options.json !== true)
    await io.stderr.write(`anyurl: ${say(`${statuses.length} of ${texts.length} failed`)}\n`);
  return statuses[0] ?? 0;
}

/** Prints an error after the URL that it belongs to. */
async function printFailure(error: unknown, given: string, options: EachOptions, io: Io): Promise<void> {
  const { text } = redactUrl(given);
  const display = await createMessageDisplay(io.stderr, [text]);
  await io.stderr.write(`anyurl: ${say(`failed for ${display(displayText(text))}`)}\n`);
  await reportFailure(error, given, options, io);
}
