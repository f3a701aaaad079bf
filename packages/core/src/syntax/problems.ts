import type { ACCESS_CODES } from "../codes/access-codes.ts";
import type { SCHEME_CODES } from "../codes/scheme-codes.ts";
import type { SYNTAX_CODES } from "../codes/syntax-codes.ts";

/** The component with the problem; "url" if it is not in a single component. */
export type Component =
  | "url"
  | "scheme"
  | "authority"
  | "userinfo"
  | "host"
  | "port"
  | "path"
  | "query"
  | "fragment";

/**
 * The problems of a URL's text. docs/errors.md explains each code. Codes of a third-party scheme begin with "x-".
 */
export type ProblemCode =
  | keyof typeof SYNTAX_CODES
  | keyof typeof SCHEME_CODES
  | Extract<keyof typeof ACCESS_CODES, "plugin-fault" | "unsupported">
  | `x-${string}`;

/** A problem or a warning about the text of a URL. */
export interface Problem {
  /** Stable and documented: "bad-selector". */
  readonly code: ProblemCode;
  /** "error": the text is rejected. "warning": the URL is valid, but some warnings forbid access. */
  readonly severity: "error" | "warning";
  /** What is wrong, in one sentence. Never contains the input, because that may hold a password. */
  readonly message: string;
  readonly component: Component;
  /** The range of the problem in UTF-16 code units: [start, end). */
  readonly start: number;
  readonly end: number;
  /** How to fix it, for example 'write a space as "%20"'. */
  readonly hint?: string;
  /** The rule, for example "RFC 4266 §2.1". */
  readonly cite: string;
}

/** The argument of `report`: a problem that is an error by default. */
export type ProblemInit = Omit<Problem, "severity"> & { readonly severity?: Problem["severity"] };

/** Receives a problem. It can throw on an error, and then the reporting function does not continue. */
export type Report = (problem: ProblemInit) => void;

/** The text is not a valid URL, or not valid for its scheme. Recognize it by `code`, not by `instanceof`. */
export class UrlSyntaxError extends Error {
  override readonly name: string = "UrlSyntaxError";
  declare readonly code: ProblemCode;
  declare readonly component: Component;
  /** UTF-16 code units, [start, end). */
  declare readonly start: number;
  declare readonly end: number;
  declare readonly cite: string;
  declare readonly hint: string | undefined;
  /** All problems; the thrown one is the first. */
  declare readonly problems: readonly Problem[];

  constructor(first: Problem, problems: readonly Problem[] = [first]) {
    const { code, component, start, end, cite, hint } = first;
    super(`${first.message}, at ${start} (${cite})${hint ? `; ${hint}` : ""}`);
    Object.assign(this, { code, component, start, end, cite, hint, problems });
  }
}

/** Creates the error for one problem of a text. */
export function syntaxError(init: ProblemInit): UrlSyntaxError {
  return new UrlSyntaxError(toProblem(init));
}

/** Creates the error for components that cannot be formatted. Its range is empty, because there is no text yet. */
export function composeError(
  code: ProblemCode,
  component: Component,
  message: string,
  cite = "RFC 3986 §3",
): UrlSyntaxError {
  return syntaxError({ code, component, message, cite, start: 0, end: 0 });
}

export function toProblem(init: ProblemInit): Problem {
  return { severity: "error", ...init };
}

/** Throws on the first error and ignores warnings. */
export const throwOnError: Report = (problem) => {
  if (problem.severity !== "warning") throw syntaxError(problem);
};

/** Returns whether the error is a {@link UrlSyntaxError}. It compares names, because a scheme can bring its own copy of this package. */
export function isSyntaxError(error: unknown): error is UrlSyntaxError {
  return error instanceof Error && error.name === "UrlSyntaxError";
}
