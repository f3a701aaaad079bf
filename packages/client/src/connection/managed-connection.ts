import { AccessError, isAccessError } from "@anyurl/core";
import {
  ALREADY_SENT,
  type Connection,
  type Phase,
  type SecureOptions,
  type TlsFacts,
} from "@anyurl/core/exchange";
import { timeoutError } from "../call/call-scope.ts";
import type { DialOptions } from "./dial-options.ts";
import type { Link } from "./link.ts";
import { certificateError, startTls } from "./tls.ts";

export interface ManagedInit {
  /** The connection to the same peer, whose TLS session is resumed. */
  readonly beside?: Connection | undefined;
  /** Called after the connection was closed. */
  readonly onClose?: (() => void) | undefined;
}

/**
 * The connection that a scheme gets, for one use of a link by one call. All waits have a timeout. `replyTimeout` starts
 * with the first wait for a reply, even if the reply arrives in parts; for the reply to a transfer, it starts at the end
 * of the transfer. A body may pause for `idleTimeout`, and must not be slower than `minRate` for that long. A farewell
 * has `farewellTimeout`, and its errors are ignored.
 */
export class ManagedConnection implements Connection {
  readonly remote: Connection["remote"];
  readonly #link: Link;
  readonly #terms: DialOptions;
  readonly #init: ManagedInit;
  /** Has it been handed over to its next user? */
  #retired = false;
  #closed = false;
  /** When the wait for the current reply began. */
  #replySince: number | undefined;
  /** The bytes of a body and the time waited for them, to detect a slow server. Time of the reader does not count. */
  #waited = 0;
  #received = 0;
  /** When the wait for the current bytes of a body began. */
  #since = 0;

  constructor(link: Link, terms: DialOptions, init: ManagedInit = {}) {
    this.#link = link;
    this.remote = link.remote;
    this.#terms = terms;
    this.#init = init;
  }

  get local(): Connection["local"] {
    return this.#link.connection.local;
  }

  get tls(): TlsFacts | undefined {
    return this.#link.isSecure ? this.#link.connection.tls : undefined;
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
    this.#terms.call.lastActivity = this.#terms.clock.elapsed();
    const sent = this.#link.connection.send(octets);
    if (sent === ALREADY_SENT) return sent;
    return this.#within(sent, this.#terms.limits.replyTimeout, "sending", "replyTimeout");
  }

  receive(phase: Phase = "reply", onLoan = false): Promise<Uint8Array | undefined> {
    if (this.#retired) return Promise.reject(retired());
    if (phase === "farewell") return this.#farewell();
    const { call, clock, limits } = this.#terms;
    const now = clock.elapsed();
    if (phase === "body") {
      const { idleTimeout } = limits;
      this.#replySince = undefined;
      this.#since = now;
      const coming = this.#next("body", onLoan);
      return this.#within(coming, idleTimeout, "waiting for data", "idleTimeout", idleTimeout, this.#counted);
    }
    const { replyTimeout } = limits;
    this.#replySince ??= now;
    const left = replyTimeout - (now - Math.max(this.#replySince, call.lastActivity));
    return this.#within(this.#next(), left, "the server's reply", "replyTimeout", replyTimeout);
  }

  /** Receives without a timeout, such as an early response while a request is still being sent. */
  receiveUntimed(): Promise<Uint8Array | undefined> {
    if (this.#retired) return Promise.reject(retired());
    return this.#terms.call.unlessAborted(this.#next(), { mapError: reportedError });
  }

  async poll(): Promise<Uint8Array | undefined> {
    this.#refuseRetired();
    const { received, connection } = this.#link;
    if (received !== undefined || connection.poll === undefined) return undefined;
    return this.#terms.call.unlessAborted(connection.poll());
  }

  async end(): Promise<void> {
    this.#refuseRetired();
    const { connection } = this.#link;
    if (connection.end === undefined) return this.close();
    await this.#within(connection.end(), this.#terms.limits.replyTimeout, "sending", "replyTimeout");
    this.#terms.call.lastActivity = this.#terms.clock.elapsed();
  }

  resetUnlessEnded(): void {
    if (!this.#retired) this.#link.connection.resetUnlessEnded?.();
  }

  async secure(options?: SecureOptions): Promise<void> {
    this.#refuseRetired();
    if (this.#link.isSecure) throw new AccessError("plugin-fault", "this connection already uses TLS");
    this.#replySince = undefined;
    const { address, host = address, port } = this.remote;
    const peer = { ...options, host, port, beside: this.#init.beside };
    const { connection } = this.#link;
    const secure = await this.#terms.call.connecting(
      this.#terms.limits.connectTimeout,
      (signal) => startTls(this.#terms, connection, peer, signal),
      (late) => late.close(),
    );
    this.#link.connection = secure;
    this.#link.isSecure = true;
    if (this.#closed) secure.close();
  }

  close(): void {
    if (this.#retired || this.#closed) return;
    this.#closed = true;
    this.#link.connection.close();
    this.#init.onClose?.();
  }

  #refuseRetired(): void {
    if (this.#retired) throw retired();
  }

  /** Receives the next bytes. The receive that was started while the link was idle returns the first ones. */
  #next(phase?: Phase, onLoan?: boolean): Promise<Uint8Array | undefined> {
    const { received, connection } = this.#link;
    this.#link.received = undefined;
    return received ?? connection.receive(phase, onLoan);
  }

  /** Counts received bytes. @throws {AccessError} timeout: the rate is too low. */
  readonly #counted = (octets: Uint8Array | undefined): Uint8Array | undefined => {
    const { idleTimeout, minRate } = this.#terms.limits;
    const now = this.#terms.clock.elapsed();
    this.#terms.call.lastActivity = now;
    const waited = now - this.#since;
    // After a longer wait than idleTimeout, there is only data if the process was busy or paused: not the server's rate.
    if (waited <= idleTimeout) this.#waited += waited;
    this.#received += octets?.length ?? 0;
    if (this.#waited < idleTimeout) return octets;
    if (octets !== undefined && this.#received * 1000 < minRate * this.#waited) {
      throw timeoutError("a transfer slower than minRate", idleTimeout, "idleTimeout, or decrease minRate");
    }
    this.#waited = 0;
    this.#received = 0;
    return octets;
  };

  async #farewell(): Promise<Uint8Array | undefined> {
    try {
      return await this.#within(this.#next(), this.#terms.limits.farewellTimeout, "", "farewellTimeout");
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
    return this.#terms.call.unlessAborted(promise, {
      within: milliseconds,
      onTimeout: () => timeoutError(what, total, limit),
      mapError: reportedError,
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

/** Converts the system's error of a lost connection (ECONNRESET, EPIPE …), or of a certificate. */
function reportedError(cause: unknown): unknown {
  if (isAccessError(cause)) return cause;
  return (
    certificateError(cause) ??
    new AccessError("truncated", "the connection was lost", { cause, retryable: true })
  );
}
