import { Duplex } from "node:stream";
import type { Connection, Phase } from "@anyurl/core/exchange";
import type { Demand } from "./demand.ts";

export interface DuplexOptions {
  /** Its abort destroys the stream with an `AbortError`, whose cause is the reason. */
  readonly signal?: AbortSignal | undefined;
  /**
   * What the stream waits for when it reads, which selects the time limit; a function if it changes. Default "body":
   * `idleTimeout` and `minRate`.
   */
  readonly phase?: Phase | (() => Phase) | undefined;
  /**
   * Receive only while there is a demand. Without one, the stream always receives, and the time limits also count the time
   * in which the library has requested nothing.
   */
  readonly demand?: Demand | undefined;
  /** The result of a receive that is already in progress. */
  readonly first?: Promise<Uint8Array | undefined> | undefined;
}

/**
 * A Node stream over a connection, for libraries that take a socket: the address of the peer, and the methods of a
 * socket that have no effect here. Timeouts are those of the connection.
 */
export interface ConnectionDuplex extends Duplex {
  readonly remoteAddress: string;
  readonly remotePort: number;
  setTimeout(): this;
  setNoDelay(): this;
  setKeepAlive(): this;
  ref(): this;
  unref(): this;
}

/**
 * Wraps a connection in a Node stream. The stream owns the connection: destroying it, or ending both sides, closes the
 * connection. `end()` ends the sending direction only, if the connection can do that. An error of the connection
 * destroys the stream.
 */
export function toDuplex(connection: Connection, options: DuplexOptions = {}): ConnectionDuplex {
  const { signal } = options;
  const receive = receiver(connection, options);
  const { address: remoteAddress, port: remotePort } = connection.remote;
  const stream = new Duplex({
    ...(signal !== undefined && { signal }),
    read() {
      receive().then(
        (received) => {
          if (received === undefined) this.push(null);
          else this.push(Buffer.from(received.buffer, received.byteOffset, received.byteLength));
        },
        (error) => this.destroy(error),
      );
    },
    write(chunk: Buffer, _, done) {
      // A copy: the library may reuse its buffer when the send has resolved.
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
  const same = () => stream as ConnectionDuplex;
  const inert = { setTimeout: same, setNoDelay: same, setKeepAlive: same, ref: same, unref: same };
  return Object.assign(stream, { remoteAddress, remotePort, ...inert });
}

/** Returns the function that receives the next bytes. */
export function receiver(
  connection: Connection,
  { phase = "body", demand, first }: DuplexOptions,
): () => Promise<Uint8Array | undefined> {
  let next = first;
  return () => {
    const started = next;
    next = undefined;
    if (started !== undefined) return started;
    const receive = () => connection.receive(typeof phase === "function" ? phase() : phase);
    return demand === undefined ? receive() : demand.begun().then(receive);
  };
}
