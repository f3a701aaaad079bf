/** @module-tag slow */
import { describe, expect, it } from "vitest";
import goals from "../goals.json" with { type: "json" };
import { groups } from "../groups/index.ts";
import { GROWING } from "../growth.ts";
import { agreed } from "../measure.ts";

const names = groups.map(({ bench, corpus }) => `${bench} · ${corpus}`);

describe("goals", () => {
  it.each(goals.ratios)("measure $bench · $corpus against $peer", ({ bench, corpus, ours, peer }) => {
    const group = groups.find((each) => each.bench === bench && each.corpus === corpus);
    const contenders = group?.contenders.map(({ name }) => name) ?? [];
    expect(contenders[0]).toBe(ours);
    expect(contenders.slice(1)).toContain(peer);
  });

  it.each(goals.octets)("measure the heap of $bench · $corpus", ({ bench, corpus }) => {
    expect(names).toContain(`${bench} · ${corpus}`);
  });

  it("measure the growth of existing functions", () => {
    for (const name of Object.keys(goals.growth.nanoseconds)) expect(GROWING).toContain(name);
  });
});

describe.each(groups.map((group, i) => [names[i]!, group] as const))("%s", (_, group) => {
  const inputs = group.inputs();

  it("creates the same texts every time", () => expect(group.inputs()).toEqual(inputs));

  it("skips few of them, and all contenders agree on the rest", () => {
    const some = { ...group, inputs: () => inputs.filter((__, i) => i % 20 === 0 || inputs.length < 20) };
    expect(agreed(some).inputs.length).toBeGreaterThan(some.inputs().length * 0.95);
  });
});

it("has each group once", () => expect(new Set(names).size).toBe(names.length));
