import { AccessError, type AccessErrorInit, displayText, isAccessError } from "@anyurl/core";

export interface ErrorContext {
  readonly scheme: string;
  readonly operation: string;
  readonly endpoint: string | undefined;
  /** Hides secrets in a text. */
  readonly conceal: (text: string) => string;
  /** Why the caller has given up, if it has: that is thrown as it is. */
  readonly signal: AbortSignal;
}

/**
 * What a caller is to see of whatever was thrown: an AccessError that says where it happened, without a secret in
 * any of its texts. What a plugin throws besides is its own fault.
 */
export function toCallerError(error: unknown, circumstances: ErrorContext): unknown {
  const { scheme, operation, endpoint, conceal, signal } = circumstances;
  if (signal.aborted) {
    const { reason } = signal;
    if (!isAccessError(reason)) return reason;
    // Time was up, and nobody knows whether it has been done: it is not to be done twice.
    return decorate(reason, circumstances, reason.retryable && !NOT_IDEMPOTENT.has(operation));
  }
  if (isAccessError(error)) return decorate(error, circumstances);
  if (error instanceof Error && error.name === "UrlSyntaxError") return error;
  const message = `the scheme ${scheme} threw an unexpected error`;
  return new AccessError("plugin-fault", message, {
    scheme,
    operation,
    endpoint,
    cause: concealedCause(error, conceal),
  });
}

/** Operations that do something else when they are done again. */
const NOT_IDEMPOTENT: ReadonlySet<string> = new Set(["append", "remove", "rename", "makeDirectory", "send"]);

function decorate(
  error: AccessError,
  { scheme, operation, endpoint, conceal }: ErrorContext,
  retryable: boolean = error.retryable,
): AccessError {
  const shown = (text: string | undefined) => (text === undefined ? undefined : conceal(text));
  const init: AccessErrorInit = {
    reply: shown(error.reply === undefined ? undefined : displayText(error.reply).slice(0, 500)),
    replyCode: error.replyCode,
    hint: shown(error.hint),
    retryable,
    retryAfter: error.retryAfter,
    scheme: error.scheme ?? scheme,
    operation: error.operation ?? operation,
    endpoint: error.endpoint ?? endpoint,
    target: error.target,
    ...(error.cause !== undefined && { cause: concealedCause(error.cause, conceal) }),
  };
  return new AccessError(error.code, conceal(error.message), init);
}

/** How deep a chain of causes is followed. */
const MAX_CAUSES = 5;

/** A cause, told anew without secrets: its kind, code and message. The original could hold anything. */
function concealedCause(cause: unknown, conceal: (text: string) => string, depth = 0): unknown {
  if (!(cause instanceof Error))
    return cause === undefined ? undefined : new Error(conceal(displayText(String(cause))));
  const { name, message, cause: further } = cause;
  const told = new Error(conceal(displayText(message)));
  told.name = name;
  told.stack = conceal(cause.stack ?? "");
  const code: unknown = (cause as { code?: unknown }).code;
  if (typeof code === "string") Object.assign(told, { code });
  if (further !== undefined && depth < MAX_CAUSES) told.cause = concealedCause(further, conceal, depth + 1);
  return told;
}
