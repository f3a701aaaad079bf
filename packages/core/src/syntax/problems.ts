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

/** The problems of a URL's text. docs/errors.md explains each code. */
export type ProblemCode =
  | "no-scheme"
  | "bad-scheme"
  | "illegal-character"
  | "unsafe-character"
  | "bad-escape"
  | "bad-userinfo"
  | "userinfo-not-allowed"
  | "password-without-user"
  | "missing-authority"
  | "authority-not-allowed"
  | "missing-host"
  | "bad-host"
  | "bad-ip-literal"
  | "zone-id-not-allowed"
  | "bad-port"
  | "bad-path"
  | "path-not-allowed"
  | "bad-query"
  | "query-not-allowed"
  | "fragment-not-allowed"
  | "too-long"
  | "unknown-scheme"
  | "unknown-field"
  | "control-octet"
  | "separator-in-segment"
  | "ambiguous-authority"
  | "deprecated-password"
  | "cut-short"
  | "unterminated-wrapper"
  | "guessed-scheme"
  // Codes of single schemes. A third-party scheme can use its own kebab-case names.
  | (string & {});

/** A problem or a warning about the text of a URL. */
export interface Problem {
  /** Stable and documented: "bad-selector". Third-party schemes can add their own kebab-case names. */
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
