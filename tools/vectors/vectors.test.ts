import { describe, expect, it } from "vitest";
import { checksOf, hasScheme } from "./checks.ts";
import { decisionsOf, judge } from "./decisions.ts";
import { FILES, vectorsOf } from "./vector.ts";

const decisions = decisionsOf("vectors", hasScheme);
const files = FILES.map((name) => [name, vectorsOf(name)] as const);
const all = files.flatMap(([, vectors]) => vectors.flatMap(checksOf));

describe.each(files)("%s", (_, vectors) => {
  for (const vector of vectors) {
    for (const { id, run, missing } of checksOf(vector)) {
      const decision = decisions.get(id);
      const title = `${id}: ${JSON.stringify(vector.input)}, ${vector.why}`;
      const verdict = decision === undefined ? "" : `; decided against by ${decision.cite}`;
      it.skipIf(missing !== undefined)(`${title}${verdict}${missing ? ` (${missing})` : ""}`, () => {
        judge(decision, run);
      });
    }
  }
});

describe("the decisions", () => {
  it("belong to existing cases", () => {
    const ids = new Set(all.map(({ id }) => id));
    expect([...decisions.keys()].filter((id) => !ids.has(id))).toEqual([]);
  });

  it("cite a rule", () => {
    for (const { cite } of decisions.values()) expect(cite).toMatch(/^RFC \d+ (?:§|appendix )/);
  });
});
