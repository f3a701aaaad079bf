import { resolveOptions } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import type { Tn3270Options } from "../src/index.ts";
import { tn3270Options } from "../src/options.ts";

const resolve = (options: Readonly<Record<string, unknown>>) =>
  resolveOptions(tn3270Options, options as Tn3270Options);

describe("options", () => {
  it("have defaults", () => {
    expect(resolve({})).toEqual({
      ...{ lu: undefined, deviceTypes: ["IBM-3278-2-E", "IBM-3278-2"], tn3270e: true, codePage: "037" },
      ...{ numericLock: true, suggest: true, tls: false, maxSubnegotiation: 1_024 },
    });
  });

  it.each<[name: string, accepted: readonly unknown[], rejected: readonly unknown[]]>([
    ["lu", ["T", "Az09#@$._-", "x".repeat(32)], ["", "a b", "x".repeat(33), "a\n"]],
    [
      "deviceTypes",
      [["IBM-3278-2"], ["IBM-3279-5-E", "IBM-DYNAMIC"], Array.from({ length: 16 }, () => "IBM-3278-4")],
      [
        [],
        ["IBM-3278-1"],
        ["IBM-3278-6"],
        ["IBM-3277-2"],
        ["IBM-3278-2-F"],
        ["IBM-DYNAMIC-E"],
        ["xIBM-3278-2"],
        ["IBM-3278-2", "VT100"],
        Array.from({ length: 17 }, () => "IBM-3278-4"),
      ],
    ],
    [
      "codePage",
      ["037", "273", "277", "278", "280", "284", "285", "297", "500", "1047", "1140"],
      ["038", ""],
    ],
    ["tn3270e", [true, false], ["maybe"]],
    ["numericLock", [true, false], ["maybe"]],
    ["suggest", [true, false], ["maybe"]],
    ["tls", [true, false], ["maybe"]],
    ["maxSubnegotiation", [0, 1_024, Infinity], [-1]],
  ])("%s has a range", (name, accepted, rejected) => {
    for (const value of accepted) expect(resolve({ [name]: value })).toMatchObject({ [name]: value });
    for (const value of rejected)
      expect(() => resolve({ [name]: value })).toThrow(expect.objectContaining({ code: "bad-option" }));
  });
});
