import type { TlsEndpoint, Transport, TransportEndpoint } from "@anyurl/core/exchange";
import { MemoryDatagrams, type SetTimer } from "./memory-datagrams.ts";
import type { MemoryFiles } from "./memory-files.ts";
import {
  type MemoryConnection,
  type MemoryPeer,
  MemoryPipe,
  type MemoryTls,
  type MemoryTraffic,
  systemError,
} from "./memory-pipe.ts";

/** The behavior of a server on a connection. An error because the client disconnected is ignored. */
export type MemoryHandler = (peer: MemoryPeer) => void | Promise<void>;

export interface ListenOptions {
  /**
   * Whether the server starts with a TLS handshake. A client that does not match cannot connect. "either": both are
   * accepted, for a server that may start TLS later. Default: false.
   */
  readonly tls?: boolean | "either" | MemoryTls;
  /** Whether the server receives and sends datagrams. Each socket of a client is one peer. Default: false. */
  readonly datagrams?: boolean;
}

export interface MemoryTransportInit {
  /** The addresses of host names. Other names are not found. */
  readonly names?: Readonly<Record<string, readonly string[]>>;
  /** The index of the operation that fails, from 0, over all lookups, connects, sends and receives. Default: none. */
  readonly failAt?: number;
  /** The local files of the transport. Default: none. */
  readonly files?: MemoryFiles;
  /** Timers for `receive` of datagrams. Default: real time. */
  readonly clock?: { readonly setTimeout: SetTimer };
}

/** A network in memory, without sockets and DNS. */
export interface MemoryTransport extends Transport {
  datagram: NonNullable<Transport["datagram"]>;
  /** Starts TLS in memory. Nothing is encrypted, but both sides must start it. */
  secure: NonNullable<Transport["secure"]>;
  /** Accepts connections to an address and port and calls the handler for each. Returns a function that stops listening. */
  listen(address: string, port: number, handler: MemoryHandler, options?: ListenOptions): () => void;
  /** Drops connections to an address and port, like a packet filter. Returns a function that stops this. */
  drop(address: string, port: number): () => void;
  /** The host names that were looked up, in order. */
  readonly looked: readonly string[];
  /** The endpoints of all connection attempts, in order. */
  readonly dialled: readonly TransportEndpoint[];
  /** The established connections, in order. */
  readonly connections: readonly MemoryTraffic[];
  /** Number of lookups, connects, sends and receives. */
  readonly operations: number;
  /** Number of connections and files that the client has not closed, including pending ones. */
  readonly open: number;
  /** Number of addresses and ports that listen or drop. */
  readonly listeners: number;
  /** Errors of handlers whose client was still connected. */
  readonly faults: readonly unknown[];
}

type Listener =
  | { readonly handler: MemoryHandler; readonly tls: boolean | "either"; readonly certificate: MemoryTls }
  | "drop";

/** Creates a network in memory. @throws {RangeError} (listen, drop) the address is already in use. */
export function memoryTransport(init: MemoryTransportInit = {}): MemoryTransport {
  const names = new Map(Object.entries(init.names ?? {}));
  const listeners = new Map<string, Listener>();
  const looked: string[] = [];
  const dialled: TransportEndpoint[] = [];
  const connections: (MemoryPipe | MemoryDatagrams)[] = [];
  const faults: unknown[] = [];
  let operations = 0;
  let waiting = 0;
  const mayFail = () => {
    if (operations++ === init.failAt) throw systemError("write", "EPIPE");
  };
  const { files } = init;
  const add = (address: string, port: number | string, listener: Listener) => {
    const key = formatEndpointKey(address, port);
    if (listeners.has(key)) throw new RangeError(`the address is already in use: ${key}`);
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
    ...(files !== undefined && { files }),
    looked,
    dialled,
    connections,
    faults,
    get operations() {
      return operations;
    },
    get open() {
      return waiting + connections.filter(({ open }) => open).length + (files?.unclosed ?? 0);
    },
    get listeners() {
      return listeners.size;
    },
    listen: (address, port, handler, { tls = false, datagrams = false } = {}) =>
      add(address, datagrams ? `udp ${port}` : port, {
        handler,
        tls: typeof tls === "object" ? true : tls,
        certificate: typeof tls === "object" ? tls : {},
      }),
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
      const listener = listeners.get(formatEndpointKey(address, port));
      if (listener === undefined) throw systemError("connect", "ECONNREFUSED");
      if (listener === "drop") {
        waiting++;
        await aborted(signal).finally(() => waiting--);
        throw signal.reason;
      }
      // A handshake of one side only fails: the other side does not send TLS records.
      if (listener.tls !== "either" && listener.tls !== (tls !== undefined)) {
        throw tls === undefined
          ? systemError("connect", "ECONNRESET")
          : systemError("connect", "ERR_SSL_WRONG_VERSION_NUMBER");
      }
      const { certificate } = listener;
      if (tls !== undefined) refuseHandshake(tls, certificate);
      const pipe = new MemoryPipe(endpoint, mayFail, certificate);
      connections.push(pipe);
      // As on a network, the client has its connection before the server uses it.
      void Promise.resolve().then(() => serve(listener.handler, pipe.peer));
      return pipe.client;
    },
    datagram: async (endpoint, signal) => {
      signal.throwIfAborted();
      const { address, port } = endpoint;
      dialled.push(endpoint);
      mayFail();
      const listener = listeners.get(formatEndpointKey(address, `udp ${port}`));
      const datagrams = new MemoryDatagrams(endpoint, mayFail, init.clock?.setTimeout ?? setTimer);
      connections.push(datagrams);
      // Without a listener nothing answers, until the system reports the closed port.
      if (listener === undefined) datagrams.peer.reset();
      else if (listener !== "drop")
        void Promise.resolve().then(() => serve(listener.handler, datagrams.peer));
      return datagrams.client;
    },
    secure: async (connection, { closeNotify = false }, signal) => {
      if (!isOurs(connection)) throw new TypeError("the connection belongs to another transport");
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

/** @throws the error of a handshake that fails. */
function refuseHandshake(
  { insecure, alpn }: TlsEndpoint,
  { authorized = true, alpn: offered }: MemoryTls,
): void {
  if (!authorized && insecure !== true) throw systemError("connect", "DEPTH_ZERO_SELF_SIGNED_CERT");
  // RFC 7301 §3.2: a server that supports ALPN and none of the protocols fails.
  const isCommon = alpn === undefined || offered === undefined || offered.some((name) => alpn.includes(name));
  if (!isCommon) throw systemError("connect", "ERR_SSL_TLSV1_ALERT_NO_APPLICATION_PROTOCOL");
}

function setTimer(callback: () => void, milliseconds: number): () => void {
  const timer = setTimeout(callback, milliseconds);
  return () => clearTimeout(timer);
}

function isOurs(connection: object): connection is MemoryConnection {
  return "pipe" in connection && connection.pipe instanceof MemoryPipe;
}

function formatEndpointKey(address: string, port: number | string): string {
  return address.includes(":") ? `[${address}]:${port}` : `${address}:${port}`;
}

function aborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve();
    else signal.addEventListener("abort", () => resolve(), { once: true });
  });
}
