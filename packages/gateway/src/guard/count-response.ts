/**
 * Counts the bytes of a response while it is sent, at the pace of the reader. Calls `over` once: when all was sent,
 * when the client disconnected, or when the content failed. In the last case the stream fails as well, so that the
 * client can detect the truncation.

 */
export function countResponse(
  response: Response,
  gone: AbortSignal,
  over: (octets: number, cut: boolean) => void,
): Response {
  const { body } = response;
  if (body === null) {
    over(0, false);
    return response;
  }
  const reader = body.getReader();
  let octets = 0;
  let isOver = false;
  const end = (cut: boolean) => {
    if (isOver) return;
    isOver = true;
    gone.removeEventListener("abort", leave);
    over(octets, cut);
  };
  const leave = () => {
    end(true);
    // The read may be waiting for an idle server.
    reader.cancel(gone.reason).catch(() => {});
  };
  if (gone.aborted) leave();
  else gone.addEventListener("abort", leave, { once: true });
  const content = new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read();
          if (done) {
            end(false);
            controller.close();
            return;
          }
          octets += value.length;
          controller.enqueue(value);
        } catch (error) {
          end(true);
          controller.error(error);
        }
      },
      cancel(reason) {
        end(true);
        return reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
  return new Response(content, response);
}
