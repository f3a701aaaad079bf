import { describe, expect, it } from "vitest";
import { type BodyStatistics, completeness } from "../../src/exchange/index.ts";

const body = (init: Partial<BodyStatistics>): BodyStatistics => ({
  framing: undefined,
  ended: true,
  received: 5,
  ...init,
});

describe("the completeness of a body", () => {
  it.each(["length", "chunked", "dot", "reply", "close-notify"] as const)(
    "trusts the framing %s",
    (framing) => {
      expect(completeness(body({ framing }))).toBe(true);
    },
  );

  it("never trusts the close of a connection", () => {
    expect(completeness(body({ framing: "close" }))).toBe("unknown");
    expect(completeness(body({ framing: "close", expected: 5 }))).toBe("unknown");
  });

  it("is unknown if the scheme says nothing at the end of its body", () => {
    expect(completeness(body({ framing: undefined, ended: undefined }))).toBe("unknown");
  });

  it("trusts a close_notify if the body itself cannot tell", () => {
    expect(completeness(body({ framing: "close-notify", ended: "unknown" }))).toBe(true);
    expect(completeness(body({ framing: "close-notify", ended: "unknown", expected: 6 }))).toBe("unknown");
  });

  it("uses the return value of the body if the end of the framing is missing or unknown", () => {
    expect(completeness(body({ framing: "dot", ended: "unknown" }))).toBe("unknown");
    expect(completeness(body({}))).toBe(true);
    expect(completeness(body({ ended: "unknown" }))).toBe("unknown");
  });

  it("is never true with fewer bytes than the size", () => {
    for (const framing of [undefined, "chunked", "dot", "reply", "close-notify", "close"] as const)
      expect(completeness(body({ framing, expected: 6 }))).toBe("unknown");
    expect(completeness(body({ framing: "reply", expected: 5 }))).toBe(true);
    expect(completeness(body({ framing: "reply", expected: 4 }))).toBe(true);
  });

  it("fails with fewer bytes than the length in the framing", () => {
    expect(() => completeness(body({ framing: "length", expected: 6 }))).toThrow(
      expect.objectContaining({
        code: "truncated",
        message: "the body ended after 5 of 6 bytes",
        retryable: true,
      }),
    );
  });

  it("is true after the last byte of a range, however the rest would have ended", () => {
    for (const framing of ["close", "length", undefined] as const)
      expect(completeness(body({ framing, wanted: 5, expected: 9, ended: "unknown" }))).toBe(true);
    expect(completeness(body({ framing: "close", wanted: 6 }))).toBe("unknown");
  });
});
