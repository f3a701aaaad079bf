import { describe, expect, it } from "vitest";
import goals from "../goals.json" with { type: "json" };
import { faultsOfGrowth, faultsOfTimings, unmetGoals } from "../goals.ts";
import type { Growth } from "../growth.ts";
import { median } from "../measure.ts";
import type { Result } from "../report.ts";

const [goal] = goals.ratios;
const { bench, corpus, ours, peer, ratio } = goal!;

const resultOf = (measured: number, octets: number): Result => ({
  timing: {
    ...{ bench, corpus, inputs: 1, per: "URL", different: 0 },
    measured: [
      { name: ours, nanoseconds: 1, ratio: 1, refused: 0 },
      { name: peer, nanoseconds: measured, ratio: measured, refused: 0 },
    ],
  },
  octets: [octets, 0],
});

describe("a goal", () => {
  const { most } = goals.octets.find((each) => each.bench === bench && each.corpus === corpus)!;

  it("is met on its line", () => expect(faultsOfTimings([resultOf(ratio, most)])).toEqual([]));

  it("is missed below it", () => expect(faultsOfTimings([resultOf(ratio - 0.01, most)])).toHaveLength(1));

  it("is missed by what is no number", () => {
    expect(faultsOfTimings([resultOf(Number.NaN, Number.NaN)])).toHaveLength(2);
  });

  it("is missed above its line, in octets", () =>
    expect(faultsOfTimings([resultOf(ratio, most + 1)])).toHaveLength(1));

  it("is missed when nothing was measured for it", () => {
    const all = goals.ratios.length + goals.octets.length + Object.keys(goals.growth.nanoseconds).length;
    expect(unmetGoals([], [])).toHaveLength(all);
    expect(unmetGoals([resultOf(1, 1)], [])).toHaveLength(all - 2);
  });
});

describe("growth", () => {
  const fine: Growth = { bench: "parse", shape: "a", exponent: 1.2, nanoseconds: 10, stopped: false };

  it.each<[string, Partial<Growth>, number]>([
    ["linear and fast", {}, 0],
    ["a square", { exponent: 2 }, 1],
    ["slow", { nanoseconds: 10.1 }, 1],
    ["so slow that longer texts were not tried", { stopped: true }, 1],
    ["thrown", { thrown: "RangeError: Maximum call stack size exceeded", exponent: Number.NaN }, 1],
  ])("%s", (_, change, faults) => expect(faultsOfGrowth([{ ...fine, ...change }])).toHaveLength(faults));
});

it("has a middle", () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
});
