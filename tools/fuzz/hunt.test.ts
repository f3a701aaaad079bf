import { describe, expect, it } from "vitest";
import { lineOf } from "./corpus.ts";
import { hunt, reduce } from "./hunt.ts";
import { randomOf } from "./random.ts";
import { BrokenLaw, type Outcome, type Target } from "./target.ts";

/** Coverage that is never new, so that only outcomes guide the search. */
const noCounts = { forget: () => {}, keep: () => {}, news: 0, reset: () => {} };

/** A target with a new outcome for each right token, and a broken law for the last one. */
function planted(thrown: () => Error): Target {
  const run = ([text = ""]: readonly string[]): Outcome => {
    const right = ["//", "[", "%zz", "@@"].findIndex((token) => !text.includes(token));
    if (right < 0) throw thrown();
    return { rough: String(right), fine: "" };
  };
  return { name: "planted", arity: 1, run };
}

const isOver = (tries: number): boolean => tries > 200_000;

describe("a hunt", () => {
  it("finds a planted bug, and the smallest text that shows it", async () => {
    const target = planted(() => new BrokenLaw("nothing holds", ""));
    const { kept, findings } = await hunt(target, [["x:y"]], noCounts, randomOf(1), isOver);
    expect(findings.map(({ law }) => law)).toEqual(["nothing holds"]);
    expect([...findings[0]!.input[0]!].sort().join("")).toBe("%//@@[zz");
    expect((await reduce(target, kept, noCounts, () => false))?.length).toBe(4);
  });

  it("reports an unexpected error as a bug", async () => {
    const target = planted(() => new RangeError("stack"));
    const { findings } = await hunt(target, [["x:y"]], noCounts, randomOf(1), isOver);
    expect(findings[0]?.law).toContain("RangeError");
  });

  it("ends in all phases when its time is over", async () => {
    const target = planted(() => new BrokenLaw("nothing holds", ""));
    const inputs = Array.from({ length: 1_000 }, (_, i) => [`x:${i}`]);
    const { tries } = await hunt(target, inputs, noCounts, randomOf(1), (tried) => tried >= 100);
    expect(tries).toBe(100);
    let asked = 0;
    expect(await reduce(target, inputs, noCounts, () => ++asked > 100)).toBeUndefined();
  });

  it("preserves lone surrogates in the corpus", () => {
    const input = ["\ud800a\u0000é", '"\\'];
    expect(lineOf(input)).toMatch(/^[ -~]*$/);
    expect(JSON.parse(lineOf(input))).toEqual(input);
  });
});
