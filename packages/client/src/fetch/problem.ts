import { type AccessError, isAccessError, type UrlSyntaxError } from "@anyurl/core";
import { STATUS } from "./status.ts";

/** A problem (RFC 9457 §3), with the members that errors of URLs have besides. */
export interface HttpProblem {
  readonly type: string;
  /** A code of the errors' documentation; for what is about HTTP itself the words of its status. */
  readonly title: string;
  readonly status: number;
  readonly detail: string;
  readonly scheme?: string | undefined;
  readonly operation?: string | undefined;
  readonly hint?: string | undefined;
  /** The server's own words and code. */
  readonly reply?: string | undefined;
  readonly replyCode?: number | undefined;
  readonly retryable?: boolean | undefined;
  /** Milliseconds; `problemResponse` makes the field `Retry-After` of it. */
  readonly retryAfter?: number | undefined;
  /** Where the text of the URL goes wrong, in UTF-16 code units. */
  readonly start?: number | undefined;
  readonly end?: number | undefined;
  readonly cite?: string | undefined;
}

/**
 * What is to be said of an error that a text, a peer or a policy is the cause of; `undefined` for any other
 * one. What such errors hold may be shown: no password is in it, and nothing that acts on a reader.
 */
export function toHttpProblem(error: unknown, page: string | undefined): HttpProblem | undefined {
  if (isAccessError(error)) return problemOfAccess(error, page);
  if (!isSyntaxError(error)) return undefined;
  const { code, message, hint, start, end, cite } = error;
  // A text that is no URL is the asker's fault, whatever is wrong with it.
  const status = code === "too-long" ? 414 : 400;
  return { type: typeOf(code, page), title: code, status, detail: message, hint, start, end, cite };
}

function problemOfAccess(error: AccessError, page: string | undefined): HttpProblem {
  const { code, message, scheme, operation, hint, reply, replyCode, retryable, retryAfter } = error;
  const status = STATUS.get(code) ?? 502;
  const said = { hint, reply, replyCode, retryable, retryAfter };
  return { type: typeOf(code, page), title: code, status, detail: message, scheme, operation, ...said };
}

function typeOf(code: string, page: string | undefined): string {
  return page === undefined ? "about:blank" : `${page}#${encodeURIComponent(code)}`;
}

/** By its name: a scheme may come with a copy of the core of its own. */
function isSyntaxError(error: unknown): error is UrlSyntaxError {
  return error instanceof Error && error.name === "UrlSyntaxError";
}

/** What is wrong with a request as HTTP has it. */
const TITLES = {
  400: "Bad Request",
  405: "Method Not Allowed",
  415: "Unsupported Media Type",
  416: "Range Not Satisfiable",
  501: "Not Implemented",
} as const;

export function statusProblem(status: keyof typeof TITLES, detail: string): HttpProblem {
  return { type: "about:blank", title: TITLES[status], status, detail };
}

/** @param allow the methods that there are: such an answer must name them (RFC 9110 §15.5.6). */
export function methodNotAllowed(allow: string): Response {
  return problemResponse(statusProblem(405, "this method means nothing for such URLs"), { allow });
}

export function problemResponse(
  problem: HttpProblem,
  fields: Readonly<Record<string, string>> = {},
): Response {
  // Such a status has no content, whatever there would be to say (RFC 9110 §15.4.5).
  if (problem.status === 304) return new Response(null, { status: 304, headers: fields });
  const { retryAfter } = problem;
  const octets = new TextEncoder().encode(`${JSON.stringify(problem)}\n`);
  return new Response(octets, {
    status: problem.status,
    headers: {
      ...fields,
      ...(retryAfter !== undefined && { "retry-after": String(Math.ceil(retryAfter / 1000)) }),
      "content-type": "application/problem+json",
      // These octets are made here, all of them.
      "content-length": String(octets.length),
    },
  });
}
