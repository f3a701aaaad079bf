import { AccessError } from "@anyurl/core";
import { type Connection, Inbox } from "@anyurl/core/exchange";

/**
 * What a proxy says before it is a tunnel. What comes behind that belongs to the tunnel, and none of it is
 * lost.
 */
export class ProxyReader {
  readonly #connection: Connection;
  readonly #inbox: Inbox = new Inbox();

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** So many octets, and no more. */
  async octets(count: number): Promise<Uint8Array> {
    while (this.#inbox.size < count) await this.#more();
    return this.#inbox.take(count);
  }

  /** A line, without its end. @throws {AccessError} too-large */
  async line(maxLine: number): Promise<Uint8Array> {
    for (;;) {
      const line = this.#inbox.takeLine(maxLine);
      if (line !== undefined) return line;
      await this.#more();
    }
  }

  /** The tunnel. */
  tunnel(): Connection {
    const early = this.#inbox.take();
    return early.length === 0 ? this.#connection : withEarly(early, this.#connection);
  }

  async #more(): Promise<void> {
    const octets = await this.#connection.receive("reply");
    if (octets === undefined) {
      throw new AccessError("connect-failed", "the proxy has closed the connection instead of answering", {
        retryable: true,
      });
    }
    this.#inbox.push(octets);
  }
}

/** A connection on which these octets have come already. */
function withEarly(octets: Uint8Array, connection: Connection): Connection {
  let early: Uint8Array | undefined = octets;
  return {
    remote: connection.remote,
    send: (sent) => connection.send(sent),
    async receive(phase) {
      const first = early;
      early = undefined;
      return first ?? connection.receive(phase);
    },
    ...(connection.poll && { poll: async () => (early === undefined ? connection.poll!() : undefined) }),
    ...(connection.end && { end: () => connection.end!() }),
    ...(connection.resetUnlessEnded && { resetUnlessEnded: () => connection.resetUnlessEnded!() }),
    close: () => connection.close(),
  };
}
