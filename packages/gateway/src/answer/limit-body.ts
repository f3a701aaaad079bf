import { type CallOptions, systemClock } from "@anyurl/client";
import { AccessError } from "@anyurl/core";

/**
 * Applies the limits of pages to a body that a page is made from. The call itself has the limits of downloads, because
 * the type of a document is known only when the response begins. All bytes that are read count.
 *
 * @param elapsed milliseconds that the call has taken so far.
 */
export function limitBody(
  body: ReadableStream<Uint8Array>,
  {
    maxBytes = Number.POSITIVE_INFINITY,
    deadline = Number.POSITIVE_INFINITY,
  }: NonNullable<CallOptions["limits"]>,
  elapsed: number,
): ReadableStream<Uint8Array> {
  const late = new AbortController();
  const stopTimer =
    deadline === Number.POSITIVE_INFINITY
      ? () => {}
      : systemClock.setTimeout(
          () => late.abort(limitError("timeout", `the page timed out after ${deadline} ms`, "deadline")),
          Math.max(0, deadline - elapsed),
        );
  let bytes = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>(
    {
      transform(chunk, controller) {
        bytes += chunk.length;
        if (bytes > maxBytes)
          throw limitError("too-large", `the document exceeds the limit of ${maxBytes} bytes`, "maxBytes");
        controller.enqueue(chunk);
      },
    },
    undefined,
    { highWaterMark: 0 },
  );
  body.pipeTo(counter.writable, { signal: late.signal }).then(stopTimer, stopTimer);
  return counter.readable;
}

function limitError(code: "timeout" | "too-large", message: string, limit: string): AccessError {
  return new AccessError(code, message, { hint: `increase the limit ${limit} of the gateway` });
}
