import type { ServerResponse } from "node:http";
import type { Delivery } from "../guard/index.ts";

/** Chunk size in bytes. At most two chunks are in use. */
const PIECE = 64 * 1024;

/**
 * Sends a streamed response at the pace of the client. It uses two buffers in turn, so memory does not depend on the
 * size. If the content fails, it closes the connection, so that the client can detect the truncation. Resolves when
 * sending ended; never rejects.
 */
export async function send(response: Response, outgoing: ServerResponse, delivery: Delivery): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (delivery.octets !== undefined) {
    outgoing.end(delivery.octets);
    return;
  }
  const body = response.body;
  if (body === null) {
    outgoing.end();
    delivery.over(0, false);
    return;
  }
  // Send the headers at once, even if the first bytes of the content are late.
  outgoing.flushHeaders();
  const pieces = piecesOf(body);
  let octets = 0;
  const gone = () => {
    delivery.over(octets, true);
    pieces.cancel();
  };
  outgoing.once("close", gone);
  try {
    let buffer = pieces.buffer();
    let before = Promise.resolve(pieces.buffer());
    for (;;) {
      const piece = await pieces.next(buffer);
      if (piece === undefined) break;
      octets += piece.length;
      const written = writtenBy(outgoing, piece);
      // Reuse the buffer of the chunk before this one when that was sent.
      buffer = await before;
      before = written;
    }
    await before;
    outgoing.off("close", gone);
    outgoing.end();
    delivery.over(octets, false);
  } catch {
    outgoing.off("close", gone);
    delivery.over(octets, true);
    pieces.cancel();
    outgoing.destroy();
  }
}

type Octets = Uint8Array<ArrayBuffer>;

/** Writes a chunk. Resolves with its complete buffer when the system has accepted the chunk. */
function writtenBy(outgoing: ServerResponse, piece: Octets): Promise<Octets> {
  const written = new Promise<Octets>((resolve, reject) => {
    outgoing.write(piece, (error) => {
      if (error) reject(error);
      else resolve(new Uint8Array(piece.buffer));
    });
  });
  // The promise may be awaited later.
  written.catch(() => {});
  return written;
}

interface Pieces {
  /** Creates a buffer for `next`. */
  buffer(): Octets;
  /** Reads a chunk, into the buffer or into its own; `undefined` at the end. The buffer is transferred. */
  next(buffer: Octets): Promise<Octets | undefined>;
  cancel(): void;
}

function piecesOf(body: ReadableStream<Octets>): Pieces {
  const byob = byobReader(body);
  if (byob === undefined) {
    const reader = body.getReader();
    return {
      buffer: () => new Uint8Array(0),
      next: async () => (await reader.read()).value,
      cancel: () => void reader.cancel().catch(() => {}),
    };
  }
  return {
    buffer: () => new Uint8Array(PIECE),
    async next(buffer) {
      const { done, value } = await byob.read(buffer);
      return done ? undefined : value;
    },
    cancel: () => void byob.cancel().catch(() => {}),
  };
}

/** Returns a BYOB reader, or `undefined` if the stream is not a byte stream. */
function byobReader(body: ReadableStream<Uint8Array>): ReadableStreamBYOBReader | undefined {
  try {
    return body.getReader({ mode: "byob" });
  } catch {
    return undefined;
  }
}
