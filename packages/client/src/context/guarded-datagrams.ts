import { AccessError, isAccessError, tooLargeError } from "@anyurl/core";
import type { Channel, DatagramSocket, Remote } from "@anyurl/core/exchange";
import { timeoutError } from "../call/call-scope.ts";
import type { CallNetwork } from "./call-network.ts";

/**
 * The datagrams of one request. Limits their number, their bytes, and the time since the first one was sent, whatever
 * the peer does. The client's clock measures the time.
 */
export class GuardedDatagrams implements DatagramSocket {
  readonly remote: Remote;
  readonly #network: CallNetwork;
  readonly #socket: DatagramSocket;
  readonly #on: Channel;
  readonly #leave: () => void;
  #begun: number | undefined;
  #datagrams = 0;
  #octets = 0;
  #closed = false;
  /** A receive of the socket that is still pending after a timeout, so that its datagram is not lost. */
  #coming: Promise<Uint8Array | undefined> | undefined;

  /**
   * @param host the requested host name.
   * @param leave frees the slot after the socket was closed.
   */
  constructor(
    network: CallNetwork,
    socket: DatagramSocket,
    host: string | undefined,
    on: Channel,
    leave: () => void,
  ) {
    const { address, port } = socket.remote;
    this.remote = { address, port, ...(host !== undefined && { host }) };
    this.#network = network;
    this.#socket = socket;
    this.#on = on;
    this.#leave = leave;
  }

  async send(octets: Uint8Array): Promise<void> {
    const { call, clock } = this.#network;
    this.#refuseClosed();
    call.throwIfAborted();
    this.#begun ??= clock.elapsed();
    call.record({ do: "send", on: this.#on, octets, body: false });
    try {
      await call.unlessAborted(this.#socket.send(octets));
    } catch (error) {
      throw this.#reportError(error);
    }
  }

  async receive(within: number): Promise<Uint8Array | undefined> {
    const { call, clock, limits } = this.#network;
    this.#refuseClosed();
    const due = (this.#begun ?? clock.elapsed()) + limits.replyTimeout;
    const left = due - clock.elapsed();
    // Check here too: a peer that keeps sending would otherwise never time out.
    if (left <= 0) throw timeoutError("the server's reply", limits.replyTimeout, "replyTimeout");
    const datagram = await this.#next(Math.max(0, Math.min(within, left)));
    if (datagram === undefined) {
      if (left <= within) throw timeoutError("the server's reply", limits.replyTimeout, "replyTimeout");
      return undefined;
    }
    this.#datagrams++;
    this.#octets += datagram.length;
    if (this.#datagrams > limits.maxDatagrams)
      throw tooMuch("datagrams", "maxDatagrams", limits.maxDatagrams);
    if (this.#octets > limits.maxDatagramOctets)
      throw tooMuch("octets", "maxDatagramOctets", limits.maxDatagramOctets);
    call.record({ do: "receive", on: this.#on, octets: datagram, body: false });
    return datagram;
  }

  close(): void {
    if (this.#closed) return;
    this.#closed = true;
    this.#coming?.catch(() => {});
    this.#socket.close();
    this.#leave();
    this.#network.call.record({ do: "close", on: this.#on });
  }

  /** Returns the next datagram; `undefined` after the timeout. */
  async #next(milliseconds: number): Promise<Uint8Array | undefined> {
    const { call, clock } = this.#network;
    let cancel: (() => void) | undefined;
    const late = new Promise<undefined>((resolve) => {
      if (milliseconds === Number.POSITIVE_INFINITY) return;
      cancel = clock.setTimeout(() => resolve(undefined), milliseconds);
    });
    this.#coming ??= this.#socket.receive(Number.POSITIVE_INFINITY);
    try {
      const datagram = await call.unlessAborted(Promise.race([this.#coming, late]));
      if (datagram !== undefined) this.#coming = undefined;
      return datagram;
    } catch (error) {
      this.#coming = undefined;
      throw this.#reportError(error);
    } finally {
      cancel?.();
    }
  }

  #refuseClosed(): void {
    if (this.#closed) throw new AccessError("plugin-fault", "the socket was already closed");
  }

  /** Converts the system's error of an unreachable peer (ECONNREFUSED, EHOSTUNREACH …). */
  #reportError(error: unknown): unknown {
    if (this.#network.call.aborted || isAccessError(error)) return error;
    return new AccessError("connect-failed", "cannot reach the server", {
      cause: error,
    });
  }
}

function tooMuch(what: string, limit: string, most: number): AccessError {
  return tooLargeError(`the response exceeds the limit of ${most} ${what}`, limit);
}
