import { AccessError } from "@anyurl/core";

/** What V8, JavaScriptCore, and SpiderMonkey say if they cannot allocate an object. */
const NO_MEMORY = /\b(?:allocation failed|out of memory)\b/i;

/** What runtimes say if a string would be longer than they support. */
const LONG_STRING = /\b(?:invalid string length|cannot create a string longer)\b/i;

/**
 * Returns the error that the caller sees if the runtime could not allocate a buffer or a string; `undefined` for any
 * other error.
 */
export function memoryError(cause: unknown): AccessError | undefined {
  if (!(cause instanceof Error)) return undefined;
  const code = (cause as { readonly code?: unknown }).code;
  if (code === "ERR_STRING_TOO_LONG" || (cause instanceof RangeError && LONG_STRING.test(cause.message)))
    return new AccessError("too-large", "the text is longer than a string of this runtime can be", {
      hint: "read the body as bytes, or as a stream",
      cause,
    });
  if (code !== "ENOMEM" && !(cause instanceof RangeError && NO_MEMORY.test(cause.message))) return undefined;
  return new AccessError("temporarily-unavailable", "the system has not enough memory", {
    hint: "read a large body as a stream, or run fewer calls at the same time",
    cause,
  });
}
