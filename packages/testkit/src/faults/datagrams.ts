import type { Fault } from "./fault.ts";
import type { FaultContext, FaultInjector } from "./faulty-peer.ts";
import { fails, WHOLE } from "./outcomes.ts";
import { createPayloadOfPackets } from "./payload.ts";

const SECOND = 1000;

/** Maximum number of datagrams of an endless server. */
const MANY = 20_000;

const everywhere = () => true;

const FAULTS_OF_DATAGRAMS: readonly Fault[] = [
  {
    name: "the port is closed",
    inject: () => async (turn) => {
      turn.peer.reset();
    },
    when: everywhere,
    outcome: () => fails("connect-failed", "truncated"),
  },
  {
    name: "all datagrams of a reply are lost once",
    when: everywhere,
    inject: () => async () => {},
    // The client repeats its request.
    outcome: () => WHOLE,
  },
  ...(
    [
      ["the first datagram is lost", (datagrams) => datagrams.slice(1)],
      ["the last datagram is lost", (datagrams) => datagrams.slice(0, -1)],
    ] as const satisfies readonly Change[]
  ).map(([name, change]) => changed(name, change, () => WHOLE)),
  ...(
    [
      ["each datagram arrives twice", (datagrams) => datagrams.flatMap((each) => [each, each])],
      ["the datagrams arrive in reverse order", (datagrams) => datagrams.toReversed()],
      ["an empty datagram before the reply", (datagrams) => [new Uint8Array(0), ...datagrams]],
      [
        "a datagram of another protocol before the reply",
        (datagrams) => [new TextEncoder().encode("HTTP/1.1 400 Bad Request\r\n\r\n"), ...datagrams],
      ],
    ] as const satisfies readonly Change[]
  ).map(([name, change]) => ({ ...changed(name, change, () => WHOLE), payload: createPayloadOfPackets })),
  ...(
    [
      [
        "each datagram is cut in half",
        (datagrams) => datagrams.map((each) => each.slice(0, each.length >> 1)),
      ],
      [
        "the bytes of each datagram are zeros",
        (datagrams) => datagrams.map((each) => new Uint8Array(each.length)),
      ],
      ["each datagram has 65 507 bytes", (datagrams) => datagrams.map(toLargest)],
    ] as const satisfies readonly Change[]
  ).map(([name, change]) => changed(name, change, () => ({ gives: "anything", fails: "any" }))),
  {
    name: "each datagram arrives after a second",
    when: everywhere,
    inject: () => async (turn) => {
      for (const datagram of turn.datagrams) {
        await turn.pause(SECOND);
        if (turn.peer.open) await turn.deliver([datagram]);
      }
      return "said";
    },
    outcome: () => WHOLE,
  },
  {
    name: "the same datagrams, endlessly",
    when: everywhere,
    inject: () => endlessly(async (turn) => turn.deliver(turn.datagrams)),
    outcome: () => ({ gives: "all", fails: "any" }),
    most: ({ maxDatagramOctets }) => maxDatagramOctets,
  },
  {
    name: "empty datagrams, endlessly",
    when: everywhere,
    inject: () => endlessly(async (turn) => turn.deliver([new Uint8Array(0)])),
    outcome: () => fails("too-large", "timeout", "protocol-error"),
    most: ({ maxDatagramOctets }) => maxDatagramOctets,
  },
];

/** Faults of servers and networks that send datagrams. */
export const DATAGRAM_FAULTS: readonly Fault[] = FAULTS_OF_DATAGRAMS.map((fault) => ({
  ...fault,
  over: "datagrams",
}));

type Change = readonly [name: string, change: (datagrams: readonly Uint8Array[]) => readonly Uint8Array[]];

/** Creates a fault that delivers other datagrams instead. */
function changed(name: string, change: Change[1], outcome: Fault["outcome"]): Fault {
  return {
    name,
    when: everywhere,
    inject: () => async (turn) => {
      await turn.deliver(change(turn.datagrams));
      return "said";
    },
    outcome,
  };
}

function toLargest(datagram: Uint8Array): Uint8Array {
  const largest = new Uint8Array(65_507);
  largest.set(datagram);
  return largest;
}

function endlessly(send: (turn: FaultContext) => Promise<void>): FaultInjector {
  return async (turn) => {
    for (let i = 0; i < MANY && turn.peer.open; i++) {
      await send(turn);
      // The network loses what the client has no room for.
      await undefined;
    }
    return "over";
  };
}
