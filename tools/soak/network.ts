import { AsyncLocalStorage } from "node:async_hooks";
import { applyLayers, type ChaosFault, chaos, type Layer, rateLimit, retry } from "@anyurl/client/layers";
import type { Connection, Transport } from "@anyurl/core/exchange";
import { nodeTransport } from "@anyurl/transport-node";
import { type DatagramDeed, unreliable } from "./datagrams.ts";
import type { Operation } from "./operation.ts";

export type Deed = ChaosFault | DatagramDeed;

/** The network of one operation, and the faults that were injected. */
export interface Network {
  /** The faults of its connections, including pooled connections of other operations. */
  readonly deeds: ReadonlySet<Deed>;
  /** The number of open connections. */
  readonly open: number;
  run<T>(work: () => Promise<T>): Promise<T>;
}

interface Call {
  readonly transport: Transport;
  /** The faults of each network that one of its connections comes from. */
  readonly used: Set<ReadonlySet<Deed>>;
}

const current: AsyncLocalStorage<Call> = new AsyncLocalStorage();

/**
 * Returns the transport of one client for all operations, so that they share its connection pool. Each operation still
 * has its own network, so that its faults do not depend on other operations.
 */
export function sharedTransport(): Transport {
  const node = nodeTransport();
  const ofCall = (): Required<Transport> => {
    const call = current.getStore();
    if (call === undefined) throw new Error("a connection was opened outside of an operation");
    return call.transport as Required<Transport>;
  };
  return {
    ...node,
    resolve: (name, signal) => ofCall().resolve(name, signal),
    connect: (endpoint, signal) => ofCall().connect(endpoint, signal),
    secure: (connection, tls, signal) => ofCall().secure(connection, tls, signal),
    awaitPeer: (endpoint, signal) => ofCall().awaitPeer(endpoint, signal),
    datagram: (endpoint, signal) => ofCall().datagram(endpoint, signal),
  };
}

/** @param planted layers with bugs that the soak must find, for its own tests. */
export function networkOf(operation: Operation, planted: readonly Layer[]): Network {
  const { chaos: disturbed, datagrams, dialAttempts, octetsPerSecond } = operation;
  const own = new Set<Deed>();
  const used = new Set<ReadonlySet<Deed>>([own]);
  let open = 0;
  const count = (change: 1 | -1) => {
    open += change;
  };
  const transport = applyLayers(
    nodeTransport(),
    ...planted,
    watching(own, count),
    retry({ attempts: dialAttempts, first: 5, most: 20 }),
    rateLimit({ octetsPerSecond }),
    chaos({ ...disturbed, onEvent: ({ did }) => void own.add(did) }),
    unreliable(datagrams, (did) => void own.add(did), count),
  );
  return {
    get deeds() {
      return new Set([...used].flatMap((deeds) => [...deeds]));
    },
    get open() {
      return open;
    },
    run: (work) => current.run({ transport, used }, work),
  };
}

/** Counts connections, and reports their faults to each operation that uses them. */
function watching(deeds: ReadonlySet<Deed>, count: (change: 1 | -1) => void): Layer {
  const touch = () => void current.getStore()?.used.add(deeds);
  const watched = (connection: Connection): Connection => {
    count(1);
    let isClosed = false;
    const { secure, end, rest } = connection;
    return {
      get remote() {
        return connection.remote;
      },
      get local() {
        return connection.local;
      },
      get tls() {
        return connection.tls;
      },
      ...(secure && { secure: () => secure.call(connection) }),
      ...(end && { end: () => end.call(connection) }),
      rest: (resting) => {
        if (!resting) touch();
        rest?.call(connection, resting);
      },
      send: (octets, secret) => {
        touch();
        return connection.send(octets, secret);
      },
      receive: (phase, onLoan) => connection.receive(phase, onLoan),
      close: () => {
        if (!isClosed) count(-1);
        isClosed = true;
        connection.close();
      },
    };
  };
  return (next) => ({
    ...next,
    resolve: (name, signal) => next.resolve(name, signal),
    connect: async (endpoint, signal) => watched(await next.connect(endpoint, signal)),
    ...(next.secure && {
      secure: async (connection, tls, signal) => watchedToo(await next.secure!(connection, tls, signal)),
    }),
  });

  /** A connection that is already counted. */
  function watchedToo(connection: Connection): Connection {
    const rest = connection.rest?.bind(connection);
    connection.rest = (resting) => {
      if (!resting) touch();
      rest?.(resting);
    };
    return connection;
  }
}
