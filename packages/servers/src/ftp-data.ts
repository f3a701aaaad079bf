import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { type Connection, listen } from "./embedded-server.ts";
import { type Reply, reply } from "./ftp-reply.ts";
import { sendAll } from "./send.ts";

/**
 * The data connection of one session (RFC 959 §3.2): at most one listener and at most one connection, from
 * the peer of the control connection only, for one transfer.
 */
export class DataPort {
  readonly #control: Connection;
  /** Milliseconds that may pass without anything happening. */
  readonly #timeout: number;
  #listener: Server | undefined;
  #socket: Socket | undefined;
  /** A transfer that waits for the connection. */
  #waiting: ((socket: Socket | undefined) => void) | undefined;

  constructor(control: Connection, timeout: number) {
    this.#control = control;
    this.#timeout = timeout;
  }

  /** Whether EPSV or PASV came first, so that a transfer has somewhere to go. */
  get isOpen(): boolean {
    return this.#listener !== undefined || this.#socket !== undefined;
  }

  /** Listens on the control connection's own address, in place of what was open before. Gives the port. */
  async listen(): Promise<number> {
    this.close();
    // Half open: a client that will not write may say so, and still reads.
    const listener = createServer({ allowHalfOpen: true, noDelay: true }, (socket) =>
      this.#accept(socket, listener),
    );
    this.#listener = listener;
    await listen(listener, this.#control.socket.localAddress!, 0);
    this.#control.track(listener);
    const { port } = listener.address() as AddressInfo;
    const impatience = setTimeout(() => this.#forget(listener), this.#timeout);
    listener.once("close", () => clearTimeout(impatience));
    // The session may have ended meanwhile.
    if (listener !== this.#listener || this.#control.socket.destroyed) this.#forget(listener);
    return port;
  }

  /** Sends everything over the data connection and closes it. */
  async send(chunks: Iterable<Uint8Array>): Promise<Reply> {
    const socket = await this.#connection();
    if (socket === undefined) return reply(425, "No data connection came.");
    socket.setTimeout(this.#timeout, () => socket.destroy());
    const sent = await sendAll(socket, chunks);
    // A reset, not an end: in stream mode the end of the connection is the end of the file.
    if (sent === "failed") socket.resetAndDestroy();
    this.close();
    if (sent === "sent") return reply(226, "Closing data connection; transfer complete.");
    if (sent === "failed") return reply(451, "Transfer aborted: the document could not be read to its end.");
    return reply(426, "Connection closed; transfer aborted.");
  }

  /** Closes whatever is open; a transfer that runs or waits ends with that. */
  close(): void {
    this.#socket?.destroy();
    this.#socket = undefined;
    this.#forget(this.#listener);
    this.#settle(undefined);
  }

  #accept(socket: Socket, listener: Server): void {
    this.#control.track(socket);
    const stranger = socket.remoteAddress !== this.#control.socket.remoteAddress;
    if (stranger || listener !== this.#listener) {
      socket.destroy();
      return;
    }
    // What a client says on a connection that it should only read is dropped.
    socket.resume();
    socket.once("close", () => {
      if (this.#socket === socket) this.#socket = undefined;
    });
    this.#socket = socket;
    this.#settle(socket);
    this.#forget(listener);
  }

  #connection(): Promise<Socket | undefined> {
    if (this.#socket !== undefined || this.#listener === undefined) return Promise.resolve(this.#socket);
    return new Promise((resolve) => {
      this.#waiting = resolve;
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
    // Nobody will come any more.
    if (this.#socket === undefined) this.#settle(undefined);
  }
}
