import type { ChaosOptions } from "@anyurl/client/layers";
import { type Random, randomOf } from "../fuzz/random.ts";
import type { DatagramChaos } from "./datagrams.ts";
import type { Target } from "./target.ts";

/** How the caller reads the result. */
export type Reading =
  | { readonly how: "whole" }
  /** With a pause after each of the first chunks. */
  | { readonly how: "slowly" }
  /** Into the reader's own buffer. */
  | { readonly how: "own buffer"; readonly size: number }
  /** Stops after this number of chunks or entries. */
  | { readonly how: "left"; readonly after: number };

/** One call of the client, and its network faults. Its number and the seed determine both. */
export interface Operation {
  readonly number: number;
  readonly target: Target;
  readonly reading: Reading;
  /** For `get`: the offset of the first requested byte. */
  readonly start: number;
  /** Milliseconds until the caller aborts. */
  readonly abortAfter: number | undefined;
  /** The number of retries, by the client and by the layer around the transport. */
  readonly callAttempts: number;
  readonly dialAttempts: number;
  readonly octetsPerSecond: number;
  readonly chaos: ChaosOptions;
  readonly datagrams: DatagramChaos;
  /** Whether the client with a connection pool makes the call. */
  readonly keeps: boolean;
  /** The seed of the job's own random numbers. */
  readonly jobSeed: number;
}

/** Larger bodies take too long if they are split into single bytes. */
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

/** Groups targets by rows of the report, so that each row is drawn equally often. */
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

/** Returns the name of the report's row: "ftp tls put". */
export function rowOf({ scheme, does }: Target): string {
  return `${scheme} ${does}`;
}

function readingOf(random: Random, { does }: Target): Reading {
  const how = random.pick(["whole", "whole", "slowly", "left", "own buffer"] as const);
  if (how === "left") return { how, after: random.below(4) };
  if (how !== "own buffer") return { how };
  return does === "get" ? { how, size: random.pick([1_000, 4_096, 100_000]) } : { how: "whole" };
}

/** Returns the options of an undisturbed network, a slow one, or one with faults. */
function chaosOf(random: Random, chance: (percent: number) => boolean, size: number): Partial<ChaosOptions> {
  if (chance(25)) return {};
  const choppy = {
    slowConnect: 0.3,
    delay: 0.3,
    cut: size > MAX_CUT ? 0 : 0.3,
    join: 0.3,
    longest: 10,
    // Half of the documents and all replies of a session are shorter, so some of them are not affected.
    within: random.pick([300, 3_000, 100_000]),
  };
  if (chance(35)) return choppy;
  return {
    ...choppy,
    ...random.pick([{ refuse: 0.3 }, { reset: 0.6 }, { end: 0.6 }, { reset: 0.2, stall: 0.2 }]),
  };
}
