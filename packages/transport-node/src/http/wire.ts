import { Duplex } from "node:stream";
import { AccessError, isAccessError } from "@anyurl/core";
import type { Connection } from "@anyurl/core/exchange";
import type { ResponseHeadFilter } from "./head-gate.ts";

/**
 * Wraps a connection in the stream that undici uses, with the gate in between. An error of the gate or the connection
 * becomes the stream's error. It is always an AccessError, because undici takes some socket errors for a clean end.
 */
export function wireOver(connection: Connection, gate: ResponseHeadFilter): Duplex {
  const wire = new Duplex({
    readableHighWaterMark: HELD,
    read() {
      void passed(connection, gate).then(
        (octets) => this.push(octets ?? null),
        (error) => this.destroy(error),
      );
    },
    write(chunk: Buffer, _, done) {
      // If sending fails, a response may still have arrived, so let the reading side report the error.
      connection.send(view(chunk)).then(
        () => done(),
        () => {},
      );
    },
    destroy(error, done) {
      connection.close();
      done(error);
    },
  });
  // Ignore errors after undici has released the stream.
  return wire.on("error", () => {});
}

/** Bytes that the stream holds. More of them stay in the connection or with the server. */
const HELD: number = 16 * 1024;

/** Returns the next bytes that pass the gate, or `undefined` after the server has closed. */
async function passed(connection: Connection, gate: ResponseHeadFilter): Promise<Uint8Array | undefined> {
  try {
    for (;;) {
      const octets = await connection.receive().catch((error) => gate.cut(error));
      if (octets === undefined) {
        gate.end();
        return undefined;
      }
      const through = gate.take(octets);
      if (through.length > 0) return through;
    }
  } catch (cause) {
    if (isAccessError(cause)) throw cause;
    throw new AccessError("truncated", "the connection was lost", { cause, retryable: true });
  }
}

function view(chunk: Buffer): Uint8Array {
  return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.length);
}
