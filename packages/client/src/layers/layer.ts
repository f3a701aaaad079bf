import type { Connection, Transport } from "@anyurl/core/exchange";

/** Something around a transport, which is a transport again. */
export type Layer = (next: Transport) => Transport;

/** A transport with layers around it, the outermost first: what it is asked for, the first of them hears first. */
export function applyLayers(transport: Transport, ...layers: readonly Layer[]): Transport {
  return layers.reduceRight((next, layer) => layer(next), transport);
}

/** A transport that does some things otherwise than the one within. What is not known here is passed through. */
export function wrapTransport(next: Transport, changes: Partial<Transport>): Transport {
  return {
    // A transport may have more than its type says; its methods by name, for they may need their own `this`.
    ...next,
    resolve: (name, signal) => next.resolve(name, signal),
    connect: (endpoint, signal) => next.connect(endpoint, signal),
    ...(next.secure && { secure: (connection, tls, signal) => next.secure!(connection, tls, signal) }),
    ...(next.http && { http: (connection, options) => next.http!(connection, options) }),
    ...(next.awaitPeer && { awaitPeer: (endpoint, signal) => next.awaitPeer!(endpoint, signal) }),
    ...(next.datagram && { datagram: (endpoint, signal) => next.datagram!(endpoint, signal) }),
    ...(next.files && { files: next.files }),
    ...changes,
  };
}

/** A connection that sends, receives and closes otherwise than the one within. */
export function wrapConnection(
  next: Connection,
  changes: Pick<Connection, "send" | "receive" | "close">,
): Connection {
  return {
    get remote() {
      return next.remote;
    },
    get local() {
      return next.local;
    },
    get tls() {
      return next.tls;
    },
    ...(next.secure && { secure: () => next.secure!() }),
    ...(next.end && { end: () => next.end!() }),
    ...(next.resetUnlessEnded && { resetUnlessEnded: () => next.resetUnlessEnded!() }),
    ...(next.rest && { rest: (resting) => next.rest!(resting) }),
    ...changes,
  };
}
