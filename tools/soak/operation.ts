import type { ChaosOptions } from "@anyurl/client/layers";
import { type Random, randomOf } from "../fuzz/random.ts";
import type { DatagramChaos } from "./datagrams.ts";
import type { Target } from "./target.ts";

/** How what comes is read. */
export type Reading =
  | { readonly how: "whole" }
  /** With a pause after each of the first pieces. */
  | { readonly how: "slowly" }
  /** Into a buffer of the reader's own. */
  | { readonly how: "own buffer"; readonly size: number }
  /** No more than so many pieces or entries. */
  | { readonly how: "left"; readonly after: number };

/** One call of the client, and how it is disturbed. Its number and the seed say everything about it. */
export interface Operation {
  readonly number: number;
  readonly target: Target;
  readonly reading: Reading;
  /** For `get`: where the octets begin that are wanted. */
  readonly start: number;
  /** Milliseconds until the caller gives up. */
  readonly abortAfter: number | undefined;
  /** How many more times the client tries, and the layer around the transport. */
  readonly callAttempts: number;
  readonly dialAttempts: number;
  readonly octetsPerSecond: number;
  readonly chaos: ChaosOptions;
  readonly datagrams: DatagramChaos;
  /** By the client that keeps connections? */
  readonly keeps: boolean;
  /** For what a job draws itself. */
  readonly jobSeed: number;
}

/** More octets than these take too long one by one. */
const MAX_CUT = 20_000;

export function operationOf(seed: number, number: number, targets: readonly Target[]): Operation {
  const random = randomOf(Math.imul(seed, 0x01000193) + Math.imul(number, 0x9e3779b1));
  const chance = (percent: number) => random.below(100) < percent;
  const target = random.pick(random.pick(rowsOf(targets)));
  const size = target.does === "get" ? target.octets.length : "size" in target ? (target.size ?? 0) : 0;
  return {
    number,
    target,
    reading: readingOf(random, target),
    start: chance(20) ? random.below(size + 1) : 0,
    abortAfter: chance(20) ? random.below(random.pick([2, 20, 200])) : undefined,
    callAttempts: chance(30) ? 2 : 0,
    dialAttempts: chance(30) ? 1 : 0,
    octetsPerSecond: chance(20) ? 10_000_000 : Number.POSITIVE_INFINITY,
    chaos: { seed: random.below(2 ** 31), ...chaosOf(random, chance, size) },
    datagrams: {
      seed: random.below(2 ** 31),
      lost: random.pick([0, 0, 1, 10, 60]),
      doubled: random.pick([0, 0, 10]),
      late: random.pick([0, 0, 20]),
    },
    keeps: chance(50),
    jobSeed: random.below(2 ** 31),
  };
}

/** Targets of one row of the report together, so that each row has its turn, however many there are in it. */
function rowsOf(targets: readonly Target[]): readonly (readonly Target[])[] {
  const known = ROWS.get(targets);
  if (known !== undefined) return known;
  const rows = new Map<string, Target[]>();
  for (const target of targets) {
    const row = rowOf(target);
    rows.set(row, [...(rows.get(row) ?? []), target]);
  }
  const all = [...rows.values()];
  ROWS.set(targets, all);
  return all;
}

const ROWS: WeakMap<readonly Target[], readonly (readonly Target[])[]> = new WeakMap();

/** As the report has it: "ftp tls put". */
export function rowOf({ scheme, does }: Target): string {
  return `${scheme} ${does}`;
}

function readingOf(random: Random, { does }: Target): Reading {
  const how = random.pick(["whole", "whole", "slowly", "left", "own buffer"] as const);
  if (how === "left") return { how, after: random.below(4) };
  if (how !== "own buffer") return { how };
  return does === "get" ? { how, size: random.pick([1_000, 4_096, 100_000]) } : { how: "whole" };
}

/** A calm network, a choppy one, or one where something goes wrong. */
function chaosOf(random: Random, chance: (percent: number) => boolean, size: number): Partial<ChaosOptions> {
  if (chance(25)) return {};
  const choppy = {
    slowConnect: 0.3,
    delay: 0.3,
    cut: size > MAX_CUT ? 0 : 0.3,
    join: 0.3,
    longest: 10,
    // Half of the documents have less, and the replies of a whole session: some get away.
    within: random.pick([300, 3_000, 100_000]),
  };
  if (chance(35)) return choppy;
  return {
    ...choppy,
    ...random.pick([{ refuse: 0.3 }, { reset: 0.6 }, { end: 0.6 }, { reset: 0.2, stall: 0.2 }]),
  };
}
