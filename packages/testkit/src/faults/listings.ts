import type { HostileShape } from "./faults.ts";
import { fails, isBody, WHOLE, wholeOr } from "./outcomes.ts";
import { EVIL_NAMES, EVIL_SIZES, goodsOf, LAST_NAME, listing } from "./payload.ts";
import type { HostileOperation } from "./server-steps.ts";

const lists = ({ entry }: HostileOperation) => entry !== undefined;

/** What may be wrong with a listing or a menu. */
export const LISTING_SHAPES: readonly HostileShape[] = [
  {
    name: "a listing without an end",
    suits: lists,
    at: isBody,
    lie: () => async (turn) => {
      await turn.endlessly(turn.octets);
      return "nothing";
    },
    outcome: () => fails("too-large"),
    most: ({ maxListing }) => maxListing,
  },
  {
    name: "a listing without an end, of which the reader wants no more",
    suits: lists,
    at: isBody,
    lie: () => async (turn) => {
      await turn.say(turn.octets);
      await turn.endlessly(turn.octets);
      return "nothing";
    },
    reader: "leaves",
    outcome: () => ({ gives: "anything" }),
    most: () => 0,
  },
  {
    name: "a line of a listing without an end",
    suits: lists,
    at: isBody,
    lie: () => async (turn) => {
      await turn.endlessly("x");
      return "nothing";
    },
    outcome: () => fails("too-large"),
    most: ({ maxListing }) => maxListing,
  },
  {
    name: "no entries",
    suits: lists,
    goods: (operation) => listing(operation, []),
    outcome: () => WHOLE,
  },
  ...EVIL_NAMES.map(
    (name): HostileShape => ({
      name: `an entry is called ${JSON.stringify(name.slice(0, 20))}`,
      suits: lists,
      goods: (operation) => listing(operation, [name, LAST_NAME]),
      outcome: () => ({ gives: "anything" }),
    }),
  ),
  ...EVIL_SIZES.map(
    (size): HostileShape => ({
      name: `an entry has the size "${size}"`,
      suits: lists,
      goods: (operation) => listing(operation, ["one.txt", LAST_NAME], { size }),
      outcome: () => ({ gives: "anything" }),
    }),
  ),
  {
    name: "lines of a listing end with LF alone",
    suits: lists,
    goods: (operation) => listing(operation, goodsOf(operation).names, { end: "\n" }),
    outcome: () => wholeOr("protocol-error", "truncated"),
  },
  {
    name: "lines of a listing end with CR alone",
    suits: lists,
    goods: (operation) => ({ ...listing(operation, goodsOf(operation).names, { end: "\r" }), names: [] }),
    outcome: () => ({ gives: "anything", fails: ["protocol-error", "truncated", "too-large"] }),
  },
];
