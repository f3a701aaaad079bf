import type { Transport, TransportEndpoint } from "@anyurl/core/exchange";
import {
  type MemoryConnection,
  type MemoryPeer,
  MemoryPipe,
  type MemoryTraffic,
  systemError,
} from "./memory-pipe.ts";

/** What a server does with a connection. Its failures are its own: a client that leaves is no error. */
export type MemoryHandler = (peer: MemoryPeer) => void | Promise<void>;

export interface ListenOptions {
  /**
   * Does the server begin with a handshake? A client that has it otherwise does not get through. "either": it takes
   * both, for one that may begin TLS later. Default false.
   */
  readonly tls?: boolean | "either";
}

export interface MemoryTransportInit {
  /** What names are looked up to. A name that is not among them is not found. */
  readonly names?: Readonly<Record<string, readonly string[]>>;
  /** The operation that fails, counted from 0 over all look-ups, connects, sends and receives. Default: none. */
  readonly failAt?: number;
}

/** A network in memory: no socket is opened and nothing is looked up. */
export interface MemoryTransport extends Transport {
  /** Begins TLS in memory: nothing is encrypted, but who has not begun it is not understood. */
  secure: NonNullable<Transport["secure"]>;
  /** Takes connections to an address and port, one handler each; what it gives stops that. */
  listen(address: string, port: number, handler: MemoryHandler, options?: ListenOptions): () => void;
  /** Connections to there are neither taken nor refused, as behind a filter; what it gives stops that. */
  drop(address: string, port: number): () => void;
  /** Names that were looked up, in order. */
  readonly looked: readonly string[];
  /** Where connections were asked for, in order, made or not. */
  readonly dialled: readonly TransportEndpoint[];
  /** The connections that were made, in order. */
  readonly connections: readonly MemoryTraffic[];
  /** How often something was looked up, dialled, sent or received. */
  readonly operations: number;
  /** Connections that the client has not closed, and those that it still waits for. */
  readonly open: number;
  /** Addresses and ports at which something listens, or drops. */
  readonly listeners: number;
  /** What a handler has thrown while its client was still there. */
  readonly faults: readonly unknown[];
}

type Listener = { readonly handler: MemoryHandler; readonly tls: boolean | "either" } | "drop";

/** @throws {RangeError} (listen, drop) there is a listener already. */
export function memoryTransport(init: MemoryTransportInit = {}): MemoryTransport {
  const names = new Map(Object.entries(init.names ?? {}));
  const listeners = new Map<string, Listener>();
  const looked: string[] = [];
  const dialled: TransportEndpoint[] = [];
  const connections: MemoryPipe[] = [];
  const faults: unknown[] = [];
  let operations = 0;
  let waiting = 0;
  const mayFail = () => {
    if (operations++ === init.failAt) throw systemError("write", "EPIPE");
  };
  const add = (address: string, port: number, listener: Listener) => {
    const key = keyOf(address, port);
    if (listeners.has(key)) throw new RangeError(`something listens at ${key} already`);
    listeners.set(key, listener);
    return () => void (listeners.get(key) === listener && listeners.delete(key));
  };
  const serve = async (handler: MemoryHandler, peer: MemoryPeer) => {
    try {
      await handler(peer);
    } catch (error) {
      if (peer.open) faults.push(error);
    }
  };
  return {
    looked,
    dialled,
    connections,
    faults,
    get operations() {
      return operations;
    },
    get open() {
      return waiting + connections.filter(({ open }) => open).length;
    },
    get listeners() {
      return listeners.size;
    },
    listen: (address, port, handler, { tls = false } = {}) => add(address, port, { handler, tls }),
    drop: (address, port) => add(address, port, "drop"),
    resolve: async (name, signal) => {
      signal.throwIfAborted();
      looked.push(name);
      mayFail();
      const addresses = names.get(name.toLowerCase());
      if (addresses === undefined) throw systemError("getaddrinfo", "ENOTFOUND");
      return addresses;
    },
    connect: async (endpoint, signal) => {
      signal.throwIfAborted();
      const { address, port, tls } = endpoint;
      dialled.push(endpoint);
      mayFail();
      const listener = listeners.get(keyOf(address, port));
      if (listener === undefined) throw systemError("connect", "ECONNREFUSED");
      if (listener === "drop") {
        waiting++;
        await aborted(signal).finally(() => waiting--);
        throw signal.reason;
      }
      // A handshake of one side only: what the other one says is no TLS record.
      if (listener.tls !== "either" && listener.tls !== (tls !== undefined)) {
        throw tls === undefined
          ? systemError("connect", "ECONNRESET")
          : systemError("connect", "ERR_SSL_WRONG_VERSION_NUMBER");
      }
      const pipe = new MemoryPipe(endpoint, mayFail);
      connections.push(pipe);
      // As over a network: the client has its connection before the server does anything with it.
      void Promise.resolve().then(() => serve(listener.handler, pipe.peer));
      return pipe.client;
    },
    secure: async (connection, { closeNotify = false }, signal) => {
      if (!isOurs(connection)) throw new TypeError("this connection is another transport's");
      signal.throwIfAborted();
      mayFail();
      const close = () => connection.close();
      signal.addEventListener("abort", close, { once: true });
      try {
        await connection.pipe.secure(closeNotify);
        return connection;
      } catch (error) {
        connection.close();
        throw signal.aborted ? signal.reason : error;
      } finally {
        signal.removeEventListener("abort", close);
      }
    },
  };
}

function isOurs(connection: object): connection is MemoryConnection {
  return "pipe" in connection && connection.pipe instanceof MemoryPipe;
}

function keyOf(address: string, port: number): string {
  return address.includes(":") ? `[${address}]:${port}` : `${address}:${port}`;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
