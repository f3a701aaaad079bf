import { Duplex } from "node:stream";
import type { Connection } from "@anyurl/core/exchange";

/**
 * Wraps a connection that is not one of our sockets in a Node stream: one inside a layer, or one through a proxy that
 * has already sent data after its response.
 *
 * @param first the result of the receive that is already in progress.
 */
export function duplexOver(connection: Connection, first: Promise<Uint8Array | undefined>): Duplex {
  let next: Promise<Uint8Array | undefined> | undefined = first;
  return new Duplex({
    read() {
      const octets = next ?? connection.receive();
      next = undefined;
      octets.then(
        (received) => this.push(received === undefined ? null : Buffer.from(received)),
        (error) => this.destroy(error),
      );
    },
    write(chunk: Buffer, _, done) {
      connection.send(new Uint8Array(chunk)).then(() => done(), done);
    },
    final(done) {
      const ended = connection.end?.() ?? Promise.resolve();
      ended.then(() => done(), done);
    },
    destroy(error, done) {
      connection.close();
      done(error);
    },
  });
}
