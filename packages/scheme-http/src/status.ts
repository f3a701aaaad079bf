import { type AccessCode, AccessError } from "@anyurl/core";
import { type HttpField, type HttpResponse, parseHttpDate } from "@anyurl/core/exchange";
import { findFieldValue, parseNumber } from "./fields.ts";

/** The error codes of HTTP statuses (RFC 9110 §15, RFC 6585, RFC 7725). */
const CODES: ReadonlyMap<number, AccessCode> = new Map<number, AccessCode>([
  [304, "not-modified"],
  [401, "auth-required"],
  [402, "permission-denied"],
  [403, "permission-denied"],
  [404, "not-found"],
  [405, "unsupported"],
  [406, "unsupported"],
  [407, "proxy-auth-required"],
  [408, "temporarily-unavailable"],
  [410, "not-found"],
  [412, "changed"],
  [413, "too-large"],
  [414, "too-large"],
  [415, "unsupported"],
  [423, "busy"],
  [425, "temporarily-unavailable"],
  [428, "changed"],
  [429, "temporarily-unavailable"],
  [431, "too-large"],
  [451, "permission-denied"],
  [500, "temporarily-unavailable"],
  [501, "unsupported"],
  [502, "temporarily-unavailable"],
  [503, "temporarily-unavailable"],
  [504, "temporarily-unavailable"],
  [505, "unsupported"],
  [507, "no-space"],
]);

/**
 * Statuses after which the same request can succeed later. With those above 520, Cloudflare tells that the server for which it
 * answers is down, did not answer in time, or is not reachable.
 */
const RETRYABLE: ReadonlySet<number> = new Set([...[408, 425, 429, 502, 503, 504], ...[521, 522, 523, 524]]);

/** Returns the error for an unsuccessful response. */
export function statusError(
  { status, reason, fields }: Pick<HttpResponse, "status" | "reason" | "fields">,
  now: number,
): AccessError {
  const wait = parseRetryAfter(fields, now);
  return new AccessError(
    findAccessCode(status),
    `the server responded with ${status}${MEANINGS.get(status) ?? ""}`,
    {
      reply: reason,
      replyCode: status,
      retryable: RETRYABLE.has(status),
      ...(wait !== undefined && { retryAfter: wait * 1000, hint: `retry after ${wait} s` }),
    },
  );
}

/** Treats an unknown status as the first of its class (RFC 9110 §15). */
function findAccessCode(status: number): AccessCode {
  return CODES.get(status) ?? (status >= 500 ? "temporarily-unavailable" : "protocol-error");
}

const MEANINGS: ReadonlyMap<number, string> = new Map([
  [304, ": not modified"],
  [400, ": bad request"],
  [404, ": not found"],
  [405, ": the resource does not support this method"],
  [409, ": a conflict, such as a missing parent directory, or a directory of this name"],
  [410, ": permanently removed"],
  [412, ": a precondition failed"],
]);

/** Parses Retry-After = HTTP-date / delay-seconds and returns seconds (RFC 9110 §10.2.3), or `undefined`. */
function parseRetryAfter(fields: readonly HttpField[], now: number): number | undefined {
  const value = findFieldValue(fields, "retry-after");
  const date = parseHttpDate(value, now);
  return date === undefined ? parseNumber(value) : Math.max(0, Math.ceil((date.getTime() - now) / 1000));
}
