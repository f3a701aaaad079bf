import type { DatagramSocket, Transport } from "@anyurl/core/exchange";

/** The outcome of one datagram, in either direction. */
export type Fate = "arrives" | "is lost" | "arrives twice" | "is overtaken";

/** Returns a generator of outcomes that depends only on the seed. */
export function fates(seed: number): () => Fate {
  let state = seed;
  return () => {
    // Numerical Recipes, ranqd1.
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const chance = state / 2 ** 32;
    return chance < 0.15
      ? "is lost"
      : chance < 0.3
        ? "arrives twice"
        : chance < 0.45
          ? "is overtaken"
          : "arrives";
  };
}

/** Wraps a transport so that `next` decides the outcome of each datagram. */
export function lossy(transport: Transport, next: () => Fate): Transport {
  return {
    ...transport,
    datagram: async (endpoint, signal) => overLossyNetwork(await transport.datagram!(endpoint, signal), next),
  };
}

function overLossyNetwork(socket: DatagramSocket, next: () => Fate): DatagramSocket {
  /** A datagram that is delivered after the next one. */
  let late: Uint8Array | undefined;
  const arrived: Uint8Array[] = [];
  return {
    remote: socket.remote,
    send: async (octets) => {
      const fate = next();
      if (fate !== "is lost") await socket.send(octets);
      if (fate === "arrives twice") await socket.send(octets);
    },
    receive: async (within) => {
      for (;;) {
        const waiting = arrived.shift();
        if (waiting !== undefined) return waiting;
        const octets = await socket.receive(within);
        if (octets === undefined) return undefined;
        const fate = next();
        if (fate === "is overtaken" && late === undefined) {
          late = octets;
          continue;
        }
        if (fate === "is lost") continue;
        if (fate === "arrives twice") arrived.push(octets);
        if (late !== undefined) arrived.push(late);
        late = undefined;
        return octets;
      }
    },
    close: () => socket.close(),
  };
}
