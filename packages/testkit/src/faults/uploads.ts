import type { Fault } from "./fault.ts";
import type { ExchangePoint, FaultContext, FaultInjector } from "./faulty-peer.ts";
import { fails, isConfirmation, isUpload, STORING, WHOLE, wholeOr } from "./outcomes.ts";
import { CHUNK, createLargePayload, createPayload } from "./payload.ts";
import type { HostileOperation } from "./server-steps.ts";

/** Bytes of an upload: even half of it exceeds `maxBuffer`, so the client must wait for the server. */
const HEAVY = 12 * CHUNK;
const heavy = (operation: HostileOperation) => createLargePayload(operation, HEAVY);

const HALF = HEAVY / 2;

const stores = ({ operation }: HostileOperation) => STORING.has(operation);
const onData = ({ said }: ExchangePoint) => said.is === "upload" && "on" in said;
const canFail: NonNullable<Fault["suits"]> = (_, { failure }) => failure !== undefined;

/** If the server does not read, the client may wait twice: to send, and for a reply that explains it. */
const TWICE: NonNullable<Fault["within"]> = ({ replyTimeout, farewellTimeout }) =>
  2 * replyTimeout + farewellTimeout;

/** Faults of uploads and of other operations that change something. */
export const UPLOAD_FAULTS: readonly Fault[] = [
  {
    name: "the server reads nothing of an upload",
    when: isUpload,
    payload: heavy,
    inject: () => stops(0),
    outcome: () => fails("timeout"),
    within: TWICE,
  },
  {
    name: "the server stops reading halfway through an upload",
    when: isUpload,
    payload: heavy,
    inject: () => stops(HALF),
    outcome: () => fails("timeout"),
    within: TWICE,
  },
  {
    name: "the connection is reset halfway through an upload",
    when: isUpload,
    payload: heavy,
    inject: () => breaks(() => {}),
    outcome: () => fails("truncated", "timeout"),
    within: TWICE,
  },
  {
    name: "the server reports a failure and resets halfway through an upload",
    suits: canFail,
    when: isUpload,
    payload: heavy,
    inject: (_at, _next, { failure }) => breaks((turn) => turn.tell(failure ?? "")),
    outcome: () => ({ fails: "any" }),
    within: TWICE,
  },
  {
    name: "the server reports success and resets halfway through an upload",
    when: isUpload,
    payload: heavy,
    inject: (_at, next) => breaks((turn) => turn.tell(next?.octets ?? "")),
    outcome: () => fails("truncated", "desync"),
    within: TWICE,
  },
  {
    name: "the server reports success and reads nothing of an upload",
    when: isUpload,
    payload: heavy,
    inject: (_at, next) => async (turn) => {
      await turn.tell(next?.octets ?? "");
      return silence(turn);
    },
    outcome: () => fails("timeout", "desync"),
    within: TWICE,
  },
  {
    name: "the server reports success and closes before an upload",
    when: isUpload,
    payload: heavy,
    inject: (_at, next) => async (turn) => {
      await turn.tell(next?.octets ?? "");
      turn.leave("reset");
      return "over";
    },
    outcome: () => fails("truncated", "desync"),
  },
  {
    name: "the server replies before the end of an upload",
    when: isUpload,
    inject: (_at, next) => async (turn) => {
      await turn.tell(next?.octets ?? "");
      await turn.take();
      return "over";
    },
    // The client may read the early reply late.
    outcome: () => ({ gives: "anything", fails: "any" }),
  },
  {
    name: "the server reports a failure halfway through an upload and reads the rest",
    suits: canFail,
    when: isUpload,
    payload: heavy,
    inject:
      (_at, _next, { failure }) =>
      async (turn) => {
        await turn.take(HALF);
        await turn.tell(failure ?? "");
        await turn.take();
        return "over";
      },
    outcome: () => ({ fails: "any" }),
  },
  {
    name: "the server reports a failure after the whole exchange",
    suits: canFail,
    when: isConfirmation,
    inject:
      (_at, _next, { failure }) =>
      async (turn) => {
        await turn.say(failure ?? "");
        return "over";
      },
    outcome: () => ({ fails: "any" }),
  },
  {
    name: "the server sends data on an upload connection",
    when: onData,
    inject: () => async (turn) => {
      await turn.say("what is this?\r\n");
      return "say it";
    },
    outcome: () => wholeOr("desync", "protocol-error"),
  },
  {
    name: "the caller aborts halfway through an upload",
    when: isUpload,
    payload: heavy,
    inject: () => async (turn) => {
      await turn.take(HALF);
      turn.abort();
      return silence(turn);
    },
    outcome: () => ({ aborts: true }),
  },
  {
    name: "the source fails halfway",
    over: "all",
    suits: (operation) => stores(operation) || operation.operation === "send",
    payload: heavy,
    source: "fails",
    outcome: () => fails("changed"),
  },
  {
    name: "the source yields one byte at a time",
    over: "all",
    suits: stores,
    source: "byte by byte",
    outcome: () => WHOLE,
  },
  {
    name: "the source is empty",
    over: "all",
    suits: stores,
    payload: (operation) => ({ ...createPayload(operation), upload: new Uint8Array(0) }),
    outcome: () => WHOLE,
  },
  {
    name: "the server never reads",
    network: { ignoresInput: true },
    payload: heavy,
    outcome: () => fails("timeout"),
    within: TWICE,
  },
  ...["9".repeat(16), "9".repeat(30), "-1", "0x10", "1e9", "NaN", ""].map(
    (size): Fault => ({
      name: `the server reports the size "${size}"`,
      suits: ({ operation }) => operation === "stat",
      when: ({ said, world }) => said.is === "reply" && said.text.includes(String(world.size)),
      inject: () => async (turn) => {
        const { said, world } = turn;
        await turn.say("text" in said ? said.text.replace(String(world.size), size) : "");
        return "said";
      },
      outcome: () => ({ gives: "anything", fails: "any" }),
    }),
  ),
];

const silence: FaultInjector = async (turn) => {
  await turn.silence();
  return "over";
};

/** Reads this number of bytes of the upload, then stops. */
function stops(octets: number): FaultInjector {
  return async (turn) => {
    await turn.take(octets);
    return silence(turn);
  };
}

/** Reads half of the upload, sends a message, and resets the connection of the upload. */
function breaks(says: (turn: FaultContext) => void | Promise<void>): FaultInjector {
  return async (turn) => {
    await turn.take(HALF);
    await says(turn);
    turn.peer.reset();
    return "over";
  };
}
