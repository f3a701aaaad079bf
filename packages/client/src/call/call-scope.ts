import { AccessError } from "@anyurl/core";
import type { Connection } from "@anyurl/core/exchange";
import type { Shortage, SlotUser } from "../connection/pool.ts";
import { type Clock, durationText } from "./clock.ts";

/** Options of a wait for a promise. */
export interface WaitOptions<T, R = T> {
  /** The timeout in milliseconds. Default: none. */
  readonly within?: number;
  /** Creates the error of the timeout. */
  readonly onTimeout?: () => Error;
  /** Converts the value of the promise. The wait rejects if it throws. Default: the value itself. */
  readonly map?: ((value: T) => R) | undefined;
  /** Converts an error of the promise. Default: the error itself. */
  readonly mapError?: (error: unknown) => unknown;
  /** Called if the wait ends before the promise: by an abort or a timeout. */
  readonly onAbandon?: (reason: unknown) => void;
}

const NO_TIMEOUT: WaitOptions<any, any> = {};

/** A pending wait. An object, because a function for each way to end would be created again for every chunk. */
interface Wait {
  readonly how: WaitOptions<any, any>;
  readonly reject: (reason: unknown) => void;
  /** Cancels the timer. */
  cancel: (() => void) | undefined;
}

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
  // Arrays, because they have few elements, and most calls would create several sets for nothing.
  readonly #connections: Closable[] = [];
  readonly #cleanUps: (() => void)[] = [];
  /** The pending waits. */
  #waits: Wait[] = [];
  readonly #clock: Clock;
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
    this.#clock = clock;
    this.queueTimeout = queueTimeout;
    if (signal?.aborted === true) {
      this.#abort(signal.reason);
      return;
    }
    if (signal !== undefined) {
      const abort = () => this.#abort(signal.reason);
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

  /** Closes the connection when the call ends. @throws the reason of the abort; plugin-fault: the call has ended. */
  keep(connection: Closable): void {
    if (this.#over) {
      connection.close();
      this.throwIfAborted();
      throw new AccessError("plugin-fault", "a connection was opened after the call ended");
    }
    this.#connections.push(connection);
  }

  /** Releases a connection, which may outlast the call. */
  release(connection: Closable): void {
    remove(this.#connections, connection);
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
    for (const connection of this.#connections.splice(0)) connection.close();
    for (const cleanUp of this.#cleanUps) cleanUp();
  }

  /** Returns the result of `promise`, or rejects first on an abort or a timeout: the promise may never settle. */
  unlessAborted<T, R = T>(promise: Promise<T>, how: WaitOptions<T, R> = NO_TIMEOUT): Promise<R> {
    // Without `Promise.race`, which would wait for the losers: every chunk of every body passes through here.
    return new Promise<R>((resolve, reject) => {
      const wait: Wait = { how, reject, cancel: undefined };
      // The promise always has a handler. After an abort or a timeout, its result is ignored.
      promise.then(
        (value) => {
          if (!this.#leave(wait)) return;
          try {
            resolve(how.map === undefined ? (value as unknown as R) : how.map(value));
          } catch (error) {
            reject(error);
          }
        },
        (error) => {
          this.#leave(wait);
          reject(how.mapError === undefined ? error : how.mapError(error));
        },
      );
      if (this.#aborted !== undefined) {
        abandon(wait, this.#aborted.reason);
        return;
      }
      this.#waits.push(wait);
      const { within = Number.POSITIVE_INFINITY } = how;
      if (how.onTimeout === undefined || within === Number.POSITIVE_INFINITY) return;
      const late = () => this.#leave(wait) && abandon(wait, how.onTimeout!());
      wait.cancel = this.#clock.setTimeout(late, Math.max(0, within));
    });
  }

  /** Ends a wait. Returns false if it has ended already. */
  #leave(wait: Wait): boolean {
    wait.cancel?.();
    return remove(this.#waits, wait);
  }

  /**
   * Connects within `connectTimeout`. The work is aborted after it, and when the call ends; its later result is dropped.
   */
  connecting<T>(
    connectTimeout: number,
    work: (signal: AbortSignal) => Promise<T>,
    drop: (late: T) => void,
    what = "connecting",
  ): Promise<T> {
    const attempt = new AbortController();
    try {
      this.throwIfAborted();
      const done = work(attempt.signal);
      return this.unlessAborted(done, {
        within: connectTimeout,
        onTimeout: () => timeoutError(what, connectTimeout, "connectTimeout"),
        onAbandon: (reason) => {
          done.then(drop, () => {});
          attempt.abort(reason);
        },
      });
    } catch (error) {
      return Promise.reject(error);
    }
  }

  #abort(reason: unknown): void {
    if (this.#aborted !== undefined) return;
    this.#aborted = { reason };
    this.#controller?.abort(reason);
    const waits = this.#waits;
    this.#waits = [];
    for (const wait of waits) abandon(wait, reason);
    this.end();
  }
}

/** Rejects a wait before its promise has settled. */
function abandon({ how, reject, cancel }: Wait, reason: unknown): void {
  cancel?.();
  how.onAbandon?.(reason);
  reject(reason);
}

/** Removes an element from a list without an order. Returns false if it is not in the list. */
function remove<T>(list: T[], element: T): boolean {
  const at = list.indexOf(element);
  if (at < 0) return false;
  const last = list.pop()!;
  if (last !== element) list[at] = last;
  return true;
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
