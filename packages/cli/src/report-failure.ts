import type { CommanderError } from "commander";
import { findKept } from "./download/kept.ts";
import { toExitStatus } from "./exit-status.ts";
import type { HostIo } from "./host-io.ts";
import { type Io, isBrokenPipe } from "./io.ts";
import { fail, type JsonOptions, writeAnswer } from "./json.ts";
import { say } from "./language.ts";
import { addRegistration } from "./registration.ts";
import { createMessageDisplay } from "./render/display-url.ts";
import { failureAnswer, failureLines } from "./render/failure.ts";
import { createPainter } from "./render/style.ts";
import { suggestionLines, toJsonSuggestions } from "./render/suggestions.ts";
import { suggestFor } from "./typed-url.ts";
import { usageErrorMessage } from "./usage-error.ts";

/** Prints an error with its position and hint, and returns the exit status. */
export async function reportFailure(
  thrown: unknown,
  text: string,
  options: JsonOptions,
  io: HostIo | Io,
): Promise<number> {
  const status = toExitStatus(thrown, io.signal);
  if (isBrokenPipe(thrown)) return status;
  const kept = findKept(thrown);
  // A program that fails before it has read its command line has kept nothing.
  const rest =
    kept === undefined || !("commandLine" in io)
      ? undefined
      : (await import("./render/kept-lines.ts")).describeKept(kept, io);
  const keptText = rest === undefined ? "" : `${rest.lines.join("\n")}\n`;
  const more = rest !== undefined && { kept: rest.data };
  if (io.signal.aborted) {
    if (options.json === true)
      await writeAnswer(fail("interrupted", { message: "interrupted", ...more }), options, io);
    else await io.stderr.write(`anyurl: ${say("interrupted")}\n${keptText}`);
    return status;
  }
  const error = await addRegistration(thrown);
  const suggestions = await suggestFor(error, text, io);
  if (options.json === true) {
    const members = { ...toJsonSuggestions(suggestions), ...more };
    await writeAnswer(failureAnswer(error, text, members), options, io);
  } else {
    const paint = createPainter(io.stderr, io.env);
    const { message, hint } = error as { readonly message?: string; readonly hint?: string };
    const display = await createMessageDisplay(io.stderr, [message, hint]);
    const urls = "urls" in io ? io.urls : undefined;
    const lines = failureLines(error, text, paint, io.stderr.columns, urls, display);
    await io.stderr.write(`${[...lines, ...suggestionLines(suggestions, paint)].join("\n")}\n${keptText}`);
  }
  return status;
}

/**
 * Prints what the parser of the command line rejects, and returns the exit status.
 *
 * @param text what it says to people.
 */
export async function reportUsageError(
  { exitCode, message }: CommanderError,
  text: string,
  argv: readonly string[],
  io: HostIo,
): Promise<number> {
  const flag = findJsonFlag(argv);
  if (exitCode === 0 || flag === undefined) {
    await io.stderr.write(text);
    return exitCode === 0 ? 0 : 2;
  }
  const answer = fail("usage", { message: usageErrorMessage(message) });
  await writeAnswer(answer, { jsonl: flag === "--jsonl" }, io);
  return 2;
}

/** The options of a rejected command line are not known, but their texts are. */
function findJsonFlag(argv: readonly string[]): string | undefined {
  const end = argv.indexOf("--");
  return argv.slice(0, end < 0 ? argv.length : end).find((word) => word === "--json" || word === "--jsonl");
}
