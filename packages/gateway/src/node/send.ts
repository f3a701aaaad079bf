import type { ServerResponse } from "node:http";
import type { Delivery } from "../guard/index.ts";

/** Octets that are read at once, and of which two pieces are under way at most. */
const PIECE = 64 * 1024;

/**
 * Sends a response that comes as it is read, at the pace of the client: into two buffers in turn, so that a transfer of
 * any size takes no more memory than these. A content that breaks off is cut, so that the client can tell. Resolves when
 * the connection is done with it; never rejects.
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
  // Whoever waits for the first octets is told at once that some will come.
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
      // The buffer of the last but one is free when that has gone.
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

/** Resolves with the buffer of a piece, all of it, when the system has taken the piece. */
function writtenBy(outgoing: ServerResponse, piece: Octets): Promise<Octets> {
  const written = new Promise<Octets>((resolve, reject) => {
    outgoing.write(piece, (error) => {
      if (error) reject(error);
      else resolve(new Uint8Array(piece.buffer));
    });
  });
  // It may be waited for a while later.
  written.catch(() => {});
  return written;
}

interface Pieces {
  /** One to read into. */
  buffer(): Octets;
  /** Some octets, in the buffer or in one of their own; `undefined` at the end. The buffer is given away. */
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

/** Only streams of octets can be read into a buffer. */
function byobReader(body: ReadableStream<Uint8Array>): ReadableStreamBYOBReader | undefined {
  try {
    return body.getReader({ mode: "byob" });
  } catch {
    return undefined;
  }
}
