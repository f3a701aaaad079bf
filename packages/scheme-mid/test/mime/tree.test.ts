import { textOf } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { readMessage, walkParts } from "../../src/mime/tree.ts";
import { message } from "../messages.ts";
import TREES from "./trees.json" with { type: "json" };

const LIMITS = { maxParts: 100, maxDepth: 10, maxHeaderSize: 1000 };

interface Row {
  readonly rule: string;
  readonly lines: readonly string[];
  /** "section type encoding contentId: body", in the order of the message. */
  readonly parts: readonly string[];
}

function partsOf(octets: Uint8Array): readonly string[] {
  return [...walkParts(readMessage(octets, LIMITS))].map(
    ({ section, type, transferEncoding, contentId = "-", bodyStart, bodyEnd }) =>
      `${section || "-"} ${type.value} ${transferEncoding || "-"} ${contentId}: ${JSON.stringify(textOf(octets.subarray(bodyStart, bodyEnd)))}`,
  );
}

describe("the parts of a message", () => {
  it.each(TREES as readonly Row[])("$rule: $lines", ({ lines, parts }) => {
    expect(partsOf(message(...lines))).toEqual(parts);
  });
});

describe("a message that exceeds a limit", () => {
  /** Returns a function that reads the lines with a limit. */
  const reading = (lines: readonly string[], limits: Partial<typeof LIMITS>) => () =>
    readMessage(message(...lines), { ...LIMITS, ...limits });
  const tooLarge = (problem: string, option: string) =>
    expect.objectContaining({
      code: "too-large",
      message: expect.stringContaining(`the message has ${problem}`),
      hint: `increase the option ${option}`,
    });

  it("has more parts than maxParts, itself not counted", () => {
    const three = ["Content-Type: multipart/mixed; boundary=b", "", "--b", "", "--b", "", "--b"];
    expect(reading(three, { maxParts: 3 })).not.toThrow();
    expect(reading(three, { maxParts: 2 })).toThrow(tooLarge("more than 2 parts", "maxParts"));
    expect(reading(["", "x"], { maxParts: 0 })).not.toThrow();
  });

  it("has more levels of parts than maxDepth, itself not counted", () => {
    const nested = (level: number) => [`Content-Type: multipart/mixed; boundary=${level}`, "", `--${level}`];
    const three = [...nested(1), ...nested(2), ...nested(3)];
    expect(reading(three, { maxDepth: 3 })).not.toThrow();
    expect(reading(three, { maxDepth: 2 })).toThrow(tooLarge("more than 2 levels of parts", "maxDepth"));
    const forwarded = ["Content-Type: message/rfc822", "", "Content-Type: message/rfc822", ""];
    expect(reading(forwarded, { maxDepth: 2 })).not.toThrow();
    expect(reading(forwarded, { maxDepth: 1 })).toThrow(tooLarge("more than 1 levels of parts", "maxDepth"));
    expect(reading(["", "x"], { maxDepth: 0 })).not.toThrow();
  });

  it("has a part whose header is larger than maxHeaderSize", () => {
    const lines = ["Content-Type: multipart/mixed; boundary=b", "", "--b", `X: ${"y".repeat(95)}`, "", ""];
    expect(reading(lines, { maxHeaderSize: 100 })).not.toThrow();
    expect(reading(lines, { maxHeaderSize: 99 })).toThrow(
      expect.objectContaining({ code: "too-large", hint: "increase the option maxHeaderSize" }),
    );
  });

  it("has no boundary of more than 256 characters", () => {
    const withBoundary = (length: number) => {
      const boundary = "b".repeat(length);
      const lines = [`Content-Type: multipart/mixed; boundary=${boundary}`, "", `--${boundary}`, "", "x"];
      return readMessage(message(...lines), LIMITS).children.length;
    };
    expect([withBoundary(256), withBoundary(257)]).toEqual([1, 0]);
  });
});
