import { describe, expect, it } from "vitest";
import { findNearest } from "../../src/index.ts";

const NAMES = ["tls", "email", "lineEnds", "autoList"];

describe("findNearest", () => {
  it.each([
    ["tsl", "tls"],
    ["tl", "tls"],
    ["TLS", "tls"],
    ["line-ends", "lineEnds"],
    ["lineEnd", "lineEnds"],
    ["autolsit", "autoList"],
    ["emial", "email"],
    ["meail", "email"],
    ["emali", "email"],
    ["lniesn", undefined],
    ["lineEdns", "lineEnds"],
    ["ilneEdns", "lineEnds"],
    ["ilneEdsn", undefined],
    ["emxxx", undefined],
    ["emaxx", undefined],
    ["autoxxst", "autoList"],
    ["autoxxxt", undefined],
    ["t", undefined],
    ["nonsense", undefined],
    ["xyz", undefined],
    ["", undefined],
    ["tls".repeat(1000), undefined],
  ])("%s: %s", (given, expected) => expect(findNearest(given, NAMES)).toBe(expected));

  it("takes the first of two equally near names", () => {
    expect(findNearest("ab", ["ac", "bb"])).toBe("ac");
  });
});
