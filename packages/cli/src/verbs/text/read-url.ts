import { type Problem, type Profile, redact, type Url, UrlSyntaxError } from "anyurl";
import { UsageError } from "../../errors.ts";
import type { Io } from "../../io.ts";

/** A URL that has been read, and the warnings about it. */
export interface ParsedUrl {
  readonly url: Url;
  readonly warnings: readonly Problem[];
}

/** A refusal that knows its text, for a command line with two. */
export class InvalidUrlError extends UrlSyntaxError {
  readonly #text: string;

  constructor(text: string, first: Problem, problems: readonly Problem[]) {
    super(first, problems);
    this.#text = text;
  }

  /** The text of the error, or `otherwise` when it has none. */
  static textOf(error: unknown, otherwise: string): string {
    return error instanceof InvalidUrlError ? error.#text : otherwise;
  }
}

/**
 * Reads the URL of a command line.
 *
 * @throws {UsageError} it begins with "-": it may have been meant as an option.
 * @throws {UrlSyntaxError} with every problem.
 */
export function parseUrl(text: string, { urls }: Pick<Io, "urls">, profile: Profile = "rfc3986"): ParsedUrl {
  if (text.startsWith("-")) {
    throw new UsageError(
      `invalid URL "${redact(text).slice(0, 20)}": a URL cannot start with "-"`,
      "put options before --",
    );
  }
  const result = urls.tryParse(text, { profile });
  if (!result.ok) {
    const errors = result.problems.filter(({ severity }) => severity === "error");
    throw new InvalidUrlError(text, errors[0]!, result.problems);
  }
  return { url: result.url, warnings: result.problems };
}
