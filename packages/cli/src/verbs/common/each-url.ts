import { displayText, type Url } from "anyurl";
import type { Io } from "../../io.ts";
import { formatJson, formatJsonLine } from "../../json.ts";
import { say } from "../../language.ts";
import { redactUrl } from "../../redacted-url.ts";
import { createMessageDisplay } from "../../render/display-url.ts";
import { parseUrl } from "../text/read-url.ts";

export interface EachOptions {
  readonly json?: boolean;
  readonly jsonl?: boolean;
}

/**
 * Runs work for each URL of a command line, after all of them have been parsed. The first error ends it; with several
 * URLs it names the URL. The JSON output is a value for one URL, and a list for several.
 */
export async function forEachUrl(
  texts: readonly string[],
  options: EachOptions,
  io: Io,
  work: (url: Url, isLast: boolean) => Promise<object>,
): Promise<void> {
  const urls = texts.map((each) => parseUrl(each, io).url);
  const done: object[] = [];
  for (const [i, url] of urls.entries()) {
    try {
      const data = await work(url, i === urls.length - 1);
      if (options.jsonl === true) await io.stdout.write(formatJsonLine(data));
      else done.push(data);
    } catch (error) {
      if (urls.length > 1 && options.json !== true && !io.signal.aborted) {
        const { text } = redactUrl(texts[i]!);
        const display = await createMessageDisplay(io.stderr, [text]);
        await io.stderr.write(`anyurl: ${say(`failed for ${display(displayText(text))}`)}\n`);
      }
      throw error;
    }
  }
  if (options.json === true && options.jsonl !== true)
    await io.stdout.write(formatJson(done.length === 1 ? done[0] : done));
}
