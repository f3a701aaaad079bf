import { AccessError, displayText, type Limits, textOf } from "@anyurl/core";
import { type Exchange, type Inbox, readLine } from "@anyurl/core/exchange";

/*
 * body = *( size CR LF data CR LF ) end
 * end  = "0" CR LF / "!" SP words CR LF        ; complete, or failed on the server
 */

/**
 * Emits the bytes of a body as they arrive. A size is only counted down; nothing is allocated by it.
 *
 * @throws {AccessError} truncated: the server closes, or reports a failure; protocol-error.
 */
export function* readChunks(inbox: Inbox, limits: Limits): Exchange<Uint8Array> {
  for (;;) {
    let left = sizeIn(yield* line(inbox, limits));
    if (left === 0) return;
    while (left > 0) {
      if (inbox.size === 0) {
        const octets = yield { do: "receive", phase: "body" };
        if (octets === undefined) throw cutShort();
        inbox.push(octets);
      }
      const piece = inbox.take(left);
      left -= piece.length;
      yield { do: "emit", event: piece };
    }
    if ((yield* line(inbox, limits)) !== "") throw noChunk();
  }
}

function* line(inbox: Inbox, { maxLine }: Limits): Exchange<never, string> {
  const octets = yield* readLine(inbox, { maxLine, phase: "body" });
  if (octets === undefined) throw cutShort();
  return textOf(octets);
}

function sizeIn(text: string): number {
  if (text.startsWith("! "))
    throw new AccessError("truncated", "the server failed to send the whole body", {
      reply: displayText(text.slice(2)).slice(0, 500),
    });
  if (!/^[0-9]{1,15}$/.test(text)) throw noChunk();
  return Number(text);
}

function cutShort(): AccessError {
  return new AccessError("truncated", "the server closed the connection before the end", { retryable: true });
}

function noChunk(): AccessError {
  return new AccessError("protocol-error", "malformed chunk in the body");
}
