import { AccessError } from "@anyurl/core";
import type { Connection } from "@anyurl/core/exchange";
import type { Clock } from "./clock.ts";

/**
 * One call of one operation: what it has opened, and whether it is over. When it ends, by success, failure, abort or
 * deadline, everything that it has opened is closed.
 */
export class Call {
  readonly signal: AbortSignal;
  readonly #controller = new AbortController();
  readonly #connections = new Set<Connection>();
  readonly #cleanUps: (() => void)[] = [];
  #over = false;

  constructor(clock: Clock, deadline: number, signal: AbortSignal | undefined) {
    this.signal = this.#controller.signal;
    if (signal !== undefined) {
      const abort = () => this.#abort(signal.reason);
      if (signal.aborted) abort();
      signal.addEventListener("abort", abort, { once: true });
      this.#cleanUps.push(() => signal.removeEventListener("abort", abort));
    }
    if (deadline !== Number.POSITIVE_INFINITY) {
      const late = () => this.#abort(timedOut("the whole call", deadline, "deadline"));
      this.#cleanUps.push(clock.setTimeout(late, deadline));
    }
  }

  get over(): boolean {
    return this.#over;
  }

  /** Keeps a connection until the call ends. @throws what the call was ended with, when it is over already. */
  keep(connection: Connection): void {
    if (this.#over || this.signal.aborted) {
      connection.close();
      this.signal.throwIfAborted();
      throw new AccessError("plugin-fault", "a connection was made after its call had ended");
    }
    this.#connections.add(connection);
  }

  /** Lets go of a connection, which may outlast the call. */
  release(connection: Connection): void {
    this.#connections.delete(connection);
  }

  /** Does this when the call ends; at once when it has. */
  whenOver(cleanUp: () => void): void {
    if (this.#over) cleanUp();
    else this.#cleanUps.push(cleanUp);
  }

  /** Ends the call. Idempotent. */
  end(): void {
    if (this.#over) return;
    this.#over = true;
    for (const connection of this.#connections) connection.close();
    this.#connections.clear();
    for (const cleanUp of this.#cleanUps) cleanUp();
  }

  /** `promise`, or the reason of the abort when that comes first: nobody waits for one who does not listen. */
  async unlessAborted<T>(promise: Promise<T>): Promise<T> {
    // Once the call is over nobody hears how it ends.
    promise.catch(() => {});
    this.signal.throwIfAborted();
    let onAbort: (() => void) | undefined;
    const aborted = new Promise<never>((_, reject) => {
      onAbort = () => reject(this.signal.reason);
      this.signal.addEventListener("abort", onAbort, { once: true });
    });
    try {
      return await Promise.race([promise, aborted]);
    } finally {
      this.signal.removeEventListener("abort", onAbort!);
    }
  }

  #abort(reason: unknown): void {
    if (this.signal.aborted) return;
    this.#controller.abort(reason);
    for (const connection of this.#connections) connection.close();
  }
}

export function timedOut(what: string, milliseconds: number, limit: string): AccessError {
  return new AccessError("timeout", `${what} took longer than ${milliseconds} ms`, {
    hint: `raise the limit ${limit}`,
    retryable: true,
  });
}
