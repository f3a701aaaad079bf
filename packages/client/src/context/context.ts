import type { RangeRequest } from "@anyurl/core";
import type { Context } from "@anyurl/core/exchange";
import { lookedUp } from "../call/looked-up.ts";
import { GuardedFiles } from "../files/guarded-files.ts";
import { createHttp } from "../http/create-http.ts";
import { type CallNetwork, leaseConnection, openConnection } from "./call-network.ts";
import { openDatagrams } from "./datagram.ts";
import { listen } from "./listen.ts";
import { refer } from "./refer.ts";

/** What a context tells the scheme besides the capabilities. */
export interface ContextFacts extends Pick<Context, "ask" | "options"> {
  readonly range: RangeRequest | undefined;
  readonly metadata: Context["metadata"];
  readonly modified: Date | undefined;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

/**
 * Creates the context of a scheme for one call. A member that is not available is absent, not `undefined`; what the
 * others need is created when the scheme uses them.
 */
export function createContext(
  network: CallNetwork,
  { ask, range, metadata, modified, options }: ContextFacts,
): Context {
  const { call, limits, transport, clock } = network;
  const { pool, idna } = call.settings;
  let http: Context["http"];
  const context: Mutable<Context> = {
    connect: (endpoint, how) =>
      openConnection(network, endpoint.host === undefined ? endpoint : lookedUp(endpoint, idna), how),
    http: (request, how) => {
      http ??= createHttp(network);
      return http(request, how);
    },
    refer: (url) => refer(network, url),
    ask,
    limits,
    // Not a getter: with one, these objects do not share a shape, which costs more than a signal.
    signal: call.signal,
    now: () => clock.now(),
    record: call.record,
    options,
  };
  // Named first: V8 places a function literal that is assigned to a property in the old generation, where it keeps all
  // objects of its call until the next full collection.
  const lease: NonNullable<Context["lease"]> = (endpoint, how) => leaseConnection(network, endpoint, how);
  const listenBeside: NonNullable<Context["listen"]> = (beside) => listen(network, beside);
  const openSocket: NonNullable<Context["datagram"]> = (endpoint, how) =>
    openDatagrams(network, endpoint, how);
  if (pool.keeps) context.lease = lease;
  if (transport.awaitPeer !== undefined) context.listen = listenBeside;
  if (transport.datagram !== undefined) context.datagram = openSocket;
  if (call.isLocal && transport.files?.below !== undefined) context.files = new GuardedFiles(network);
  if (range !== undefined) context.range = range;
  if (metadata !== undefined) context.metadata = metadata;
  if (modified !== undefined) context.modified = modified;
  return context;
}
