import { looksLikeText } from "@anyurl/client/front";

/**
 * Examines the first chunk of a body, and returns a body that still includes it.
 *
 * Rejects if the body fails before its first chunk.
 */
export async function peekBody(
  body: ReadableStream<Uint8Array>,
): Promise<{ readonly isText: boolean; readonly body: ReadableStream<Uint8Array> }> {
  const reader = body.getReader();
  const first = await reader.read();
  let pending: typeof first | undefined = first;
  const whole = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const next = pending ?? (await reader.read());
        pending = undefined;
        if (next.done) controller.close();
        else controller.enqueue(next.value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
  return { isText: first.done || looksLikeText(first.value), body: whole };
}
