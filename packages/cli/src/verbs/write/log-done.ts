import { displayText } from "anyurl";
import type { Io } from "../../io.ts";
import type { OpenOptions } from "../../opener.ts";

/** With --verbose, writes a line to standard error that says what was done. */
export async function logDone(what: string, { verbose }: OpenOptions, io: Io): Promise<void> {
  if (verbose === true) await io.stderr.write(`${displayText(what)}\n`);
}
