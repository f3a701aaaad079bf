import { isSyntaxError } from "@anyurl/core";
import type { Suggestion } from "@anyurl/core/lenient";
import { displayText, isAccessError, redact } from "anyurl";
import type { HostIo } from "./host-io.ts";
import type { Io } from "./io.ts";
import { say } from "./language.ts";
import { describeChanges, readUrl, suggestUrls } from "./lenient-url.ts";
import { createPainter } from "./render/style.ts";
import { InvalidUrlError } from "./verbs/text/read-url.ts";
import type { Verb } from "./verbs/verb.ts";

/** The options of a command line that decide how its URLs are read. */
interface ReadingOptions {
  /** Accept only valid URLs. */
  readonly strict?: boolean;
  readonly quiet?: boolean;
  /** RFC 1738 has no lenient form. */
  readonly profile?: string;
  /** False: "{a,b}" and "[1-9]" are part of the URL. */
  readonly glob?: boolean;
  readonly maxUrls?: number;
}

/**
 * Reads the URLs among the arguments of a command as people type them, and prints what was changed. An argument that may
 * be a local file is a URL only if it has a scheme. Where a command takes several URLs and has --no-glob, patterns are
 * expanded first.
 *
 * @throws {UrlSyntaxError} a text is not a URL, with the problems of the lenient parser.
 */
export async function readTypedArguments(
  { args, verbatim, options: declared }: Pick<Verb, "args" | "verbatim" | "options">,
  given: readonly unknown[],
  options: ReadingOptions,
  io: Io,
): Promise<readonly unknown[]> {
  if (verbatim === true) return given;
  const read: unknown[] = [];
  for (const [i, value] of given.entries()) {
    const { completes = [] } = args[i] ?? {};
    const isRead = completes.includes("url");
    const readOne = async (text: unknown) =>
      typeof text !== "string" || (completes.includes("file") && !HAS_SCHEME.test(text))
        ? text
        : readTypedUrl(text, options, io);
    if (!isRead) read.push(value);
    else if (!Array.isArray(value)) read.push(await readOne(value));
    else {
      const several: unknown[] = [];
      const texts =
        "glob" in declared && options.glob !== false ? await expandAll(value, options.maxUrls) : value;
      for (const each of texts) several.push(await readOne(each));
      read.push(several);
    }
  }
  return read;
}

/** Most command lines have no pattern, so the code for them is loaded only if needed. */
async function expandAll(texts: readonly string[], maxUrls: number | undefined): Promise<readonly string[]> {
  if (!texts.some((text) => /[{[]/.test(text))) return texts;
  const { expandPatterns } = await import("./verbs/common/expand-urls.ts");
  return texts.flatMap((text) => expandPatterns(text, maxUrls));
}

/** Begins, after white space and delimiters, like a URL with a scheme. */
const HAS_SCHEME = /^[\s<"'`“‘«]*[A-Za-z][A-Za-z0-9+.-]+:/;

/**
 * Reads a URL as people type it, and prints what was changed.
 *
 * @returns a URL, or the text if it may have been meant as an option.
 * @throws {UrlSyntaxError} with the problems of the lenient parser.
 */
export async function readTypedUrl(
  text: string,
  { strict, quiet, profile = "rfc3986" }: ReadingOptions,
  io: Io,
): Promise<string> {
  if (strict === true || profile !== "rfc3986" || text.startsWith("-")) return text;
  const found = io.urls.tryParse(text);
  if (found.ok && io.urls.scheme(found.url.scheme) !== undefined) return text;
  const result = await readUrl(text, io.urls);
  if (!result.ok) throw new InvalidUrlError(text, result.problems[0]!, result.problems);
  const { href } = result.url;
  if (result.changes.length > 0 && quiet !== true) {
    const paint = createPainter(io.stderr, io.env);
    const what = describeChanges(result.changes);
    await io.stderr.write(
      `${paint("yellow", "anyurl")}: ${say(`read as ${displayText(redact(href))} (${what})`)}\n`,
    );
  }
  return href;
}

/** Codes of errors whose cause can be a typing error in a valid URL. */
const TYPING_ERRORS: ReadonlySet<string> = new Set([
  ...["unknown-scheme", "scheme-not-installed", "no-such-host", "userinfo-not-allowed"],
]);

/** Returns URLs that a text may mean that was rejected with this error. */
export async function suggestFor(
  error: unknown,
  text: string,
  io: HostIo | Io,
): Promise<readonly Suggestion[]> {
  // A URI template is not a URL.
  if (isSyntaxError(error) && error.code === "bad-template") return [];
  const isTypingError = isSyntaxError(error) || (isAccessError(error) && TYPING_ERRORS.has(error.code));
  return isTypingError && "urls" in io ? suggestUrls(text, io.urls) : [];
}
