import type { ServerResponse } from "node:http";
import type { OutgoingResponse } from "../guard/index.ts";

/** Chunk size in bytes. At most two chunks are in use. */
const CHUNK_BYTES = 64 * 1024;

/**
 * Sends a streamed response at the pace of the client. It uses two buffers in turn, so memory does not depend on the
 * size. If the content fails, it closes the connection, so that the client can detect the truncation. Resolves when
 * sending ended; never rejects.
 */
export async function sendResponse(
  response: Response,
  outgoing: ServerResponse,
  delivery: OutgoingResponse,
): Promise<void> {
  outgoing.writeHead(response.status, Object.fromEntries(response.headers));
  if (delivery.octets !== undefined) {
    outgoing.end(delivery.octets);
    return;
  }
  const body = response.body;
  if (body === null) {
    outgoing.end();
    delivery.finish(0, false);
    return;
  }
  // Send the headers at once, even if the first bytes of the content are late.
  outgoing.flushHeaders();
  const pieces = createChunkReader(body);
  let octets = 0;
  const gone = () => {
    delivery.finish(octets, true);
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
      const written = writeChunk(outgoing, piece);
      // Reuse the buffer of the chunk before this one when that was sent.
      buffer = await before;
      before = written;
    }
    await before;
    outgoing.off("close", gone);
    outgoing.end();
    delivery.finish(octets, false);
  } catch {
    outgoing.off("close", gone);
    delivery.finish(octets, true);
    pieces.cancel();
    outgoing.destroy();
  }
}

type ByteChunk = Uint8Array<ArrayBuffer>;

/** Writes a chunk. Resolves with its complete buffer when the system has accepted the chunk. */
function writeChunk(outgoing: ServerResponse, piece: ByteChunk): Promise<ByteChunk> {
  const written = new Promise<ByteChunk>((resolve, reject) => {
    outgoing.write(piece, (error) => {
      if (error) reject(error);
      else resolve(new Uint8Array(piece.buffer));
    });
  });
  // The promise may be awaited later.
  written.catch(() => {});
  return written;
}

interface ChunkReader {
  /** Creates a buffer for `next`. */
  buffer(): ByteChunk;
  /** Reads a chunk, into the buffer or into its own; `undefined` at the end. The buffer is transferred. */
  next(buffer: ByteChunk): Promise<ByteChunk | undefined>;
  cancel(): void;
}

function createChunkReader(body: ReadableStream<ByteChunk>): ChunkReader {
  const byob = getByobReader(body);
  if (byob === undefined) {
    const reader = body.getReader();
    return {
      buffer: () => new Uint8Array(0),
      next: async () => (await reader.read()).value,
      cancel: () => void reader.cancel().catch(() => {}),
    };
  }
  return {
    buffer: () => new Uint8Array(CHUNK_BYTES),
    async next(buffer) {
      const { done, value } = await byob.read(buffer);
      return done ? undefined : value;
    },
    cancel: () => void byob.cancel().catch(() => {}),
  };
}

/** Returns a BYOB reader, or `undefined` if the stream is not a byte stream. */
function getByobReader(body: ReadableStream<Uint8Array>): ReadableStreamBYOBReader | undefined {
  try {
    return body.getReader({ mode: "byob" });
  } catch {
    return undefined;
  }
}
