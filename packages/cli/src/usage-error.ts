import { displayText, redact } from "anyurl";
import { say } from "./language.ts";
import { SCHEME_OPTION } from "./verbs/common/scheme-options.ts";

/** Characters of an argument that a message repeats. */
const MAX_SHOWN = 100;

/** The messages of commander that repeat an argument, in quotes. */
const QUOTING =
  /^(error: (?:unknown (?:option|command)|option '([^']*)' argument|command-argument value) )'(.*)'(|\n\(Did you mean .*| is invalid\b.*)$/s;

/** The message that repeats all arguments, without quotes. */
const COUNTING = /^(error: too many arguments.* but got \d+): .*$/s;

/** Formats a usage error of commander for the terminal, without control characters and possible secrets. */
export function usageErrorText(message: string): string {
  return `anyurl: ${displayText(say(usageErrorMessage(message)), { lines: true })}\n`;
}

/** Returns the message of a usage error without possible secrets. */
export function usageErrorMessage(message: string): string {
  return message
    .trimEnd()
    .replace(COUNTING, "$1.")
    .replace(
      QUOTING,
      (_, failed: string, flags: string | undefined, value: string, rest: string) =>
        `${failed}'${sanitizeArgument(value, flags)}'${rest}`,
    )
    .replace(/^error: /, "");
}

/** Sanitizes an argument for a message: one line, no login, and no value of an assignment. */
function sanitizeArgument(value: string, flags = ""): string {
  const isSecret = flags.startsWith(SCHEME_OPTION);
  const [name = "", ...assigned] = value.split("=");
  const isAssignment = assigned.length > 0 && (isSecret || value.startsWith("-"));
  const shown = isAssignment ? `${name}=***` : isSecret ? "***" : value;
  return displayText(redactLogin(shown)).slice(0, MAX_SHOWN);
}

/** `user:password@host` is not a URL, but has a password like one. */
function redactLogin(text: string): string {
  return redact(text).replace(/:(?!\/\/).*@/s, ":***@");
}
