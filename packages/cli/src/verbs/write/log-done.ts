import { displayText } from "anyurl";
import type { Io } from "../../io.ts";
import type { OpenOptions } from "../../opener.ts";
import { createMessageDisplay } from "../../render/display-url.ts";

/** With --verbose, writes a line to standard error that says what was done. */
export async function logDone(what: string, { verbose }: OpenOptions, io: Io): Promise<void> {
  if (verbose !== true) return;
  const display = await createMessageDisplay(io.stderr, [what]);
  await io.stderr.write(`${display(displayText(what))}\n`);
}
