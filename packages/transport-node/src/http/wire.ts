import { Duplex } from "node:stream";
import { AccessError, isAccessError } from "@anyurl/core";
import type { Connection } from "@anyurl/core/exchange";
import type { ResponseHeadFilter } from "./head-gate.ts";

/**
 * A connection as the stream that undici speaks on, behind a gate. What is refused at the gate, or breaks the connection,
 * is the stream's error: always an AccessError, for undici takes some errors of sockets for a clean end.
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
      // Where nothing can be sent any more, an answer may be there all the same: the reading side tells.
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
  // Whoever has let go of it does not hear of its errors either.
  return wire.on("error", () => {});
}

/** Octets that wait here: what waits for longer does so in the connection, or with the server. */
const HELD: number = 16 * 1024;

/** The next octets that pass the gate; `undefined` once the server has closed. */
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
    throw new AccessError("truncated", "the connection broke off", { cause, retryable: true });
  }
}

function view(chunk: Buffer): Uint8Array {
  return new Uint8Array(chunk.buffer, chunk.byteOffset, chunk.length);
}
