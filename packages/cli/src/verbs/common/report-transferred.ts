import { displayText } from "anyurl";
import type { Io } from "../../io.ts";
import { say } from "../../language.ts";
import type { OpenOptions } from "../../opener.ts";
import { formatTransferred } from "../../render/progress-line.ts";

/** What was transferred: bytes, those of an earlier run, and the duration in milliseconds. */
export interface Transferred {
  readonly octets: number;
  readonly begin?: number;
  readonly time: number;
  readonly complete?: boolean | "unknown";
}

/** Says on a terminal, or with --verbose, how much was transferred, and how fast. @param shown without a password. */
export async function reportTransferred(
  shown: string,
  { octets, begin = 0, time, complete }: Transferred,
  { json, quiet, verbose }: OpenOptions,
  { stderr }: Io,
): Promise<void> {
  if (json === true || quiet === true || !(stderr.isTerminal || verbose === true)) return;
  const doubt = complete === "unknown" ? `; ${say("the protocol cannot confirm that this is complete")}` : "";
  await stderr.write(`${displayText(shown)}: ${formatTransferred(octets, begin, time)}${doubt}\n`);
}
