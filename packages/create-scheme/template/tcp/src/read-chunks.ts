import { AccessError, displayText, type Limits, textOf } from "@anyurl/core";
import { type Exchange, type Inbox, joinBytes } from "@anyurl/core/exchange";

/*
 * body = *( size CR LF data CR LF ) end
 * end  = "0" CR LF / "!" SP words CR LF        ; complete, or failed on the server
 */

/**
 * Emits the bytes of a body as they arrive: the chunks of one packet together, because each emit costs the reader more
 * than the copy. A size is only counted down; nothing is allocated by it.
 *
 * @throws {AccessError} truncated: the server closes, or reports a failure; protocol-error.
 */
export function* readChunks(inbox: Inbox, limits: Limits): Exchange<Uint8Array> {
  const pieces: Uint8Array[] = [];
  try {
    for (;;) {
      let left = sizeIn(yield* line(inbox, limits, pieces));
      if (left === 0) break;
      while (left > 0) {
        if (inbox.size === 0) yield* receive(inbox, pieces);
        const piece = inbox.take(left);
        left -= piece.length;
        pieces.push(piece);
      }
      if ((yield* line(inbox, limits, pieces)) !== "") throw noChunk();
    }
  } catch (error) {
    // The bytes before a failure are good, and a client can resume after them.
    yield* emit(pieces);
    throw error;
  }
  yield* emit(pieces);
}

function* line(inbox: Inbox, { maxLine }: Limits, pieces: Uint8Array[]): Exchange<Uint8Array, string> {
  for (;;) {
    const octets = inbox.takeLine(maxLine);
    if (octets !== undefined) return textOf(octets);
    yield* receive(inbox, pieces);
  }
}

/** Emits the chunks, and receives the next packet. */
function* receive(inbox: Inbox, pieces: Uint8Array[]): Exchange<Uint8Array> {
  yield* emit(pieces);
  const octets = yield { do: "receive", phase: "body" };
  if (octets === undefined) throw cutShort();
  inbox.push(octets);
}

function* emit(pieces: Uint8Array[]): Exchange<Uint8Array> {
  if (pieces.length > 0) yield { do: "emit", event: joinBytes(pieces.splice(0)) };
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
