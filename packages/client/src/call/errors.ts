import { AccessError, type AccessErrorInit, displayText, isAccessError, isSyntaxError } from "@anyurl/core";
import { memoryError } from "./memory-error.ts";

export interface ErrorContext {
  readonly scheme: string;
  readonly operation: string;
  readonly endpoint: string | undefined;
  /** Whether the URL has a fragment, which is not sent. */
  readonly hasFragment: boolean;
  /** Masks secrets in a text. */
  readonly conceal: (text: string) => string;
  /** The abort signal of the caller. Its reason is thrown unchanged. */
  readonly signal: AbortSignal;
}

/**
 * Converts an error to the one that the caller sees: an AccessError that says where it happened, with secrets masked in
 * all of its texts. Too little memory is not the fault of a plugin; any other error of a plugin becomes plugin-fault.
 */
export function toCallerError(error: unknown, circumstances: ErrorContext): unknown {
  const { scheme, operation, endpoint, conceal, signal } = circumstances;
  if (signal.aborted) {
    const { reason } = signal;
    if (!isAccessError(reason)) return reason;
    // After a timeout, the server may have done the operation: do not repeat it unless it is idempotent.
    return decorate(reason, circumstances, reason.retryable && !NOT_IDEMPOTENT.has(operation));
  }
  if (isAccessError(error)) return decorate(error, circumstances);
  if (isSyntaxError(error)) return error;
  const shortage = memoryError(error);
  if (shortage !== undefined) return decorate(shortage, circumstances);
  const message = `the scheme ${scheme} threw an unexpected error`;
  return new AccessError("plugin-fault", message, {
    scheme,
    operation,
    endpoint,
    cause: concealedCause(error, conceal),
  });
}

const DATA_HINT = 'write a "#" that is data as "%23"';

/** Operations that must not be repeated. */
const NOT_IDEMPOTENT: ReadonlySet<string> = new Set([
  "append",
  "remove",
  "rename",
  "makeDirectory",
  "send",
  "request",
]);

function decorate(
  error: AccessError,
  { scheme, operation, endpoint, hasFragment, conceal }: ErrorContext,
  retryable: boolean = error.retryable,
): AccessError {
  const shown = (text: string | undefined) => (text === undefined ? undefined : conceal(text));
  const init: AccessErrorInit = {
    reply: shown(error.reply === undefined ? undefined : displayText(error.reply).slice(0, 500)),
    replyCode: error.replyCode,
    hint: shown(error.hint ?? (hasFragment && error.code === "not-found" ? DATA_HINT : undefined)),
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

/** Maximum depth of a chain of causes. */
const MAX_CAUSES = 5;

/**
 * Copies a cause with secrets masked: its name, code, and message. Other fields of the original could contain secrets.
 */
function concealedCause(cause: unknown, conceal: (text: string) => string, depth = 0): unknown {
  if (!(cause instanceof Error))
    return cause === undefined ? undefined : new Error(conceal(displayText(String(cause))));
  const { name, message, cause: further } = cause;
  const concealed = new Error(conceal(displayText(message)));
  concealed.name = name;
  concealed.stack = conceal(cause.stack ?? "");
  const code: unknown = (cause as { code?: unknown }).code;
  if (typeof code === "string") Object.assign(concealed, { code });
  if (further !== undefined && depth < MAX_CAUSES)
    concealed.cause = concealedCause(further, conceal, depth + 1);
  return concealed;
}
