import { BODY_READERS } from "./body-readers.ts";
import type { Fault } from "./fault.ts";
import type { FaultInjector } from "./faulty-peer.ts";
import { endlessAfter, fails, isBody, WHOLE, wholeOr } from "./outcomes.ts";
import { CHUNK, createCoarselyCutPayload, createFinelyCutPayload, createLargeBody } from "./payload.ts";
import type { HostileOperation } from "./server-steps.ts";

const isGet = ({ operation }: HostileOperation) => operation === "get" || operation === "request";
/** A session has no size. */
const isStream = ({ operation }: HostileOperation) =>
  operation === "get" || operation === "request" || operation === "open";

/** Maximum number of promises for each packet, from the transport to the caller: its work must not depend on its chunks. */
const MAX_PROMISES_PER_PACKET = 40;

/** Maximum bytes on the wire for each byte of a body of long lines. */
const MAX_FRAMING = 1.5;

/** Faults of bodies. */
export const TRANSFER_FAULTS: readonly Fault[] = [
  {
    name: "half a body, then a reset of its connection",
    when: isBody,
    inject: () => async (turn) => {
      await turn.say(half(turn.octets));
      turn.peer.reset();
    },
    outcome: () => fails("truncated"),
  },
  {
    name: "half a body, and TLS ends without a close_notify",
    suits: ({ operation, tls }) => tls !== undefined && operation !== "open",
    when: isBody,
    inject: () => async (turn) => {
      await turn.say(half(turn.octets));
      turn.peer.cut();
    },
    outcome: () => fails("truncated"),
  },
  {
    name: "a whole body, and TLS ends without a close_notify",
    suits: ({ operation, tls }) => tls !== undefined && operation !== "open",
    when: isBody,
    inject: () => async (turn) => {
      await turn.say(turn.octets);
      turn.peer.cut();
    },
    // A size, a mark or a reply may show that the body is complete.
    outcome: ({ end }) => (end === "close" ? fails("truncated") : wholeOr("truncated")),
  },
  {
    name: "half a body, then silence",
    when: isBody,
    inject: () => async (turn) => {
      await turn.say(half(turn.octets));
      await turn.silence();
    },
    outcome: () => fails("timeout"),
    within: ({ idleTimeout }) => idleTimeout,
  },
  {
    name: "half a body, then a failure reply",
    when: isBody,
    suits: ({ end }, { failure }) => end === "reply" && failure !== undefined,
    // On the same connection, the reply begins a line of its own.
    inject: (at) => (turn) => turn.say("on" in at.said ? half(turn.octets) : halfTheLines(turn.octets)),
    injectAfter:
      ({ failure }) =>
      async (turn) =>
        turn.said.is === "reply" ? turn.say(failure ?? "") : "say it",
    outcome: () => fails("truncated"),
  },
  {
    name: "an endless body",
    suits: isGet,
    when: isBody,
    inject: () => endless,
    outcome: endlessAfter,
    most: ({ maxBytes }) => maxBytes,
  },
  {
    name: "a complete body of more than maxBytes",
    suits: isGet,
    payload: createLargeBody,
    outcome: () => fails("too-large"),
    most: ({ maxBytes }) => MAX_FRAMING * maxBytes,
  },
  {
    name: "an endless body, which the reader cancels",
    suits: isStream,
    when: isBody,
    inject: () => endless,
    reader: "leaves",
    outcome: () => ({ gives: "anything" }),
    most: () => 0,
  },
  {
    name: "an endless body, which the reader stops reading",
    suits: isStream,
    when: isBody,
    inject: () => endless,
    reader: "stops",
    // Only the reader limits the body.
    limits: { maxBytes: Number.POSITIVE_INFINITY },
    outcome: () => ({ gives: "anything" }),
    most: ({ maxHeld }) => maxHeld,
  },
  ...[-7, 7, Number.MAX_SAFE_INTEGER].map(
    (more): Fault => ({
      name: `the server reports a size that is wrong by ${more}`,
      suits: isGet,
      world: ({ size }) => ({ size: more === Number.MAX_SAFE_INTEGER ? more : size + more }),
      outcome: ({ sized = false }) => {
        if (!sized) return wholeOr("truncated");
        return more > 0
          ? fails("truncated", "too-large", "timeout")
          : { gives: "beginning", fails: ["truncated", "desync", "protocol-error", "too-large"] };
      },
    }),
  ),
  ...BODY_READERS.map(
    (reader): Fault => ({
      name: `a body in the smallest chunks that its framing allows, read by ${reader}`,
      over: "both",
      suits: isGet,
      payload: createFinelyCutPayload,
      when: isBody,
      inject: () => async (turn) => {
        const { octets } = turn;
        // Datagrams have their own chunks.
        if (turn.datagrams.length > 0) return "say it";
        for (let at = 0; at < octets.length; at += CHUNK) await turn.say(octets.subarray(at, at + CHUNK));
        return "said";
      },
      reader,
      minAverageChunk: 128,
      maxPromises: MAX_PROMISES_PER_PACKET,
      limits: { maxBytes: 1024 * 1024, maxHeld: 1024 * 1024 },
      outcome: () => WHOLE,
    }),
  ),
  {
    name: "the memory for a body in the smallest chunks that its framing allows",
    over: "both",
    suits: isGet,
    payload: createFinelyCutPayload,
    when: isBody,
    inject: () => async (turn) => {
      await turn.weigh(turn.octets);
      return "said";
    },
    reader: "bytes()",
    memoryOf: createCoarselyCutPayload,
    limits: { maxBytes: 1024 * 1024, maxHeld: 1024 * 1024 },
    outcome: () => WHOLE,
  },
  { name: "no fault", over: "all", outcome: () => WHOLE },
];

const endless: FaultInjector = async (turn) => {
  await turn.say(turn.octets);
  await turn.endlessly("a line\r\n");
};

function half(octets: Uint8Array): Uint8Array {
  return octets.subarray(0, Math.max(1, octets.length >> 1));
}

function halfTheLines(octets: Uint8Array): Uint8Array {
  const begun = half(octets);
  return begun.subarray(0, begun.lastIndexOf(0x0a) + 1);
}
