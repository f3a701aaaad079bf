import { describeError, type ErrorDescription, getCodeFacts } from "@anyurl/core/codes";

/** A problem (RFC 9457 §3), with additional members for URL errors. */
export interface HttpProblem {
  readonly type: string;
  /** A code of the error reference, or the reason phrase for a problem with HTTP itself. */
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly scheme?: string | undefined;
  readonly operation?: string | undefined;
  readonly hint?: string | undefined;
  /** The server's reply text and code. */
  readonly reply?: string | undefined;
  readonly replyCode?: number | undefined;
  readonly retryable?: boolean | undefined;
  /** Milliseconds; `problemResponse` sends it as `Retry-After`. */
  readonly retryAfter?: number | undefined;
  /** The position of the error in the text of the URL, in UTF-16 code units. */
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  readonly cite?: string | undefined;
}

/**
 * Converts an error that a text, a peer or a policy caused; `undefined` for any other error. Such errors are safe to
 * show: they contain no password and no active content.
 */
export function toHttpProblem(error: unknown, page: string | undefined): HttpProblem | undefined {
  const described = describeError(error);
  if (described === undefined) return undefined;
  const { code, message, place, endpoint: _, ...members } = described;
  return {
    type: page === undefined ? "about:blank" : `${page}#${encodeURIComponent(code)}`,
    title: code,
    status: toHttpStatus(described),
    detail: message,
    ...members,
    ...place,
  };
}

/** Returns the status of an error as a response. */
export function toHttpStatus({ code, place }: ErrorDescription): number {
  const { status } = getCodeFacts(code);
  // An invalid URL is always the client's error.
  return place === undefined || status < 500 ? status : 400;
}

/** Reason phrases for problems with HTTP itself. */
const TITLES = {
  400: "Bad Request",
  405: "Method Not Allowed",
  412: "Precondition Failed",
  415: "Unsupported Media Type",
  416: "Range Not Satisfiable",
  501: "Not Implemented",
} as const;

export function statusProblem(status: keyof typeof TITLES, detail: string): HttpProblem {
  return { type: "about:blank", title: TITLES[status], status, detail };
}

/** @param allow the supported methods, which the response must list (RFC 9110 §15.5.6). */
export function methodNotAllowed(allow: string): Response {
  return problemResponse(statusProblem(405, "the scheme of the URL does not support this method"), { allow });
}

export function problemResponse(
  problem: HttpProblem,
  fields: Readonly<Record<string, string>> = {},
): Response {
  // A 304 response has no content (RFC 9110 §15.4.5).
  if (problem.status === 304) return new Response(null, { status: 304, headers: fields });
  const { retryAfter } = problem;
  const octets = new TextEncoder().encode(`${JSON.stringify(problem)}\n`);
  return new Response(octets, {
    status: problem.status,
    headers: {
      ...fields,
      ...(retryAfter !== undefined && { "retry-after": String(Math.ceil(retryAfter / 1000)) }),
      "content-type": "application/problem+json",
      // The body is complete, so its length is known.
      "content-length": String(octets.length),
    },
  });
}
