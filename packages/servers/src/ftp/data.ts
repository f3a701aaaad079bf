import {
  type AddressInfo,
  connect,
  createServer,
  isIPv6,
  type Server,
  type Socket,
  SocketAddress,
} from "node:net";
import { type Connection, listen } from "../embedded-server.ts";
import { peerAddress } from "../resets.ts";
import { createReply, type Reply } from "./reply.ts";
import type { SessionTls } from "./tls.ts";
import { failTransfer, type Transfer, transferDocument } from "./transfer.ts";

/**
 * The data connection of one session (RFC 959 §3.2): at most one listener and at most one connection, only from or to
 * the peer of the control connection, for one transfer.
 */
export class DataConnection {
  readonly #control: Connection;
  /** Timeout in milliseconds without activity. */
  readonly #timeout: number;
  #listener: Server | undefined;
  #socket: Socket | undefined;
  /** The client's port, if the server connects. */
  #target: number | undefined;
  /** A transfer that waits for the connection. */
  #waiting: ((socket: Socket | undefined) => void) | undefined;

  constructor(control: Connection, timeout: number) {
    this.#control = control;
    this.#timeout = timeout;
  }

  /** Whether EPSV, PASV or PORT was received, so that a transfer has a connection. */
  get isOpen(): boolean {
    return this.#listener !== undefined || this.#socket !== undefined || this.#target !== undefined;
  }

  /** Whether the address is the peer of the control connection. */
  isPeer(address: string): boolean {
    const { remoteAddress } = this.#control.socket;
    return remoteAddress !== undefined && normalizeAddress(address) === normalizeAddress(remoteAddress);
  }

  /** Makes the next transfer connect to this port of the client, and closes what was open before. */
  aim(port: number): void {
    this.close();
    this.#target = port;
  }

  /** Listens on the control connection's own address, and closes what was open before. Returns the port. */
  async listen(): Promise<number> {
    this.close();
    // Half open: a client that will not write can say so and still reads. Paused: the client's data belongs to the
    // transfer that starts later, or to the handshake before it.
    const listener = createServer({ allowHalfOpen: true, noDelay: true, pauseOnConnect: true }, (socket) =>
      this.#accept(socket, listener),
    );
    this.#listener = listener;
    await listen(listener, this.#control.socket.localAddress!, 0);
    this.#control.track(listener);
    const { port } = listener.address() as AddressInfo;
    const impatience = setTimeout(() => this.#forget(listener), this.#timeout);
    listener.once("close", () => clearTimeout(impatience));
    // The session may have ended in the meantime.
    if (listener !== this.#listener || this.#control.socket.destroyed) this.#forget(listener);
    return port;
  }

  /**
   * Runs a transfer over the data connection and closes it. Returns the final reply.
   *
   * @param tls starts TLS on the connection first, if given (RFC 4217 §9). The server is the TLS server whichever side
   * connects (§7).
   */
  async carry(transfer: Transfer, tls: SessionTls | undefined): Promise<Reply> {
    const socket = await this.#connection();
    if (socket === undefined || socket.destroyed)
      return failTransfer(transfer, createReply(425, "Can't open data connection."));
    socket.setTimeout(this.#timeout, () => socket.destroy());
    const stream = tls === undefined ? socket : await tls.data(socket);
    const final =
      typeof stream === "string"
        ? failTransfer(transfer, createReply(522, stream))
        : await transferDocument(transfer, stream, socket);
    this.close();
    return final;
  }

  /** Closes everything that is open; a transfer that runs or waits ends with an error. */
  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
    this.#target = undefined;
    this.#forget(this.#listener);
    this.#settle(undefined);
  }

  #accept(socket: Socket, listener: Server): void {
    this.#control.track(socket);
    const stranger = peerAddress(socket) !== this.#control.socket.remoteAddress;
    if (stranger || listener !== this.#listener) {
      socket.destroy();
      return;
    }
    this.#take(socket);
    this.#settle(socket);
    this.#forget(listener);
  }

  #take(socket: Socket): void {
    socket.once("close", () => {
      if (this.#socket === socket) this.#socket = undefined;
    });
    this.#socket = socket;
  }

  #connection(): Promise<Socket | undefined> {
    if (this.#target !== undefined) return this.#dial(this.#target);
    if (this.#socket !== undefined || this.#listener === undefined) return Promise.resolve(this.#socket);
    return new Promise((resolve) => {
      this.#waiting = resolve;
    });
  }

  async #dial(port: number): Promise<Socket | undefined> {
    this.#target = undefined;
    const { localAddress, remoteAddress } = this.#control.socket;
    if (localAddress === undefined || remoteAddress === undefined) return undefined;
    const socket = connect({ host: remoteAddress, port, localAddress, allowHalfOpen: true, noDelay: true });
    this.#control.track(socket);
    this.#take(socket);
    socket.setTimeout(this.#timeout, () => socket.destroy());
    return new Promise((resolve) => {
      socket.once("connect", () => resolve(socket)).once("close", () => resolve(undefined));
    });
  }

  #settle(socket: Socket | undefined): void {
    this.#waiting?.(socket);
    this.#waiting = undefined;
  }

  #forget(listener: Server | undefined): void {
    listener?.close();
    if (listener !== this.#listener) return;
    this.#listener = undefined;
    // No connection is expected any more.
    if (this.#socket === undefined) this.#settle(undefined);
  }
}

/** An IPv6 address can be written in several ways. */
function normalizeAddress(address: string): string {
  return isIPv6(address) ? new SocketAddress({ address, family: "ipv6" }).address : address;
}
