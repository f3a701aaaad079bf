import { type Problem, type Profile, redact, type Url, UrlSyntaxError } from "anyurl";
import { UsageError } from "../../errors.ts";
import type { Io } from "../../io.ts";

/** A parsed URL and its warnings. */
export interface ParsedUrl {
  readonly url: Url;
  readonly warnings: readonly Problem[];
}

/** A syntax error that has the rejected text, for command lines with two URLs. */
export class InvalidUrlError extends UrlSyntaxError {
  readonly #text: string;

  constructor(text: string, first: Problem, problems: readonly Problem[]) {
    super(first, problems);
    this.#text = text;
  }

  /** Returns the text of the error, or `otherwise` for other errors. */
  static textOf(error: unknown, otherwise: string): string {
    return error instanceof InvalidUrlError ? error.#text : otherwise;
  }
}

/**
 * Parses a URL of the command line.
 *
 * @throws {UsageError} the text starts with "-": it may have been meant as an option.
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
