import { UsageError } from "../../errors.ts";
import type { Output } from "../../host-io.ts";
import type { Io } from "../../io.ts";
import type { JsonAnswer } from "../../json.ts";
import { loadSchemes } from "../../load-schemes.ts";
import { readTypedUrl } from "../../typed-url.ts";
import { forEachUrl } from "../common/each-url.ts";
import { expandPatterns, readUrlList } from "../common/expand-urls.ts";
import { readInputText } from "../common/input-text.ts";
import { download } from "./download.ts";
import type { GetOptions } from "./get-options.ts";
import { isDirectory } from "./output-file.ts";

/** Downloads several URLs, one after the other. An error of one does not end the others. Returns the exit status. */
export async function getSeveral(given: readonly string[], options: GetOptions, own: Io): Promise<number> {
  const { output, inputFile, json } = options;
  // The URLs in a file can be of any scheme.
  const io =
    inputFile === undefined ? own : { ...own, ...(await loadSchemes(undefined, own.configured?.schemes)) };
  const texts = inputFile === undefined ? given : [...given, ...(await readList(inputFile, options, io))];
  if (texts.length === 0) throw new UsageError("missing URL", "add a URL, or --input-file FILE");
  const isFile =
    output !== undefined && output !== "-" && !output.endsWith("/") && !(await isDirectory(output));
  if (texts.length > 1 && isFile)
    throw new UsageError(
      "several URLs need a directory for their files",
      "add -o DIRECTORY with a slash at its end, or -O for the working directory",
    );
  let status = 0;
  const failed = await forEachUrl(texts, options, io, async ({ href }) => {
    // A listing in lines would be several answers for one URL.
    const collected = json === true ? collectOutput() : undefined;
    const world = collected === undefined ? io : { ...io, stdout: collected.output };
    const got = await download(href, { ...options, jsonl: false }, world);
    status ||= got;
    return collected && (JSON.parse(collected.text()) as JsonAnswer);
  });
  return failed || status;
}

async function readList(file: string, options: GetOptions, io: Io): Promise<readonly string[]> {
  const read: string[] = [];
  for (const line of readUrlList(await readInputText(file, io)))
    for (const text of options.glob ? expandPatterns(line, options.maxUrls) : [line])
      read.push(await readTypedUrl(text, options, io));
  return read;
}

/** Keeps the JSON of one download for the list of all. */
function collectOutput(): { readonly output: Output; text(): string } {
  const chunks: (string | Uint8Array)[] = [];
  return {
    output: {
      isTerminal: false,
      columns: undefined,
      async write(data) {
        chunks.push(data);
      },
    },
    text: () => chunks.map((chunk) => (typeof chunk === "string" ? chunk : Buffer.from(chunk))).join(""),
  };
}
