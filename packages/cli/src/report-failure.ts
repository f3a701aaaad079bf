import { findKept } from "./download/kept.ts";
import { toExitStatus } from "./exit.ts";
import type { HostIo } from "./host-io.ts";
import { type Io, isBrokenPipe } from "./io.ts";
import { formatJson } from "./json.ts";
import { say } from "./language.ts";
import { addRegistration } from "./registration.ts";
import { createMessageDisplay } from "./render/display-url.ts";
import { failureData, failureLines } from "./render/failure.ts";
import { createPainter } from "./render/style.ts";
import { suggestionLines, toJsonSuggestions } from "./render/suggestions.ts";
import { suggestFor } from "./typed-url.ts";

/** Prints an error with its position and hint, and returns the exit status. */
export async function reportFailure(
  thrown: unknown,
  text: string,
  options: { readonly json?: boolean },
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
  if (io.signal.aborted) {
    await io.stderr.write(`anyurl: ${say("interrupted")}\n${keptText}`);
    return status;
  }
  const error = await addRegistration(thrown);
  const suggestions = await suggestFor(error, text, io);
  if (options.json === true) {
    await io.stdout.write(
      formatJson({
        ...failureData(error, text),
        ...toJsonSuggestions(suggestions),
        ...(rest !== undefined && { kept: rest.data }),
      }),
    );
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
