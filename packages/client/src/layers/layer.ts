import type { Connection, Transport } from "@anyurl/core/exchange";

/** A wrapper around a transport, which is a transport itself. */
export type Layer = (next: Transport) => Transport;

/** Wraps a transport in layers. The first layer is the outermost. */
export function applyLayers(transport: Transport, ...layers: readonly Layer[]): Transport {
  return layers.reduceRight((next, layer) => layer(next), transport);
}

/** Wraps a transport, and replaces some of its methods. Unknown methods are passed through. */
export function wrapTransport(next: Transport, changes: Partial<Transport>): Transport {
  return {
    // The spread copies properties that the type does not have. Methods are called by name, because they may need their
    // own `this`.
    ...next,
    resolve: (name, signal) => next.resolve(name, signal),
    connect: (endpoint, signal) => next.connect(endpoint, signal),
    ...(next.secure && { secure: (connection, tls, signal) => next.secure!(connection, tls, signal) }),
    ...(next.checkTls && { checkTls: (tls) => next.checkTls!(tls) }),
    ...(next.awaitPeer && { awaitPeer: (endpoint, signal) => next.awaitPeer!(endpoint, signal) }),
    ...(next.datagram && { datagram: (endpoint, signal) => next.datagram!(endpoint, signal) }),
    ...(next.files && { files: next.files }),
    ...changes,
  };
}

/**
 * Wraps a connection, and replaces some of its methods. All others are passed through; an optional method that the
 * connection lacks stays absent, also if it is among the changes.
 */
export function wrapConnection(next: Connection, changes: Partial<WrappedMethods>): Connection {
  const { poll = () => next.poll!(), ...others } = changes;
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
    send: (octets, secret) => next.send(octets, secret),
    receive: (phase, onLoan) => next.receive(phase, onLoan),
    ...(next.poll && { poll }),
    ...(next.secure && { secure: (options) => next.secure!(options) }),
    ...(next.end && { end: () => next.end!() }),
    ...(next.resetUnlessEnded && { resetUnlessEnded: () => next.resetUnlessEnded!() }),
    ...(next.rest && { rest: (resting) => next.rest!(resting) }),
    close: () => next.close(),
    ...others,
  };
}

/** The methods that a wrapper may replace. */
type WrappedMethods = Pick<Required<Connection>, "send" | "receive" | "poll" | "close">;
