import { AccessError } from "@anyurl/core";
import type { Connection } from "@anyurl/core/exchange";
import type { Shortage, SlotUser } from "../connection/connection-semaphore.ts";
import { type Clock, durationText } from "./clock.ts";
import { fail, type PendingWait, TimeoutQueue, type WaitOptions } from "./timeout-queue.ts";

const NO_TIMEOUT: WaitOptions<any, any> = {};

/** A connection, or what is spoken on one. */
type Closable = Pick<Connection, "close">;

/** What of a call's time is not said by its deadline. */
export interface CallTimes {
  /** Milliseconds that are left of the deadline: an attempt that is not the first has less. Default: all of it. */
  readonly left?: number | undefined;
  /** Milliseconds to wait for a free connection. Default: without end. */
  readonly queueTimeout?: number;
}

/**
 * One call of one operation: what it has opened, and whether it is over. When it ends, by success, failure, abort or
 * deadline, everything that it has opened is closed.
 */
export class CallScope implements SlotUser {
  /** Aborted when the call is. Made when somebody wants it: a call that is refused before it begins has none. */
  #controller: AbortController | undefined;
  #aborted: { readonly reason: unknown } | undefined;
  readonly #connections = new Set<Closable>();
  readonly #cleanUps: (() => void)[] = [];
  /** Whoever waits for something, and does not when the call is aborted. */
  readonly #waits: TimeoutQueue;
  #over = false;
  /**
   * When octets last went over a connection of the call, but for those of a reply, by the time of `elapsed`. Whoever waits
   * for the reply to a transfer waits from its end on.
   */
  lastActivity: number = Number.NEGATIVE_INFINITY;
  isUnread = false;
  waitingFor: (() => Shortage) | undefined;
  readonly queueTimeout: number;

  /** @param deadline what the caller has set, in milliseconds: an error says it. */
  constructor(
    clock: Clock,
    deadline: number,
    signal: AbortSignal | undefined,
    { left = deadline, queueTimeout = Number.POSITIVE_INFINITY }: CallTimes = {},
  ) {
    this.#waits = new TimeoutQueue(clock);
    this.queueTimeout = queueTimeout;
    if (signal !== undefined) {
      const abort = () => this.#abort(signal.reason);
      if (signal.aborted) abort();
      signal.addEventListener("abort", abort, { once: true });
      this.#cleanUps.push(() => signal.removeEventListener("abort", abort));
    }
    if (deadline !== Number.POSITIVE_INFINITY) {
      const late = () =>
        this.#abort(timeoutError("the whole call", deadline, "deadline", this.waitingFor?.()));
      this.#cleanUps.push(clock.setTimeout(late, left));
    }
  }

  get signal(): AbortSignal {
    if (this.#controller === undefined) {
      this.#controller = new AbortController();
      if (this.#aborted !== undefined) this.#controller.abort(this.#aborted.reason);
    }
    return this.#controller.signal;
  }

  /** Has the caller given up, or time run out? */
  get aborted(): boolean {
    return this.#aborted !== undefined;
  }

  /** @throws the reason of the abort. */
  throwIfAborted(): void {
    if (this.#aborted !== undefined) throw this.#aborted.reason;
  }

  get over(): boolean {
    return this.#over;
  }

  /** Keeps a connection until the call ends. @throws what the call was ended with, when it is over already. */
  keep(connection: Closable): void {
    if (this.#over || this.aborted) {
      connection.close();
      this.throwIfAborted();
      throw new AccessError("plugin-fault", "a connection was opened after the call ended");
    }
    this.#connections.add(connection);
  }

  /** Lets go of a connection, which may outlast the call. */
  release(connection: Closable): void {
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
    this.#waits.end();
  }

  /**
   * `promise`, or the reason of the abort when that comes first, or `late` when that comes first: nobody waits for one who
   * does not listen. Written by hand, for this is what every octet waits in.
   */
  unlessAborted<T, R = T>(promise: Promise<T>, how: WaitOptions<T, R> = NO_TIMEOUT): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      const wait: PendingWait = { fail: reject, how, due: Number.POSITIVE_INFINITY };
      // However it ends, it is heard: after an abort, and after it was too late, by nobody.
      promise.then(
        (value) => {
          if (!this.#waits.delete(wait)) return;
          const { map: came } = how;
          try {
            resolve(came === undefined ? (value as unknown as R) : came(value));
          } catch (error) {
            reject(error);
          }
        },
        (error) => {
          this.#waits.delete(wait);
          reject(how.mapError === undefined ? error : how.mapError(error));
        },
      );
      if (this.#aborted === undefined) this.#waits.add(wait);
      else fail(wait, this.#aborted.reason);
    });
  }

  #abort(reason: unknown): void {
    if (this.#aborted !== undefined) return;
    this.#aborted = { reason };
    this.#controller?.abort(reason);
    this.#waits.fail(reason);
    for (const connection of this.#connections) connection.close();
  }
}

/** @param shortage what the time was spent waiting for, where that is known. */
export function timeoutError(
  what: string,
  milliseconds: number,
  limit: string,
  shortage?: Shortage,
): AccessError {
  const waiting = shortage === undefined ? "" : `, waiting for a ${shortage.what}`;
  return new AccessError("timeout", `${what} timed out after ${durationText(milliseconds)}${waiting}`, {
    hint: shortage?.hint ?? `increase the limit ${limit}`,
    retryable: true,
  });
}
