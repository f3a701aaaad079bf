import { describe, expect, it } from "vitest";
import { type AccessError, defineOptions, type OptionSet, readOptionText } from "../../src/index.ts";

const DECLARATIONS = {
  facts: { type: "boolean", description: "a" },
  tls: { type: "choice", choices: ["none"], description: "b" },
  count: { type: "integer", min: 1, description: "c" },
  wait: { type: "duration", description: "d" },
  size: { type: "bytes", description: "e" },
  names: { type: "list", description: "f" },
  urls: { type: "list", separator: " ", description: "g" },
  call: { type: "function", description: "h" },
  store: {
    type: "value",
    read: (value: unknown): unknown => value,
    expected: "a store",
    programOnly: true,
    description: "i",
  },
  pair: {
    type: "value",
    read: (value: unknown): unknown => value,
    expected: "a pair",
    description: "j",
  },
  lines: {
    type: "value",
    read: (value: unknown): unknown => value,
    expected: "lines",
    fromText: (text: string): unknown => (text === "" ? undefined : text.split("|")),
    description: "k",
  },
  since: { type: "date", description: "l" },
} as const;
const options: OptionSet = defineOptions("demo", DECLARATIONS);

describe("readOptionText", () => {
  it.each([
    ["facts", ["true"], true],
    ["facts", ["false"], false],
    ["tls", ["anything"], "anything"],
    ["count", ["5"], 5],
    ["count", ["-5"], -5],
    ["count", ["Infinity"], Number.POSITIVE_INFINITY],
    ["wait", ["250"], 250],
    ["wait", ["250ms"], 250],
    ["wait", ["1.5s"], 1_500],
    ["wait", ["30 s"], 30_000],
    ["wait", ["2min"], 120_000],
    ["wait", ["1h"], 3_600_000],
    ["size", ["64KiB"], 65_536],
    ["size", ["2B"], 2],
    ["size", ["2MiB"], 2_097_152],
    ["size", ["2GiB"], 2_147_483_648],
    ["size", ["2KB"], 2_000],
    ["size", ["2MB"], 2_000_000],
    ["size", ["2GB"], 2_000_000_000],
    ["size", ["1MB"], 1_000_000],
    ["size", ["2GiB"], 2 ** 31],
    ["names", ["a, b,,c"], ["a", "b", "c"]],
    ["names", ["a", "b"], ["a", "b"]],
    ["names", [""], []],
    ["urls", ["x:1,2 x:3"], ["x:1,2", "x:3"]],
    ["pair", ["[1, 2]"], [1, 2]],
    ["lines", ["a|b"], ["a", "b"]],
    ["since", ["2026-01-31"], "2026-01-31"],
  ])("reads %s=%j as %j", (name, texts, expected) => {
    expect(readOptionText(options, name, texts)).toEqual(expected);
  });

  it.each([
    ["facts", ["yes"], 'invalid demo option facts "yes": expected true or false'],
    ["count", ["5s"], 'invalid demo option count "5s": expected a whole number, at least 1'],
    ["count", ["1e3"], 'invalid demo option count "1e3": expected a whole number, at least 1'],
    ["wait", ["5 d"], 'invalid demo option wait "5 d": expected a number of milliseconds, at least 0'],
    ["wait", ["1constructor"], /^invalid demo option wait/],
    ["count", ["1", "2"], "invalid demo option count: expected one value, not several"],
    ["call", ["f"], "cannot read the demo option call from text"],
    ["store", ["{}"], "cannot read the demo option store from text"],
    ["pair", ["{"], "invalid demo option pair: expected a pair"],
    ["lines", [""], "invalid demo option lines: expected lines"],
    ["fact", ["true"], 'unknown demo option "fact"'],
  ])("rejects %s=%j", (name, texts, message) => {
    try {
      readOptionText(options, name, texts);
      expect.fail("accepted");
    } catch (error) {
      expect((error as AccessError).code).toBe("bad-option");
      expect((error as AccessError).message).toMatch(message);
    }
  });
});
