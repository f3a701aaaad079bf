import { describe, expect, it } from "vitest";
import { selectTests } from "../select-tests.ts";

/** A graph by the files that each file uses, separated by spaces. */
const graph = (uses: Readonly<Record<string, string>>) => ({
  uses: (node: string): ReadonlySet<string> =>
    new Set((uses[node] ?? "").split(" ").filter((each) => each !== "")),
});

const GRAPH = graph({
  "packages/a/test/a.test.ts": "packages/a/src/index.ts# packages/a/src/a.ts",
  "packages/a/test/deep.test.ts": "packages/a/src/top.ts",
  "packages/a/src/top.ts": "packages/a/src/middle.ts",
  "packages/a/src/middle.ts": "packages/a/src/a.ts",
  "packages/b/test/near.test.ts": "packages/a/src/a.ts",
  "packages/b/test/far.test.ts": "packages/b/src/index.ts",
  "packages/b/src/index.ts": "packages/a/src/a.ts",
  "packages/b/test/other.test.ts": "",
});
const TESTS = ["a/test/a", "a/test/deep", "b/test/near", "b/test/far", "b/test/other"].map(
  (path) => `packages/${path}.test.ts`,
);
const select = (...changed: readonly string[]) => selectTests(changed, TESTS, GRAPH, () => false);

describe("selectTests", () => {
  it("selects all tests of the package that reach a changed file, and those of other packages that use it directly", () => {
    expect(select("packages/a/src/a.ts")).toEqual({
      tests: ["packages/a/test/a.test.ts", "packages/a/test/deep.test.ts", "packages/b/test/near.test.ts"],
      far: 1,
      unreached: [],
    });
  });

  it("selects all tests that reach a changed file if asked to", () => {
    expect(selectTests(["packages/a/src/a.ts"], TESTS, GRAPH, () => false, Number.POSITIVE_INFINITY)).toEqual(
      {
        tests: TESTS.filter((test) => test !== "packages/b/test/other.test.ts"),
        far: 0,
        unreached: [],
      },
    );
  });

  it("selects a test that has changed", () => {
    expect(select("packages/b/test/other.test.ts").tests).toEqual(["packages/b/test/other.test.ts"]);
  });

  it("selects the tests that import through an index file, if this file changes", () => {
    expect(select("packages/a/src/index.ts").tests).toEqual(["packages/a/test/a.test.ts"]);
  });

  it("reports a changed file that no test reaches", () => {
    expect(select("docs/x.md", "packages/a/src/unused.ts")).toEqual({
      tests: [],
      far: 0,
      unreached: ["docs/x.md", "packages/a/src/unused.ts"],
    });
  });

  it("selects the tests that name a file other than code, or its folder", () => {
    const names = (path: string, word: string) =>
      path === "packages/a/test/a.test.ts" && (word === "vectors.json" || word === "transcripts");
    for (const path of ["packages/a/test/vectors.json", "packages/a/test/transcripts/get.txt"])
      expect(selectTests([path], TESTS, GRAPH, names).tests).toEqual(["packages/a/test/a.test.ts"]);
    // Of the same package only.
    expect(selectTests(["packages/b/test/vectors.json"], TESTS, GRAPH, names).tests).toEqual([]);
  });
});
