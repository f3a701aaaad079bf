import { createRedactor, isSyntaxError } from "@anyurl/core";
import { describeError, type ErrorDescription, type ErrorWording, toOneLine } from "@anyurl/core/codes";
import { decodeText, displayText, type Registry } from "anyurl";
import type { LocalError, UsageError } from "../errors.ts";
import { type Failure, fail } from "../json.ts";
import { say, sayError } from "../language.ts";
import { toCliOptionNames } from "../limits.ts";
import { type RedactedUrl, redactUrl } from "../redacted-url.ts";
import { drawCaret } from "./caret.ts";
import { problemLines, titledLines } from "./problems.ts";
import type { Paint } from "./style.ts";

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
  const addHead = (title: string, said: string) =>
    lines.push(...titledLines(title, said, (part) => paint("red", part), width, ""));
  const add = (title: string, said: string, columns = width) =>
    lines.push(...titledLines(title, said, (part) => paint("bold", part), columns));
  const described = describeError(error, WORDING);
  if (described !== undefined) {
    const { code, message, reply, endpoint } = described;
    addHead(`anyurl: ${displayText(code)}`, show(sayError(code, message)));
    lines.push(...caretLines(code, text, shown, paint, width, urls));
    if (reply !== undefined) add(say("server"), show(reply));
    if (endpoint !== undefined && reply === undefined) add(say("at"), show(endpoint));
    const cause = code === "plugin-fault" ? describeCause(error) : undefined;
    if (cause !== undefined) add(say("cause"), show(cause));
  } else if (error instanceof Error && isCliError(error)) {
    addHead("anyurl", tell(error.message));
  } else {
    const { name, message } = error instanceof Error ? error : { name: "thrown", message: String(error) };
    addHead(`anyurl: ${say("internal error")}`, `${show(name)}: ${show(message)}`);
  }
  const hint = described === undefined ? hintOf(error) : described.hint;
  // A command must stay on one line, so that it can be copied.
  if (hint !== undefined)
    add(say("hint"), tell(hint), HAS_COMMAND.test(hint) ? Number.POSITIVE_INFINITY : width);
  return lines;
}

/** Describes what a plugin threw, and where, for its author. */
function describeCause(error: unknown): string | undefined {
  const { cause } = error as { readonly cause?: unknown };
  if (!(cause instanceof Error)) return undefined;
  const place = /\n {4}(at .+)/.exec(cause.stack ?? "")?.[1];
  return `${cause.name}: ${cause.message}${place === undefined ? "" : `, ${place}`}`;
}

const HAS_COMMAND = /\b(?:anyurl|npm) /;

/** Of the command's own errors. */
function hintOf(error: unknown): string | undefined {
  const { hint } = error as { hint?: unknown };
  return typeof hint === "string" ? toCliOptionNames(hint) : undefined;
}

const WORDING: ErrorWording = {
  hints: new Map([
    ["port-blocked", "use --any-port to connect anyway"],
    [
      "auth-required",
      "use --netrc, answer at a terminal, or add the user to the URL and set ANYURL_PASSWORD",
    ],
  ]),
  hint: toCliOptionNames,
  message: toCliOptionNames,
};

/**
 * Converts an error to an answer in JSON.
 *
 * @param more members to add.
 */
export function failureAnswer(error: unknown, text: string, more: object = {}): Failure {
  const shown = redactUrl(text);
  const show = createSanitizer(text, shown);
  if (isSyntaxError(error)) {
    const { message, problems } = error;
    return fail(error.code, { url: shown.text, message, problems, ...more });
  }
  const described = describeError(error, WORDING);
  const { code, message, hint, reply, replyCode, endpoint, retryable, retryAfter } =
    described ?? describeOwnError(error);
  const { target } = error as { readonly target?: unknown };
  return fail(code, {
    url: shown.text,
    message: show(message),
    ...(reply !== undefined && { reply: show(reply) }),
    ...(replyCode !== undefined && { replyCode }),
    ...(endpoint !== undefined && { endpoint: show(endpoint) }),
    ...(hint !== undefined && { hint: show(hint) }),
    ...(retryable !== undefined && { retryable }),
    ...(retryAfter !== undefined && { retryAfter }),
    ...(typeof target === "string" && { target }),
    ...more,
  });
}

/** Describes an error of the command line, of a local file, or in the command itself. */
function describeOwnError(error: unknown): ErrorDescription {
  const { name, message } = error instanceof Error ? error : { name: "thrown", message: String(error) };
  const { code = name } = error as { readonly code?: unknown };
  const hint = hintOf(error);
  return { code: typeof code === "string" ? code : name, message, ...(hint !== undefined && { hint }) };
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
  return (said) => toOneLine(conceal(said));
}

function tryDecode(secret: string): string | undefined {
  try {
    return decodeText(secret);
  } catch {
    return undefined; // an invalid URL may have an invalid escape
  }
}
