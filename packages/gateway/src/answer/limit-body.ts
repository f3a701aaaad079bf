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
  const reader = body.getReader();
  let bytes = 0;
  let fail: (error: AccessError) => void = () => {};
  const failed = new Promise<never>((_, reject) => {
    fail = reject;
  });
  // It can reject while no read is pending.
  failed.catch(() => {});
  const stopTimer =
    deadline === Number.POSITIVE_INFINITY
      ? () => {}
      : systemClock.setTimeout(
          () => {
            fail(limitError("timeout", `the page timed out after ${deadline} ms`, "deadline"));
            reader.cancel().catch(() => {});
          },
          Math.max(0, deadline - elapsed),
        );
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await Promise.race([reader.read(), failed]);
          if (done) {
            stopTimer();
            controller.close();
            return;
          }
          bytes += value.length;
          if (bytes > maxBytes)
            throw limitError("too-large", `the document exceeds the limit of ${maxBytes} bytes`, "maxBytes");
          controller.enqueue(value);
        } catch (error) {
          stopTimer();
          controller.error(error);
          reader.cancel(error).catch(() => {});
        }
      },
      cancel(reason) {
        stopTimer();
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

function limitError(code: "timeout" | "too-large", message: string, limit: string): AccessError {
  return new AccessError(code, message, { hint: `increase the limit ${limit} of the gateway` });
}
