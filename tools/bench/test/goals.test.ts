import { describe, expect, it } from "vitest";
import goals from "../goals.json" with { type: "json" };
import { missesOf, unmetGoals } from "../goals.ts";
import type { Growth } from "../growth.ts";
import { median } from "../measure.ts";
import type { Result } from "../report.ts";

type Row = (typeof goals.ratios)[number];

const kept = goals.ratios.find(({ line }) => line === undefined)!;
const unkept = goals.ratios.find(({ line }) => line !== undefined)!;
const { bench, corpus } = kept;

const resultOf = (measured: number, octets: number, { bench, corpus, ours, peer }: Row = kept): Result => ({
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

  const faultsOf = (result: Result) => missesOf([result], []).faults;

  it("is met if the result reaches it", () => {
    expect(missesOf([resultOf(kept.goal, most)], [])).toEqual({ faults: [], short: [] });
  });

  it("is missed if the result is below it", () =>
    expect(faultsOf(resultOf(kept.goal - 0.01, most))).toHaveLength(1));

  it("is missed if the result is NaN", () => {
    expect(faultsOf(resultOf(Number.NaN, Number.NaN))).toHaveLength(2);
  });

  it("is missed if the heap bytes exceed it", () =>
    expect(faultsOf(resultOf(kept.goal, most + 1))).toHaveLength(1));

  it("fails only below its line if it has one", () => {
    const at = (ratio: number) => missesOf([resultOf(ratio, 0, unkept)], []);
    expect(at(unkept.goal)).toEqual({ faults: [], short: [] });
    expect(at(unkept.line!)).toMatchObject({ faults: [], short: [expect.stringContaining("wanted")] });
    expect(at(unkept.line! - 0.01)).toMatchObject({ faults: [expect.any(String)], short: [] });
  });

  it.each(goals.ratios.filter(({ line }) => line !== undefined))(
    "is above its line: $bench · $corpus against $peer",
    ({ goal, line }) => expect(goal).toBeGreaterThan(line!),
  );

  it("is missed if it has no measurement", () => {
    const all = goals.ratios.length + goals.octets.length + Object.keys(goals.growth.nanoseconds).length;
    expect(unmetGoals([], [])).toHaveLength(all);
    expect(unmetGoals([resultOf(1, 1)], [])).toHaveLength(all - 2);
  });
});

describe("growth with the length of a text, of which the goals accept only what is linear,", () => {
  const fine: Growth = { bench: "parse", shape: "a", exponent: 1.2, nanoseconds: 10, stopped: false };

  it.each<[string, Partial<Growth>, number]>([
    ["linear and fast", {}, 0],
    ["quadratic", { exponent: 2 }, 1],
    ["slow", { nanoseconds: 10.1 }, 1],
    ["so slow that longer texts were skipped", { stopped: true }, 1],
    ["thrown", { thrown: "RangeError: Maximum call stack size exceeded", exponent: Number.NaN }, 1],
  ])("%s", (_, change, faults) => expect(missesOf([], [{ ...fine, ...change }]).faults).toHaveLength(faults));
});

it("the median is the middle one, or the mean of the two in the middle", () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
});
