/**
 * A response whose content is counted on its way out, at the pace of whoever reads it. `over` is called once: when all was
 * sent, when the client is gone, or when the content breaks off. Then the stream fails, so that a client can be told that
 * this was not all.
 */
export function watched(
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
    // It may be waiting for a server that says nothing.
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
