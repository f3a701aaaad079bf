import goals from "./goals.json" with { type: "json" };
import type { Growth } from "./growth.ts";
import type { Result } from "./report.ts";

const NANOSECONDS: Readonly<Record<string, number | undefined>> = goals.growth.nanoseconds;

/** How many times as fast as a peer ours has to be; `undefined` where nothing was promised. */
export function ratioGoal(bench: string, corpus: string, peer: string): number | undefined {
  return goals.ratios.find((goal) => goal.bench === bench && goal.corpus === corpus && goal.peer === peer)
    ?.ratio;
}

export function octetsGoal(bench: string, corpus: string): number | undefined {
  return goals.octets.find((goal) => goal.bench === bench && goal.corpus === corpus)?.most;
}

export function exponentGoal(): number {
  return goals.growth.exponent;
}

export function nanosecondsGoal(bench: string): number | undefined {
  return NANOSECONDS[bench];
}

/** What was promised and not kept, each a sentence. */
export function faultsOfTimings(results: readonly Result[]): readonly string[] {
  return results.flatMap(({ timing: { bench, corpus, measured }, octets }) => {
    const most = octetsGoal(bench, corpus);
    return [
      ...measured.flatMap(({ name, ratio }) => {
        const goal = ratioGoal(bench, corpus, name);
        const missed = goal !== undefined && !(ratio >= goal);
        return missed ? [`${bench} · ${corpus}: ${ratio.toFixed(2)}× ${name}, at least ${goal}`] : [];
      }),
      ...(most !== undefined && !(octets[0]! <= most)
        ? [`${bench} · ${corpus}: ${octets[0]!.toFixed(0)} octets of heap, at most ${most}`]
        : []),
    ];
  });
}

export function faultsOfGrowth(growths: readonly Growth[]): readonly string[] {
  return growths.flatMap(({ bench, shape, exponent, nanoseconds, thrown, stopped }) => {
    const name = `growth · ${bench}: ${shape}`;
    if (thrown !== undefined) return [`${name} throws ${thrown}`];
    const most = nanosecondsGoal(bench);
    return [
      ...(!(exponent <= goals.growth.exponent) || stopped
        ? [`${name} grows with the power ${exponent.toFixed(2)}, at most ${goals.growth.exponent}`]
        : []),
      ...(most !== undefined && !(nanoseconds <= most)
        ? [`${name} takes ${nanoseconds.toFixed(1)} ns a character, at most ${most}`]
        : []),
    ];
  });
}

/** Goals that nothing was measured for: a name that has changed on one side only. */
export function unmetGoals(results: readonly Result[], growths: readonly Growth[]): readonly string[] {
  const measured = new Set(
    results.flatMap(({ timing: { bench, corpus, measured: each } }) => [
      `${bench} · ${corpus} · ${each[0]!.name}`,
      ...each.map(({ name }) => `${bench} · ${corpus} · ${each[0]!.name} · ${name}`),
    ]),
  );
  const wanted = [
    ...goals.ratios.map(({ bench, corpus, ours, peer }) => `${bench} · ${corpus} · ${ours} · ${peer}`),
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
