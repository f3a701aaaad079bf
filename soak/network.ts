import { AsyncLocalStorage } from "node:async_hooks";
import { type ChaosDeed, chaos, type Layer, layered, logging, rateLimit, retry } from "@anyurl/client/layers";
import type { Transport } from "@anyurl/core/exchange";
import { nodeTransport } from "@anyurl/transport-node";
import type { Operation } from "./operation.ts";

/** The network as one operation has it, and what has become of it. */
export interface Network {
  /** What has been done to its connections. */
  readonly deeds: ReadonlySet<ChaosDeed>;
  /** Connections that were made and have not been closed. */
  readonly open: number;
  run<T>(work: () => Promise<T>): Promise<T>;
}

const current: AsyncLocalStorage<Transport> = new AsyncLocalStorage();

/**
 * The transport of one client for all operations, so that they share what a client has; and yet each of them has a
 * network of its own, so that what is done to it depends on no other.
 */
export const sharedTransport: Transport = {
  resolve: (name, signal) => transportOfCall().resolve(name, signal),
  connect: (endpoint, signal) => transportOfCall().connect(endpoint, signal),
};

/** @param planted layers that do what must be found out: the soak's own test. */
export function networkOf(operation: Operation, planted: readonly Layer[]): Network {
  const { chaos: disturbed, dialAttempts, octetsPerSecond } = operation;
  const deeds = new Set<ChaosDeed>();
  let open = 0;
  const transport = layered(
    nodeTransport(),
    ...planted,
    retry({ attempts: dialAttempts, first: 5, most: 20 }),
    rateLimit({ octetsPerSecond }),
    chaos({ ...disturbed, onEvent: ({ did }) => void deeds.add(did) }),
    logging((event) => {
      if (event.do === "connected") open++;
      if (event.do === "close") open--;
    }),
  );
  return {
    deeds,
    get open() {
      return open;
    },
    run: (work) => current.run(transport, work),
  };
}

function transportOfCall(): Transport {
  const transport = current.getStore();
  if (transport === undefined) throw new Error("a connection was asked for by no operation");
  return transport;
}
