import { parseHttpDate } from "@anyurl/core/exchange";
import type { Validators } from "./validators.ts";

/** The part of a request that selects the response: a `Request`, or what `fetch` reads from one. */
export interface RequestHead {
  readonly method: string;
  readonly headers: Headers;
}

/** Is it a GET or HEAD request with preconditions? */
export function isConditional(request: RequestHead): boolean {
  return isRead(request) && PRECONDITIONS.some((name) => request.headers.has(name));
}

/** Is it a GET or HEAD request? */
function isRead({ method }: RequestHead): boolean {
  return method === "GET" || method === "HEAD";
}

const PRECONDITIONS = ["if-match", "if-none-match", "if-modified-since", "if-unmodified-since"] as const;

/**
 * Evaluates the preconditions of a GET or HEAD request, in the order of RFC 9110 §13.2.2. Returns the status of the
 * response if it is not the resource: 412, or 304 if the client has the current state.
 *
 * @param now milliseconds since the epoch.
 */
export function evaluatePreconditions(
  request: RequestHead,
  { etag, modified }: Validators,
  now: number,
): 304 | 412 | undefined {
  if (!isRead(request)) return undefined;
  const field = (name: (typeof PRECONDITIONS)[number]) => request.headers.get(name);
  /** Is the resource not newer than the date in a field? `undefined`: ignore the field (RFC 9110 §13.1.3, §13.1.4). */
  const isNotNewer = (name: "if-modified-since" | "if-unmodified-since"): boolean | undefined => {
    const date = parseHttpDate(field(name) ?? undefined, now);
    if (date === undefined || modified === undefined) return undefined;
    // The field has whole seconds.
    return Math.floor(modified.getTime() / 1000) <= date.getTime() / 1000;
  };
  const match = field("if-match");
  // If-Match compares strongly (RFC 9110 §13.1.1), and no weak tag equals any tag then.
  if (match !== null ? match.trim() !== "*" : isNotNewer("if-unmodified-since") === false) return 412;
  const noneMatch = field("if-none-match");
  if (noneMatch === null) return isNotNewer("if-modified-since") === true ? 304 : undefined;
  const isListed = etag !== undefined && parseEntityTags(noneMatch).includes(etag.replace(/^W\//, ""));
  return isListed || noneMatch.trim() === "*" ? 304 : undefined;
}

/** Returns the tags without the weak prefix, for weak comparison (RFC 9110 §8.8.3.2). */
function parseEntityTags(field: string): readonly string[] {
  return Array.from(field.slice(0, MAX_FIELD_LENGTH).matchAll(/"[!#-~]{0,400}"/g), ([tag]) => tag);
}

const MAX_FIELD_LENGTH = 8192;
