import { setTimeout as sleep } from "node:timers/promises";
import type { Layer } from "@anyurl/client/layers";
import type { DatagramSocket } from "@anyurl/core/exchange";
import { type Random, randomOf } from "../fuzz/random.ts";

export interface DatagramChaos {
  readonly seed: number;
  /** Percentages of the datagrams, in each direction. */
  readonly lost: number;
  readonly doubled: number;
  readonly late: number;
}

export type DatagramDeed = "lose" | "double" | "delay-datagram";

/** Wraps a transport so that datagrams are lost, duplicated, and reordered, as RFC 768 allows. */
export function unreliable(
  { seed, lost, doubled, late }: DatagramChaos,
  onDeed: (did: DatagramDeed) => void,
  onOpen: (change: 1 | -1) => void,
): Layer {
  const random = randomOf(seed);
  return (next) => ({
    ...next,
    ...(next.datagram && {
      datagram: async (endpoint, signal) => {
        const socket = await next.datagram!(endpoint, signal);
        onOpen(1);
        return disturbed(socket, random);
      },
    }),
  });

  function disturbed(socket: DatagramSocket, random: Random): DatagramSocket {
    const happens = (did: DatagramDeed, percent: number) => {
      const does = random.below(100) < percent;
      if (does) onDeed(did);
      return does;
    };
    const again: Uint8Array[] = [];
    let isClosed = false;
    return {
      remote: socket.remote,
      send: async (octets) => {
        if (happens("lose", lost)) return;
        if (happens("double", doubled)) await socket.send(octets);
        if (!happens("delay-datagram", late)) return socket.send(octets);
        // The sender does not wait for it.
        const copy = octets.slice();
        void sleep(random.below(10))
          .then(
            () => (isClosed ? undefined : socket.send(copy)),
            () => {},
          )
          .catch(() => {});
      },
      receive: async (within) => {
        for (;;) {
          const before = again.shift();
          if (before !== undefined) return before;
          const octets = await socket.receive(within);
          if (octets === undefined) return undefined;
          if (happens("lose", lost)) continue;
          if (happens("double", doubled)) again.push(octets.slice());
          if (!happens("delay-datagram", late)) return octets;
          again.push(octets);
          const next = await socket.receive(5);
          if (next !== undefined) return next;
        }
      },
      close: () => {
        if (!isClosed) onOpen(-1);
        isClosed = true;
        socket.close();
      },
    };
  }
}
