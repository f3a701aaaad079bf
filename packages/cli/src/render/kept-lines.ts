import { displayText } from "anyurl";
import type { Kept } from "../download/kept.ts";
import type { Io } from "../io.ts";
import { say } from "../language.ts";
import { redactUrl } from "../redacted-url.ts";
import { formatSize } from "./progress-line.ts";
import { quoteForShell } from "./shell-quote.ts";

/** Describes what was kept, and the command that continues it: for people, and as JSON. */
export function describeKept(
  kept: Kept,
  io: Pick<Io, "commandLine">,
): { readonly lines: readonly string[]; readonly data: object } {
  const { file, size, total } = kept;
  const said =
    total === undefined
      ? say(`kept ${formatSize(size)}`)
      : say(`kept ${formatSize(size)} of ${formatSize(total)}`);
  const command = continuingCommand(kept, io);
  const next =
    command === undefined
      ? say("run the same command again to continue")
      : `${say("to continue")}: ${command}`;
  return {
    lines: [`anyurl: ${displayText(file)}: ${said}`, `  ${next}`],
    data: { file, size, ...(total !== undefined && { total }), ...(command !== undefined && { command }) },
  };
}

/**
 * Returns the command that continues a download: the command line of this run, without its other URLs and without
 * passwords. `undefined` if it may hold another secret, or has control characters.
 */
function continuingCommand(
  { url, verb, add }: Kept,
  { commandLine }: Pick<Io, "commandLine">,
): string | undefined {
  const { words, operands } = commandLine;
  if (words.some(mayHoldSecret)) return undefined;
  const others = [...operands];
  const isList = words.some((word) => word.startsWith("--input-file"));
  const isSeveral = verb === "get" && (operands.length !== 1 || isList);
  const kept: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    if (word === "--input-file") i++;
    else if (isSeveral && others[0] === word) others.shift();
    else if (!word.startsWith("--input-file=")) kept.push(dropPassword(word));
  }
  // After the name of the command, because "--" can end the options.
  if (add !== undefined) kept.splice(kept.indexOf(verb) + 1, 0, add);
  if (isSeveral) kept.push(dropPassword(url));
  const command = ["anyurl", ...kept].map((word) => quoteForShell(word)).join(" ");
  return displayText(command) === command ? command : undefined;
}

/** -u has a password, and header fields can hold credentials. */
function mayHoldSecret(word: string): boolean {
  return /^-[A-Za-z]*[Hu]|^--(?:header|user)(?:=|$)|fields=/.test(word);
}

/** Returns a URL without the password of its user; other passwords are shown as "***". */
function dropPassword(word: string): string {
  const { text } = redactUrl(word);
  return text === word ? word : text.replace(":***@", "@");
}
