import type { ProblemInit } from "../syntax/problems.ts";

/* Problems that extraction itself reports about a URL. The offsets refer to the searched text. */

const CONTEXT = "RFC 3986 appendix C";

/** Warns that the URL ends before a character that may belong to it. */
export function truncatedWarning(at: number, bidi: boolean): ProblemInit {
  return {
    ...{
      code: "cut-short",
      severity: "warning",
      component: "url",
      start: at,
      end: at + 1,
      cite: "RFC 3986 §2",
    },
    message: bidi
      ? "the URL ends before a control character that reverses text; it may appear longer than it is"
      : "the URL ends before a character that is not allowed in a URL; it may be incomplete",
    hint: 'enclose the URL in "<" and ">", and percent-encode characters that are not ASCII',
  };
}

/** Warns of a "<" without a ">": the URL after it is found as a bare one. */
export function unterminatedWarning(start: number, end: number): ProblemInit {
  return {
    ...{ code: "unterminated-wrapper", severity: "warning", component: "url", start, end, cite: CONTEXT },
    message: 'the "<" before the URL has no ">"; the end of the URL is a guess',
  };
}

export function guessedSchemeWarning(start: number, end: number): ProblemInit {
  return {
    ...{
      code: "guessed-scheme",
      severity: "warning",
      component: "scheme",
      start,
      end,
      cite: "RFC 3986 §4.5",
    },
    message: "the text has no scheme; a guessed one was added",
  };
}

export function tooLongProblem(start: number, end: number, max: number): ProblemInit {
  return {
    ...{ code: "too-long", component: "url", start: start + max, end, cite: "RFC 3986 §3.2.2" },
    message: `the URL exceeds the limit of ${max} characters`,
    hint: "increase the option maxUrlLength",
  };
}
