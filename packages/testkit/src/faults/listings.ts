import type { Fault } from "./fault.ts";
import { fails, isBody, WHOLE, wholeOr } from "./outcomes.ts";
import { createPayload, EVIL_SIZES, LAST_NAME, listing, UNSAFE_NAMES } from "./payload.ts";
import type { HostileOperation } from "./server-steps.ts";

const lists = ({ entry }: HostileOperation) => entry !== undefined;

/** What may be wrong with a listing or a menu. */
export const LISTING_SHAPES: readonly Fault[] = [
  {
    name: "a listing without an end",
    suits: lists,
    when: isBody,
    inject: () => async (turn) => {
      await turn.endlessly(turn.octets);
      return "nothing";
    },
    outcome: () => fails("too-large"),
    most: ({ maxListing }) => maxListing,
  },
  {
    name: "a listing without an end, of which the reader wants no more",
    suits: lists,
    when: isBody,
    inject: () => async (turn) => {
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
    when: isBody,
    inject: () => async (turn) => {
      await turn.endlessly("x");
      return "nothing";
    },
    outcome: () => fails("too-large"),
    most: ({ maxListing }) => maxListing,
  },
  {
    name: "no entries",
    suits: lists,
    payload: (operation) => listing(operation, []),
    outcome: () => WHOLE,
  },
  ...UNSAFE_NAMES.map(
    (name): Fault => ({
      name: `an entry is called ${JSON.stringify(name.slice(0, 20))}`,
      suits: lists,
      payload: (operation) => listing(operation, [name, LAST_NAME]),
      outcome: () => ({ gives: "anything" }),
    }),
  ),
  ...EVIL_SIZES.map(
    (size): Fault => ({
      name: `an entry has the size "${size}"`,
      suits: lists,
      payload: (operation) => listing(operation, ["one.txt", LAST_NAME], { size }),
      outcome: () => ({ gives: "anything" }),
    }),
  ),
  {
    name: "lines of a listing end with LF alone",
    suits: lists,
    payload: (operation) => listing(operation, createPayload(operation).names, { end: "\n" }),
    outcome: () => wholeOr("protocol-error", "truncated"),
  },
  {
    name: "lines of a listing end with CR alone",
    suits: lists,
    payload: (operation) => ({
      ...listing(operation, createPayload(operation).names, { end: "\r" }),
      names: [],
    }),
    outcome: () => ({ gives: "anything", fails: ["protocol-error", "truncated", "too-large"] }),
  },
];
