import { AccessError, isAccessError } from "@anyurl/core";

/**
 * Converts an error of undici or of the connection to the one that a scheme gets.
 *
 * @param hasHead whether the head of the response had arrived.
 */
export function faultOf(error: unknown, hasHead: boolean): unknown {
  if (isAccessError(error)) return error;
  const code = String((error as { readonly code?: unknown } | undefined)?.code ?? "");
  if (code === "UND_ERR_HEADERS_OVERFLOW") {
    return new AccessError("too-large", "the trailers of the response are too long", {
      hint: "raise the limit maxHead",
      cause: error,
    });
  }
  if (isParserFault(error)) {
    return new AccessError("protocol-error", "the body of the response is not valid HTTP/1.1", {
      cause: error,
    });
  }
  if (code === "UND_ERR_REQ_CONTENT_LENGTH_MISMATCH")
    return new RangeError("the length of the request body differs from the declared length", {
      cause: error,
    });
  if (code === "UND_ERR_INVALID_ARG") return new TypeError("invalid HTTP request", { cause: error });
  const message = hasHead
    ? "the connection was closed before the response was complete"
    : "the connection was closed before the response began";
  return new AccessError("truncated", message, { cause: error, retryable: true });
}

/** Returns whether the bytes themselves are malformed, rather than truncated. */
function isParserFault(error: unknown): boolean {
  return error instanceof Error && error.name === "HTTPParserError" && !error.message.includes("EOF");
}
