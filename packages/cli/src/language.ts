import type { Language } from "@anyurl/languages";
import { UsageError } from "./errors.ts";

/** The tags of the languages of the command, without loading them. */
export const LANGUAGES = ["en", "es", "fr"] as const;

let current: Language | undefined;

/** The tag of the language of the process, for numbers, dates, and the order of names. */
export function languageTag(): string {
  return current?.tag ?? "en";
}

/** Translates an English message to the language of the process, if it has a translation. */
export function say(english: string): string {
  return current === undefined ? english : current.say(english);
}

/** Translates the message of an error. Without a translation, what its code means is added. */
export function sayError(code: string, message: string): string {
  return current === undefined ? message : current.sayError(code, message);
}

/**
 * Sets the language of the process, as setlocale does: that of --lang, or else of LC_ALL, LC_MESSAGES, or LANG. The
 * messages of a language are loaded only if it is not English.
 *
 * @throws {UsageError} --lang names no language of the command.
 */
export async function setLanguage(
  argv: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  const asked = findOption(argv);
  if (asked !== undefined && !LANGUAGES.some((tag) => tag === asked)) {
    throw new UsageError(`unknown language "${asked.slice(0, 40)}"`, `use one of: ${LANGUAGES.join(", ")}`);
  }
  const locale = env["LC_ALL"] || env["LC_MESSAGES"] || env["LANG"] || "";
  // Most processes need no translation, so nothing is loaded for them.
  if (!/^(?:es|fr)/i.test(asked ?? locale)) return;
  const { chooseLanguage, isLanguageTag, loadLanguage } = await import("@anyurl/languages");
  const tag = asked !== undefined && isLanguageTag(asked) ? asked : chooseLanguage(env);
  if (tag !== "en") current = await loadLanguage(tag);
}

/** Ends the language of a command line: a program can run several. */
export function clearLanguage(): void {
  current = undefined;
}

/** Finds --lang before commander parses the command line, because help has a language as well. */
function findOption(argv: readonly string[]): string | undefined {
  const end = argv.indexOf("--");
  const options = end < 0 ? argv : argv.slice(0, end);
  const at = options.findLastIndex((word) => word === "--lang" || word.startsWith("--lang="));
  if (at < 0) return undefined;
  return options[at] === "--lang" ? options[at + 1] : options[at]!.slice("--lang=".length);
}
