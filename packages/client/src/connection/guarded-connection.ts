import { AccessError, isAccessError, type Limits } from "@anyurl/core";
import {
  ALREADY_SENT,
  type Connection,
  type Phase,
  type SecureOptions,
  type TlsFacts,
} from "@anyurl/core/exchange";
import { type CallScope, timeoutError } from "../call/call-scope.ts";
import { type Clock, monotonicNow } from "../call/clock.ts";
import type { Policy } from "./policy.ts";

/** Settings that all connections of a call share. */
export interface GuardOptions {
  readonly call: CallScope;
  readonly clock: Clock;
  readonly limits: Limits;
  readonly policy: Pick<Policy, "clearTextPasswords">;
}

/**
 * A connection whose waits all have a timeout. `replyTimeout` starts with the first wait for a reply, even if the reply
 * arrives in parts; for the reply to a transfer, it starts at the end of the transfer. A body may pause for
 * `idleTimeout`, and must not be slower than `minRate` for that long. A farewell has `farewellTimeout`, and its errors
 * are ignored.
 */
export class GuardedConnection implements Connection {
  readonly remote: Connection["remote"];
  readonly #connection: Connection;
  readonly #terms: GuardOptions;
  readonly #onClose: (() => void) | undefined;
  /** Has it been handed over to its next user? */
  #retired = false;
  #closed = false;
  /** When the wait for the current reply began. */
  #replySince: number | undefined;
  /** The bytes of a body and the time waited for them, to detect a slow server. Time of the reader does not count. */
  #waited = 0;
  #received = 0;

  constructor(connection: Connection, terms: GuardOptions, onClose?: () => void) {
    this.#connection = connection;
    this.remote = connection.remote;
    this.#terms = terms;
    this.#onClose = onClose;
  }

  get local(): Connection["local"] {
    return this.#connection.local;
  }

  get tls(): TlsFacts | undefined {
    return this.#connection.tls;
  }

  /** Disables this object, so that another user can have the connection. Returns false if the connection is closed. */
  retire(): boolean {
    if (this.#closed || this.#retired) return false;
    this.#retired = true;
    return true;
  }

  send(octets: Uint8Array, secret = false): Promise<void> {
    if (this.#retired) return Promise.reject(retired());
    if (secret && this.tls === undefined && this.#terms.policy.clearTextPasswords === "refuse")
      return Promise.reject(inTheClear());
    this.#replySince = undefined;
    this.#terms.call.lastActivity = monotonicNow(this.#terms.clock);
    const sent = this.#connection.send(octets);
    if (sent === ALREADY_SENT) return sent;
    return this.#within(sent, this.#terms.limits.replyTimeout, "sending", "replyTimeout");
  }

  receive(phase: Phase = "reply", onLoan = false): Promise<Uint8Array | undefined> {
    if (this.#retired) return Promise.reject(retired());
    if (phase === "farewell") return this.#farewell();
    if (phase === "body") return this.#body(onLoan);
    const { replyTimeout } = this.#terms.limits;
    const now = monotonicNow(this.#terms.clock);
    this.#replySince ??= now;
    const left = replyTimeout - (now - Math.max(this.#replySince, this.#terms.call.lastActivity));
    return this.#within(this.#connection.receive(), left, "the server's reply", "replyTimeout", replyTimeout);
  }

  async poll(): Promise<Uint8Array | undefined> {
    this.#refuseRetired();
    const { poll } = this.#connection;
    return poll && this.#terms.call.unlessAborted(poll.call(this.#connection));
  }

  async end(): Promise<void> {
    this.#refuseRetired();
    const { end } = this.#connection;
    if (end === undefined) return this.close();
    await this.#within(
      end.call(this.#connection),
      this.#terms.limits.replyTimeout,
      "sending",
      "replyTimeout",
    );
    this.#terms.call.lastActivity = monotonicNow(this.#terms.clock);
  }

  resetUnlessEnded(): void {
    this.#connection.resetUnlessEnded?.();
  }

  async secure(options?: SecureOptions): Promise<void> {
    this.#refuseRetired();
    this.#replySince = undefined;
    if (this.#connection.secure === undefined)
      throw new AccessError("unsupported", "cannot start TLS on this kind of connection");
    await this.#connection.secure(options);
  }

  close(): void {
    if (this.#retired) return;
    this.#closed = true;
    this.#connection.close();
    this.#onClose?.();
  }

  #refuseRetired(): void {
    if (this.#retired) throw retired();
  }

  #body(onLoan: boolean): Promise<Uint8Array | undefined> {
    this.#replySince = undefined;
    const since = monotonicNow(this.#terms.clock);
    const coming = this.#connection.receive("body", onLoan);
    const { idleTimeout } = this.#terms.limits;
    return this.#within(coming, idleTimeout, "waiting for data", "idleTimeout", idleTimeout, (octets) =>
      this.#counted(octets, since),
    );
  }

  /** Counts received bytes. @throws {AccessError} timeout: the rate is too low. */
  #counted(octets: Uint8Array | undefined, since: number): Uint8Array | undefined {
    const { idleTimeout, minRate } = this.#terms.limits;
    const now = monotonicNow(this.#terms.clock);
    this.#terms.call.lastActivity = now;
    this.#waited += now - since;
    this.#received += octets?.length ?? 0;
    if (this.#waited < idleTimeout) return octets;
    if (octets !== undefined && this.#received * 1000 < minRate * this.#waited) {
      throw timeoutError("a transfer slower than minRate", idleTimeout, "idleTimeout, or decrease minRate");
    }
    this.#waited = 0;
    this.#received = 0;
    return octets;
  }

  async #farewell(): Promise<Uint8Array | undefined> {
    try {
      return await this.#within(
        this.#connection.receive(),
        this.#terms.limits.farewellTimeout,
        "",
        "farewellTimeout",
      );
    } catch (error) {
      if (this.#terms.call.aborted) throw error;
      return undefined;
    }
  }

  #within<T>(
    promise: Promise<T>,
    milliseconds: number,
    what: string,
    limit: string,
    total: number = milliseconds,
    came?: (value: T) => T,
  ): Promise<T> {
    const late = () => timeoutError(what, total, limit);
    return this.#terms.call.unlessAborted(promise, {
      within: milliseconds,
      onTimeout: late,
      mapError: toldError,
      map: came,
    });
  }
}

function retired(): AccessError {
  return new AccessError("plugin-fault", "a connection was used after its release");
}

function inTheClear(): AccessError {
  return new AccessError(
    "tls-required",
    "the policy does not allow passwords over a connection without TLS",
    {
      hint: 'use a scheme with TLS, or set the policy option clearTextPasswords to "allow"',
    },
  );
}

function toldError(error: unknown): unknown {
  return isAccessError(error) ? error : broken(error);
}

/** Converts the system's error of a lost connection (ECONNRESET, EPIPE …). */
function broken(cause: unknown): AccessError {
  return new AccessError("truncated", "the connection was lost", { cause, retryable: true });
}
