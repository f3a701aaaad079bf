import { AccessError } from "@anyurl/core";
import type { Connection, Context } from "@anyurl/core/exchange";

/** The connection. Sends in the order of the calls. */
export class OrderedConnection {
  readonly #connection: Connection;
  readonly #context: Context;
  #last: Promise<void> = Promise.resolve();
  #closed = false;

  constructor(connection: Connection, context: Context) {
    this.#connection = connection;
    this.#context = context;
  }

  async send(octets: Uint8Array, kind: "data" | "command", secret = false): Promise<void> {
    const sent = this.#last.then(async () => {
      if (this.#closed) throw new AccessError("truncated", "the session has ended; nothing was sent");
      // Input may be a password, so only its length is recorded.
      this.#context.record({ do: "send", on: "control", octets, body: kind === "data" });
      await this.#connection.send(octets, secret);
    });
    this.#last = sent.catch(() => {});
    return sent;
  }

  async sendAll(answers: readonly Uint8Array[]): Promise<void> {
    if (answers.length === 0) return;
    await this.send(Uint8Array.from(answers.flatMap((octets) => [...octets])), "command");
  }

  /** True after `close`. */
  get isClosed(): boolean {
    return this.#closed;
  }

  /** Returns `undefined` at the end. */
  async receive(phase: "reply" | "body" = "body"): Promise<Uint8Array | undefined> {
    if (this.#closed) return undefined;
    const octets = await this.#connection.receive(phase).catch((error) => {
      // Disposing of a session during a read ends the session.
      if (this.#closed && !this.#context.signal.aborted) return undefined;
      throw error;
    });
    if (octets !== undefined) this.#context.record({ do: "receive", on: "control", octets, body: true });
    return octets;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#connection.close();
    this.#context.record({ do: "close", on: "control" });
  }
}
