import { AccessError, isAccessError } from "@anyurl/core";

/**
 * An error of undici's or of the connection's, as a scheme is told of it.
 *
 * @param hasHead was the head of the response there by then?
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
    return new AccessError("protocol-error", "the content of the response is not what HTTP/1.1 has it", {
      cause: error,
    });
  }
  if (code === "UND_ERR_REQ_CONTENT_LENGTH_MISMATCH")
    return new RangeError("the body of the request has another length than was said", { cause: error });
  if (code === "UND_ERR_INVALID_ARG")
    return new TypeError("the request is none that HTTP could send", { cause: error });
  const message = hasHead
    ? "the connection was closed before the response was complete"
    : "the connection was closed before there was a response";
  return new AccessError("truncated", message, { cause: error, retryable: true });
}

/** Did the octets themselves not fit? That they ended too early is another matter. */
function isParserFault(error: unknown): boolean {
  return error instanceof Error && error.name === "HTTPParserError" && !error.message.includes("EOF");
}
