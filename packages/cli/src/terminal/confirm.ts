import type { HostIo } from "../host-io.ts";
import { say } from "../language.ts";

/**
 * Asks a yes-or-no question and returns the answer, "no" by default. Returns `undefined` if there is no terminal.
 *
 * @param question ends in a question mark.
 */
export async function confirm(
  question: string,
  { askLine, signal }: Pick<HostIo, "askLine" | "signal">,
): Promise<boolean | undefined> {
  if (askLine === undefined) return undefined;
  const answer = await askLine(`${say(question)} [y/N] `, signal);
  return /^\s*y(?:es)?\s*$/i.test(answer ?? "");
}
