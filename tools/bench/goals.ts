import goals from "./goals.json" with { type: "json" };
import type { Growth } from "./growth.ts";
import type { Result } from "./report.ts";

/** A goal. If it is missed, it also has a line below the current result: a result below the line is a regression. */
interface Goal {
  readonly goal: number;
  /** Default: the goal. */
  readonly line?: number;
}

const RATIOS: readonly (Goal & Record<"bench" | "corpus" | "ours" | "peer", string>)[] = goals.ratios;
const NANOSECONDS: Readonly<Record<string, Goal | undefined>> = goals.growth.nanoseconds;

/** How many times as fast as the peer our code must be; `undefined` without a goal. */
export function ratioGoal(bench: string, corpus: string, peer: string): Goal | undefined {
  return RATIOS.find((each) => each.bench === bench && each.corpus === corpus && each.peer === peer);
}

export function octetsGoal(bench: string, corpus: string): number | undefined {
  return goals.octets.find((goal) => goal.bench === bench && goal.corpus === corpus)?.most;
}

export function exponentGoal(): number {
  return goals.growth.exponent;
}

export function nanosecondsGoal(bench: string): Goal | undefined {
  return NANOSECONDS[bench];
}

/** The missed goals, one sentence each. */
export interface Misses {
  /** Below their line: regressions. */
  readonly faults: readonly string[];
  /** Above their line, but below their goal. */
  readonly short: readonly string[];
}

export function missesOf(results: readonly Result[], growths: readonly Growth[]): Misses {
  const faults: string[] = [];
  const short: string[] = [];
  /** Compares a result with the goal and with the line by means of `good(bar)`. */
  const judge = (what: string, how: string, { goal, line = goal }: Goal, good: (bar: number) => boolean) => {
    if (!good(line)) faults.push(`${what}, ${how} ${line}`);
    else if (!good(goal)) short.push(`${what}, ${how} ${goal} wanted`);
  };
  for (const { timing, octets } of results) {
    const name = `${timing.bench} · ${timing.corpus}`;
    for (const { name: peer, ratio } of timing.measured) {
      const goal = ratioGoal(timing.bench, timing.corpus, peer);
      if (goal) judge(`${name}: ${ratio.toFixed(2)}× ${peer}`, "at least", goal, (bar) => ratio >= bar);
    }
    const most = octetsGoal(timing.bench, timing.corpus);
    if (most !== undefined)
      judge(
        `${name}: ${octets[0]!.toFixed(0)} bytes of heap`,
        "at most",
        { goal: most },
        (bar) => octets[0]! <= bar,
      );
  }
  for (const { bench, shape, exponent, nanoseconds, thrown, stopped } of growths) {
    const name = `growth · ${bench}: ${shape}`;
    if (thrown !== undefined) {
      faults.push(`${name} throws ${thrown}`);
      continue;
    }
    const power = `${name} grows with the exponent ${exponent.toFixed(2)}`;
    judge(power, "at most", { goal: exponentGoal() }, (bar) => exponent <= bar && !stopped);
    const goal = nanosecondsGoal(bench);
    const time = `${name} takes ${nanoseconds.toFixed(1)} ns per character`;
    if (goal) judge(time, "at most", goal, (bar) => nanoseconds <= bar);
  }
  return { faults, short };
}

/** Goals without a measurement: a name was changed on one side only. */
export function unmetGoals(results: readonly Result[], growths: readonly Growth[]): readonly string[] {
  const measured = new Set(
    results.flatMap(({ timing: { bench, corpus, measured: each } }) => [
      `${bench} · ${corpus} · ${each[0]!.name}`,
      ...each.map(({ name }) => `${bench} · ${corpus} · ${each[0]!.name} · ${name}`),
    ]),
  );
  const wanted = [
    ...RATIOS.map(({ bench, corpus, ours, peer }) => `${bench} · ${corpus} · ${ours} · ${peer}`),
    ...goals.octets.map(({ bench, corpus, ours }) => `${bench} · ${corpus} · ${ours}`),
  ];
  const grown = new Set(growths.map(({ bench }) => bench));
  return [
    ...wanted.filter((name) => !measured.has(name)).map((name) => `${name} was not measured`),
    ...Object.keys(NANOSECONDS)
      .filter((name) => !grown.has(name))
      .map((name) => `growth · ${name} was not measured`),
  ];
}
