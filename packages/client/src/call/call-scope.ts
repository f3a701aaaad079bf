import { AccessError } from "@anyurl/core";
import type { Connection } from "@anyurl/core/exchange";
import type { Shortage, SlotUser } from "../connection/connection-semaphore.ts";
import { type Clock, durationText } from "./clock.ts";
import { fail, type PendingWait, TimeoutQueue, type WaitOptions } from "./timeout-queue.ts";

const NO_TIMEOUT: WaitOptions<any, any> = {};

/** A connection, or a protocol session on one. */
type Closable = Pick<Connection, "close">;

/** The time limits of a call besides its deadline. */
export interface CallTimes {
  /** Milliseconds left of the deadline: a retry has fewer. Default: the whole deadline. */
  readonly left?: number | undefined;
  /** Milliseconds to wait for a free connection. Default: no limit. */
  readonly queueTimeout?: number;
}

/**
 * The lifetime of one call of one operation. When the call ends, by success, failure, abort, or deadline, everything
 * that it has opened is closed.
 */
export class CallScope implements SlotUser {
  /** Aborted together with the call. Created on first use. */
  #controller: AbortController | undefined;
  #aborted: { readonly reason: unknown } | undefined;
  readonly #connections = new Set<Closable>();
  readonly #cleanUps: (() => void)[] = [];
  /** The pending waits, which an abort of the call ends. */
  readonly #waits: TimeoutQueue;
  #over = false;
  /**
   * Monotonic time when data last moved on a connection of the call, except for replies. The timeout of the reply to a
   * transfer starts at the end of the transfer.
   */
  lastActivity: number = Number.NEGATIVE_INFINITY;
  isUnread = false;
  waitingFor: (() => Shortage) | undefined;
  readonly queueTimeout: number;

  /** @param deadline the caller's deadline in milliseconds, as error messages show it. */
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

  /** Has the caller aborted the call, or has the deadline passed? */
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

  /** Closes the connection when the call ends. @throws the reason of the abort; plugin-fault: the call has ended. */
  keep(connection: Closable): void {
    if (this.#over || this.aborted) {
      connection.close();
      this.throwIfAborted();
      throw new AccessError("plugin-fault", "a connection was opened after the call ended");
    }
    this.#connections.add(connection);
  }

  /** Releases a connection, which may outlast the call. */
  release(connection: Closable): void {
    this.#connections.delete(connection);
  }

  /** Runs a clean-up when the call ends, or now if it has ended. */
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
   * Returns the result of `promise`, or rejects first on an abort or a timeout: the promise may never settle. Written
   * without `Promise.race`, because every chunk of every body passes through here.
   */
  unlessAborted<T, R = T>(promise: Promise<T>, how: WaitOptions<T, R> = NO_TIMEOUT): Promise<R> {
    return new Promise<R>((resolve, reject) => {
      const wait: PendingWait = { fail: reject, how, due: Number.POSITIVE_INFINITY };
      // The promise always has a handler. After an abort or a timeout, its result is ignored.
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

/** Creates a timeout error. @param shortage the connection limit that the call was waiting for, if known. */
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
