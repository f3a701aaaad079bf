import type { ProblemCode } from "./problems.ts";

/** How opening a URL can fail. The codes of problems may stand here too: some forbid access only. */
export type AccessCode =
  | "control-octet"
  | "port-blocked"
  | "host-blocked"
  | "scheme-blocked"
  | "unknown-scheme"
  | "scheme-not-installed"
  | "plugin-fault"
  | "no-such-host"
  | "connect-failed"
  | "timeout"
  | "aborted"
  | "tls-required"
  | "tls-failed"
  | "proxy-refused"
  | "proxy-auth-required"
  | "auth-required"
  | "auth-failed"
  | "not-found"
  | "permission-denied"
  | "not-a-directory"
  | "is-a-directory"
  | "temporarily-unavailable"
  | "unsupported"
  | "protocol-error"
  | "truncated"
  | "changed"
  | "too-large"
  | "bounce-refused"
  | "busy"
  | "desync"
  | "too-many-redirects"
  | "redirect-refused"
  | "not-modified"
  | "bad-option"
  | "already-exists"
  | "not-empty"
  | "no-space"
  | "path-blocked"
  | ProblemCode;

/**
 * What a failed write has left at its target. "unchanged": what was there before. "incomplete": perhaps only a part of what
 * was to be written. "unknown": what was there before, or all of what was to be written, and never a part.
 */
export type TargetState = "unchanged" | "incomplete" | "unknown";

export interface AccessErrorInit {
  /** The server's own words, decoded; shown only through displayText, at most 500 characters. */
  readonly reply?: string | undefined;
  /** The protocol's own code, as FTP's 550. */
  readonly replyCode?: number | undefined;
  /** What would help. */
  readonly hint?: string | undefined;
  /** May the same call succeed later, unchanged? */
  readonly retryable?: boolean | undefined;
  /** Milliseconds from the answer on, before which the server wants no other attempt: its own words, as HTTP's `Retry-After`. */
  readonly retryAfter?: number | undefined;
  readonly scheme?: string | undefined;
  readonly operation?: string | undefined;
  /** Where it was going: "host:port". */
  readonly endpoint?: string | undefined;
  /** Of `put` and `append`: what is at the target now. A scheme sets it only where it knows. */
  readonly target?: TargetState | undefined;
  readonly cause?: unknown;
}

/**
 * Opening a URL failed: the peer's fault, the network's or a policy's. Recognise it by `code`. No message and
 * no property of it holds a password.
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
    this.retryable = init.retryable ?? false;
    this.retryAfter = init.retryAfter;
    this.scheme = init.scheme;
    this.operation = init.operation;
    this.endpoint = init.endpoint;
    this.target = init.target;
  }
}

/** Two copies of this package may be installed: the name and a code make an AccessError, not its class. */
export function isAccessError(error: unknown): error is AccessError {
  return (
    error instanceof Error && error.name === "AccessError" && typeof (error as AccessError).code === "string"
  );
}
