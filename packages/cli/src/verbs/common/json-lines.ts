import { toExitStatus } from "../../exit.ts";
import { type Io, isBrokenPipe } from "../../io.ts";
import { formatJsonLine } from "../../json.ts";
import { failureData } from "../../render/failure.ts";
import { InvalidUrlError } from "../text/read-url.ts";

/**
 * Runs a command so that it prints an error as another line of JSON, for programs that read lines.
 *
 * @param text the URL that an error refers to.
 */
export async function runWithJsonErrors(run: () => Promise<unknown>, text: string, io: Io): Promise<unknown> {
  try {
    return await run();
  } catch (error) {
    if (isBrokenPipe(error) || io.signal.aborted) throw error;
    await io.stdout.write(formatJsonLine(failureData(error, InvalidUrlError.textOf(error, text))));
    return toExitStatus(error, io.signal);
  }
}
