import { type Problem, redact, tryParse, type Url, UrlSyntaxError } from "anyurl";
import { UsageError } from "../faults.ts";

/** A URL that has been read, and the warnings about it. */
export interface Read {
  readonly url: Url;
  readonly warnings: readonly Problem[];
}

/**
 * Reads the URL of a command line.
 *
 * @throws {UsageError} it begins with "-": it may have been meant as an option.
 * @throws {UrlSyntaxError} with every problem.
 */
export function readUrl(text: string): Read {
  if (text.startsWith("-")) {
    throw new UsageError(
      `"${redact(text).slice(0, 20)}" begins with "-", and no URL does`,
      "options stand before --",
    );
  }
  const result = tryParse(text);
  if (!result.ok) {
    const errors = result.problems.filter(({ severity }) => severity === "error");
    throw new UrlSyntaxError(errors[0]!, result.problems);
  }
  return { url: result.url as Url, warnings: result.problems };
}
