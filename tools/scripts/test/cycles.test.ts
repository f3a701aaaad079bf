import { describe, expect, it } from "vitest";
import { findCycles } from "../cycles.ts";

const graph = (arrows: Readonly<Record<string, string>>) =>
  new Map(Object.entries(arrows).map(([from, to]) => [from, to === "" ? [] : to.split(" ")]));

describe("findCycles", () => {
  it("returns nothing for files that import one way", () => {
    expect(findCycles(graph({ a: "b c", b: "c", c: "" }))).toEqual([]);
  });

  it("ignores imports of files outside the graph", () => {
    expect(findCycles(graph({ a: "b", b: "elsewhere" }))).toEqual([]);
  });

  it("returns a circle of three in the order of its imports", () => {
    expect(findCycles(graph({ top: "a", a: "b", b: "c", c: "a" }))).toEqual([["a", "b", "c"]]);
  });

  it("returns the shortest circle of a group", () => {
    expect(findCycles(graph({ a: "b d", b: "c", c: "a", d: "a" }))).toEqual([["a", "d"]]);
  });

  it("returns two circles that do not touch", () => {
    expect(findCycles(graph({ a: "b", b: "a", c: "d b", d: "c" }))).toHaveLength(2);
  });

  it("returns a file that imports itself", () => {
    expect(findCycles(graph({ a: "a" }))).toEqual([["a"]]);
  });
});
