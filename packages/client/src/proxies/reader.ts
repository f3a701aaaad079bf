import { AccessError } from "@anyurl/core";
import { type Connection, Inbox } from "@anyurl/core/exchange";
import { wrapConnection } from "../layers/layer.ts";

/** Reads the replies of a proxy before the tunnel is open. Bytes after them belong to the tunnel, and are not lost. */
export class ProxyReader {
  readonly #connection: Connection;
  readonly #inbox: Inbox = new Inbox();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** Reads exactly `count` bytes. */
  async octets(count: number): Promise<Uint8Array> {
    while (this.#inbox.size < count) await this.#more();
    return this.#inbox.take(count);
  }

  /**
   * Reads a line, and returns it without its line end.
   *
   * @throws {AccessError} too-large
   */
  async line(maxLine: number): Promise<Uint8Array> {
    for (;;) {
      const line = this.#inbox.takeLine(maxLine);
      if (line !== undefined) return line;
      await this.#more();
    }
  }

  /** Returns the tunnel's connection, including the bytes read so far. */
  tunnel(): Connection {
    const early = this.#inbox.take();
    return early.length === 0 ? this.#connection : withEarly(early, this.#connection);
  }

  async #more(): Promise<void> {
    const octets = await this.#connection.receive("reply");
    if (octets === undefined) {
      throw new AccessError("connect-failed", "the proxy closed the connection without a reply");
    }
    this.#inbox.push(octets);
  }
}

/** Wraps a connection so that it returns these bytes first. */
function withEarly(octets: Uint8Array, connection: Connection): Connection {
  let early: Uint8Array | undefined = octets;
  const takeEarly = () => {
    const first = early;
    early = undefined;
    return first;
  };
  return wrapConnection(connection, {
    receive: async (phase, onLoan) => takeEarly() ?? connection.receive(phase, onLoan),
    poll: async () => takeEarly() ?? connection.poll!(),
  });
}
