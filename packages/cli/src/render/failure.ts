import { createRedactor, isSyntaxError } from "@anyurl/core";
import { decodeText, displayText, isAccessError, type Registry } from "anyurl";
import type { LocalError, UsageError } from "../errors.ts";
import { say, sayError } from "../language.ts";
import { toCliOptionNames } from "../limits.ts";
import { type RedactedUrl, redactUrl } from "../redacted-url.ts";
import { drawCaret } from "./caret.ts";
import { problemLines } from "./problems.ts";
import type { Paint } from "./style.ts";

/** Maximum length of a server's text in a message. */
const MAX_REPLY = 500;

/**
 * Formats an error for users: the code and message, the position, the server's reply, and the hint.
 *
 * @param display shows the URLs and hosts in a message to people. Positions refer to the original URL, so it stays unchanged.
 */
export function failureLines(
  error: unknown,
  text: string,
  paint: Paint,
  width?: number,
  urls?: Pick<Registry, "tryParse">,
  display: (message: string) => string = (message) => message,
): readonly string[] {
  const shown = redactUrl(text);
  const sanitize = createSanitizer(text, shown);
  const show = (said: string): string => display(sanitize(said));
  // The message comes from the sources, so it is translated; the reply comes from a server.
  const tell = (said: string): string => show(say(said));
  if (isSyntaxError(error)) {
    return [
      `${paint("red", "anyurl")}: ${say("invalid URL")}`,
      ...problemLines(shown, error.problems, paint, width),
    ];
  }
  const lines: string[] = [];
  if (isAccessError(error)) {
    lines.push(
      `${paint("red", `anyurl: ${displayText(error.code)}`)}: ${show(sayError(error.code, toCliOptionNames(error.message)))}`,
    );
    lines.push(...caretLines(error.code, text, shown, paint, width, urls));
    if (error.reply !== undefined) lines.push(`  ${paint("bold", say("server"))}: ${show(error.reply)}`);
    if (error.endpoint !== undefined && error.reply === undefined)
      lines.push(`  ${paint("bold", say("at"))}: ${show(error.endpoint)}`);
  } else if (error instanceof Error && isCliError(error)) {
    lines.push(`${paint("red", "anyurl")}: ${tell(error.message)}`);
  } else {
    const { name, message } = error instanceof Error ? error : { name: "thrown", message: String(error) };
    lines.push(`${paint("red", `anyurl: ${say("internal error")}`)}: ${show(name)}: ${show(message)}`);
  }
  const hint = findHint(error);
  if (hint !== undefined) lines.push(`  ${paint("bold", say("hint"))}: ${tell(hint)}`);
  return lines;
}

/** Returns the hint for the command line, or else the error's own hint. */
function findHint(error: unknown): string | undefined {
  const { code, hint } = error as { code?: unknown; hint?: unknown };
  const own = isAccessError(error) ? OWN_HINTS.get(String(code)) : undefined;
  return own ?? (typeof hint === "string" ? toCliOptionNames(hint) : undefined);
}

const OWN_HINTS: ReadonlyMap<string, string> = new Map([
  ["port-blocked", "use --any-port to connect anyway"],
  ["auth-required", "use --netrc, answer at a terminal, or add the user to the URL and set ANYURL_PASSWORD"],
]);

/** Converts an error to JSON. */
export function failureData(error: unknown, text: string): Readonly<Record<string, unknown>> {
  const shown = redactUrl(text);
  const show = createSanitizer(text, shown);
  if (isSyntaxError(error)) {
    return { ok: false, url: shown.text, code: error.code, message: error.message, problems: error.problems };
  }
  const { name, message } = error instanceof Error ? error : { name: "thrown", message: String(error) };
  const hint = findHint(error);
  const { code, reply, replyCode, endpoint, retryable, retryAfter, target } = error as Readonly<
    Record<string, unknown>
  >;
  return {
    ok: false,
    url: shown.text,
    code: typeof code === "string" ? code : name,
    message: show(isAccessError(error) ? toCliOptionNames(message) : message),
    ...(typeof reply === "string" && { reply: show(reply) }),
    ...(typeof replyCode === "number" && { replyCode }),
    ...(typeof endpoint === "string" && { endpoint: show(endpoint) }),
    ...(hint !== undefined && { hint: show(hint) }),
    ...(typeof retryable === "boolean" && { retryable }),
    ...(typeof retryAfter === "number" && { retryAfter }),
    ...(typeof target === "string" && { target }),
  };
}

function isCliError(error: Error): error is UsageError | LocalError {
  return error.name === "UsageError" || error.name === "LocalError";
}

/** If opening rejects something that parsing only warns about, the warning has the position. */
function caretLines(
  code: string,
  text: string,
  shown: RedactedUrl,
  paint: Paint,
  width?: number,
  urls?: Pick<Registry, "tryParse">,
): readonly string[] {
  const problems = code === "plugin-fault" ? [] : (urls?.tryParse(text).problems ?? []);
  const place = problems.find((problem) => problem.code === code);
  if (place === undefined) return [];
  const { line, carets } = drawCaret(shown, place.start, place.end, (width ?? 100) - 2);
  return [`  ${line}`, `  ${paint("red", carets)}`];
}

/** Returns a function that makes a text one line, without control characters and without passwords. */
function createSanitizer(text: string, shown: RedactedUrl): (said: string) => string {
  const secret = text.slice(...shown.hidden);
  const conceal = createRedactor([text === shown.text ? undefined : text, secret, tryDecode(secret)]);
  return (said) => displayText(conceal(said).replace(/\s*[\r\n]+\s*/g, " | ")).slice(0, MAX_REPLY);
}

function tryDecode(secret: string): string | undefined {
  try {
    return decodeText(secret);
  } catch {
    return undefined; // an invalid URL may have an invalid escape
  }
}
