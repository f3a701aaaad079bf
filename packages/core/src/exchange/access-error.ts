import { ACCESS_CODES } from "../codes/access-codes.ts";
import type { CodeFacts } from "../codes/code.ts";
import type { ProblemCode } from "../syntax/problems.ts";

/** Codes of access errors. The codes of problems can appear here too, because some of them forbid access only. */
export type AccessCode = keyof typeof ACCESS_CODES | ProblemCode;

/**
 * The state of the target after a failed write. "unchanged": as before the write. "incomplete": possibly only a part of
 * the new contents. "unknown": either the old or the complete new contents, but never a part.
 */
export type TargetState = "unchanged" | "incomplete" | "unknown";

export interface AccessErrorInit {
  /** The server's own words, decoded. Print them through displayText; at most 500 characters. */
  readonly reply?: string | undefined;
  /** The protocol's own code, for example 550 of FTP. */
  readonly replyCode?: number | undefined;
  /** How to fix it. */
  readonly hint?: string | undefined;
  /** Can the same call succeed later, unchanged? Default: as the code says (docs/errors.md). */
  readonly retryable?: boolean | undefined;
  /**
   * Milliseconds from the reply to the earliest next attempt, as the server says, for example in HTTP's `Retry-After`.
   */
  readonly retryAfter?: number | undefined;
  readonly scheme?: string | undefined;
  readonly operation?: string | undefined;
  /** The endpoint of the connection: "host:port". */
  readonly endpoint?: string | undefined;
  /** Of `put` and `append`: what is at the target now. A scheme sets it only where it knows. */
  readonly target?: TargetState | undefined;
  readonly cause?: unknown;
}

/**
 * An error of opening a URL, caused by the peer, the network, or a policy. Recognize it by `code`. Neither its message
 * nor a property of it contains a password.
 */
export class AccessError extends Error {
  override readonly name: string = "AccessError";
  readonly code: AccessCode;
  readonly reply: string | undefined;
  readonly replyCode: number | undefined;
  readonly hint: string | undefined;
  readonly retryable: boolean;
  readonly retryAfter: number | undefined;
  readonly scheme: string | undefined;
  readonly operation: string | undefined;
  readonly endpoint: string | undefined;
  /**
   * What a failed `put` or `append` has left at its target. Absent: the operation writes nothing there, or failed before it
   * asked its source for the first chunk.
   */
  readonly target: TargetState | undefined;

  constructor(code: AccessCode, message: string, init: AccessErrorInit = {}) {
    super(message, init.cause === undefined ? undefined : { cause: init.cause });
    this.code = code;
    this.reply = init.reply;
    this.replyCode = init.replyCode;
    this.hint = init.hint;
    this.retryable = init.retryable ?? isRetryable(code);
    this.retryAfter = init.retryAfter;
    this.scheme = init.scheme;
    this.operation = init.operation;
    this.endpoint = init.endpoint;
    this.target = init.target;
  }
}

/** Creates the error of a peer that exceeds a limit, with the hint to increase it: a name of {@link Limits}. */
export function tooLargeError(message: string, limit: string): AccessError {
  return new AccessError("too-large", message, { hint: `increase the limit ${limit}` });
}

/** Creates the error of a request that exceeds a limit. Nothing was sent. */
export function tooLongError(message: string, limit: string): AccessError {
  return new AccessError("too-long", message, { hint: `increase the limit ${limit}` });
}

/** Creates the error for an operation that a scheme does not plan. @param planned the operations that it plans. */
export function noPlanError(scheme: string, operation: string, planned: readonly string[]): AccessError {
  return new AccessError("unsupported", `${scheme} has no plan for "${operation.slice(0, 100)}"`, {
    hint: `use ${planned.join(", ")}`,
  });
}

/** Two copies of this package can be installed, so test the name and the code instead of the class. */
export function isAccessError(error: unknown): error is AccessError {
  return (
    error instanceof Error && error.name === "AccessError" && typeof (error as AccessError).code === "string"
  );
}

function isRetryable(code: string): boolean {
  return (ACCESS_CODES as Readonly<Record<string, CodeFacts>>)[code]?.retryable === true;
}
