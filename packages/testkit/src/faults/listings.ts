import type { Fault } from "./fault.ts";
import { endlessAfter, fails, hasLines, isBody, WHOLE, wholeOr } from "./outcomes.ts";
import { createNames, createPayload, EVIL_SIZES, LAST_NAME, listing, UNSAFE_NAMES } from "./payload.ts";
import type { HostileOperation } from "./server-steps.ts";

const lists = ({ entry }: HostileOperation) => entry !== undefined;
const listsLines: NonNullable<Fault["suits"]> = (operation, protocol) =>
  lists(operation) && hasLines(operation, protocol);

/** Faults of listings and menus. */
export const LISTING_FAULTS: readonly Fault[] = [
  {
    name: "an endless listing",
    suits: lists,
    when: isBody,
    inject: () => (turn) => turn.endlessly(turn.octets),
    outcome: endlessAfter,
    most: ({ maxListing }) => maxListing,
  },
  {
    name: "a complete listing of more than maxListing",
    suits: lists,
    payload: (operation) => listing(operation, createNames(500, 200)),
    outcome: () => fails("too-large"),
    most: ({ maxListing }) => maxListing,
  },
  {
    name: "a complete listing of more entries than maxEntries",
    suits: lists,
    payload: (operation) => listing(operation, createNames(50, 5)),
    limits: { maxEntries: 20 },
    outcome: () => fails("too-large"),
  },
  {
    name: "an endless listing, which the reader cancels",
    suits: lists,
    when: isBody,
    inject: () => async (turn) => {
      await turn.say(turn.octets);
      await turn.endlessly(turn.octets);
    },
    reader: "leaves",
    outcome: () => ({ gives: "anything" }),
    most: () => 0,
  },
  {
    name: "an endless line in a listing",
    suits: listsLines,
    when: isBody,
    inject: () => (turn) => turn.endlessly("x"),
    outcome: () => fails("too-large"),
    most: ({ maxListing }) => maxListing,
  },
  {
    name: "an empty listing",
    over: "all",
    suits: lists,
    payload: (operation) => listing(operation, []),
    outcome: () => WHOLE,
  },
  ...UNSAFE_NAMES.map(
    (name): Fault => ({
      name: `an entry named ${JSON.stringify(name.slice(0, 20))}`,
      over: "all",
      suits: lists,
      payload: (operation) => listing(operation, [name, LAST_NAME]),
      outcome: () => ({ gives: "anything" }),
    }),
  ),
  ...EVIL_SIZES.map(
    (size): Fault => ({
      name: `an entry with the size "${size}"`,
      over: "both",
      suits: lists,
      payload: (operation) => listing(operation, ["one.txt", LAST_NAME], { size }),
      outcome: () => ({ gives: "anything" }),
    }),
  ),
  {
    name: "a listing whose lines end with LF only",
    suits: listsLines,
    payload: (operation) => listing(operation, createPayload(operation).names, { end: "\n" }),
    outcome: () => wholeOr("protocol-error", "truncated"),
  },
  {
    name: "a listing whose lines end with CR only",
    suits: listsLines,
    payload: (operation) => ({
      ...listing(operation, createPayload(operation).names, { end: "\r" }),
      names: [],
    }),
    outcome: () => ({ gives: "anything", fails: ["protocol-error", "truncated", "too-large"] }),
  },
];
