import type { Fault } from "./fault.ts";
import type { ExchangePoint, FaultContext, FaultInjector } from "./faulty-peer.ts";
import { fails, isConfirmation, isUpload, STORING, WHOLE, wholeOr } from "./outcomes.ts";
import { CHUNK, createLargePayload, createPayload } from "./payload.ts";
import type { HostileOperation } from "./server-steps.ts";

/** So much that, with half of it taken, more is left than may wait (`maxBuffer`): what the server does is felt. */
const HEAVY = 12 * CHUNK;
const heavy = (operation: HostileOperation) => createLargePayload(operation, HEAVY);

const HALF = HEAVY / 2;

const stores = ({ operation }: HostileOperation) => STORING.has(operation);
const onData = ({ said }: ExchangePoint) => said.is === "upload" && "on" in said;
const canFail: NonNullable<Fault["suits"]> = (_, { failure }) => failure !== undefined;

/** A server that takes nothing may be waited for twice: for room, and for the reason. */
const TWICE: NonNullable<Fault["within"]> = ({ replyTimeout, farewellTimeout }) =>
  2 * replyTimeout + farewellTimeout;

/** What may be wrong where a server is to take something, or to do something. */
export const UPLOAD_SHAPES: readonly Fault[] = [
  {
    name: "nothing of an upload is taken",
    when: isUpload,
    payload: heavy,
    inject: () => stops(0),
    outcome: () => fails("timeout"),
    within: TWICE,
  },
  {
    name: "half of an upload is taken, and then no more",
    when: isUpload,
    payload: heavy,
    inject: () => stops(HALF),
    outcome: () => fails("timeout"),
    within: TWICE,
  },
  {
    name: "half of an upload is taken, and the connection that carries it breaks",
    when: isUpload,
    payload: heavy,
    inject: () => breaks(() => {}),
    outcome: () => fails("truncated", "timeout"),
    within: TWICE,
  },
  {
    name: "half of an upload is taken, and the server says why it takes no more",
    suits: canFail,
    when: isUpload,
    payload: heavy,
    inject: (_at, _next, { failure }) => breaks((turn) => turn.tell(failure ?? "")),
    outcome: () => ({ fails: "any" }),
    within: TWICE,
  },
  {
    name: "half of an upload is taken, the connection breaks, and the server says that it has all",
    when: isUpload,
    payload: heavy,
    inject: (_at, next) => breaks((turn) => turn.tell(next?.octets ?? "")),
    outcome: () => fails("truncated", "desync"),
    within: TWICE,
  },
  {
    name: "the server says that it has all, and takes nothing",
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
    name: "the server says that it has all, and closes before it has anything",
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
    name: "the answer to an upload comes before its end",
    when: isUpload,
    inject: (_at, next) => async (turn) => {
      await turn.tell(next?.octets ?? "");
      await turn.take();
      return "over";
    },
    // What comes early is read late.
    outcome: () => ({ gives: "anything", fails: "any" }),
  },
  {
    name: "a failure is told in the middle of an upload, and the rest is taken",
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
    name: "all is done as it should, and then a failure is told",
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
    name: "the server speaks where it is to listen",
    when: onData,
    inject: () => async (turn) => {
      await turn.say("what is this?\r\n");
      return "say it";
    },
    outcome: () => wholeOr("desync", "protocol-error"),
  },
  {
    name: "the caller gives up in the middle of an upload",
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
    name: "what is to be written fails in the middle",
    suits: (operation) => stores(operation) || operation.operation === "send",
    payload: heavy,
    source: "fails",
    outcome: () => fails("changed"),
  },
  {
    name: "what is to be written comes octet by octet",
    suits: stores,
    source: "octet by octet",
    outcome: () => WHOLE,
  },
  {
    name: "there is nothing to be written",
    suits: stores,
    payload: (operation) => ({ ...createPayload(operation), upload: new Uint8Array(0) }),
    outcome: () => WHOLE,
  },
  {
    name: "the server takes nothing of what is sent",
    network: { ignoresInput: true },
    payload: heavy,
    outcome: () => fails("timeout"),
    within: TWICE,
  },
  ...["9".repeat(16), "9".repeat(30), "-1", "0x10", "1e9", "NaN", ""].map(
    (size): Fault => ({
      name: `the size that is told is "${size}"`,
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

/** Takes so much, and no more. */
function stops(octets: number): FaultInjector {
  return async (turn) => {
    await turn.take(octets);
    return silence(turn);
  };
}

/** Takes half of it, says something, and breaks the connection off that carries it. */
function breaks(says: (turn: FaultContext) => void | Promise<void>): FaultInjector {
  return async (turn) => {
    await turn.take(HALF);
    await says(turn);
    turn.peer.reset();
    return "over";
  };
}
