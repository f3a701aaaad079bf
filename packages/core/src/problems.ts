/** Where in a URL a problem lies. "url" when it is no one component's. */
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

/** What can be wrong with the text of a URL. Each code is explained in docs/errors.md. */
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
  // Codes of single schemes; a third party's own is any kebab-case name.
  | (string & {});

/** One thing that is wrong, or worth a warning, in the text of a URL. */
export interface Problem {
  /** Stable and documented: "bad-selector". Third-party schemes may add their own kebab-case names. */
  readonly code: ProblemCode;
  /** "error": refused. "warning": a value all the same; some warnings forbid access. */
  readonly severity: "error" | "warning";
  /** What is wrong, in one sentence. Never the input itself: that may hold a password. */
  readonly message: string;
  readonly component: Component;
  /** Where the input goes wrong, in UTF-16 code units: [start, end). */
  readonly start: number;
  readonly end: number;
  /** What would make it right, as 'write a space as "%20"'. */
  readonly hint?: string;
  /** The rule that was broken, as "RFC 4266 §2.1". */
  readonly cite: string;
}

/** A problem as its finder writes it: an error unless it says "warning". */
export type ProblemInit = Omit<Problem, "severity"> & { readonly severity?: Problem["severity"] };

/** Takes a problem in. On an error it may throw, and then the finder is not resumed. */
export type Report = (problem: ProblemInit) => void;

/** The text is not a URL, or not one of its scheme. Recognise it by `code`, not by `instanceof`. */
export class UrlSyntaxError extends Error {
  override readonly name: string = "UrlSyntaxError";
  declare readonly code: ProblemCode;
  declare readonly component: Component;
  /** UTF-16 code units, [start, end). */
  declare readonly start: number;
  declare readonly end: number;
  declare readonly cite: string;
  declare readonly hint: string | undefined;
  /** Everything that was found, the thrown one first. */
  declare readonly problems: readonly Problem[];

  constructor(first: Problem, problems: readonly Problem[] = [first]) {
    const { code, component, start, end, cite, hint } = first;
    super(`${first.message}, at ${start} (${cite})${hint ? `; ${hint}` : ""}`);
    Object.assign(this, { code, component, start, end, cite, hint, problems });
  }
}

/** The error for one problem of a text. */
export function syntaxError(init: ProblemInit): UrlSyntaxError {
  return new UrlSyntaxError(problemOf(init));
}

export function problemOf(init: ProblemInit): Problem {
  return { severity: "error", ...init };
}

/** Throws on the first error; a warning is nobody's business here. */
export const throwing: Report = (problem) => {
  if (problem.severity !== "warning") throw syntaxError(problem);
};
