import { Duplex } from "node:stream";
import type { Connection } from "@anyurl/core/exchange";

/**
 * A connection that is no socket of ours (one in a layer, or behind a proxy that has said more than it had
 * to), as a stream of Node's.
 *
 * @param first what a receive that is under way gives.
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
