import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS, type Limits, resolveLimits } from "../../src/index.ts";

const names = Object.keys(DEFAULT_LIMITS) as (keyof Limits)[];

describe("limitsOf", () => {
  it("returns the defaults, overridden by the changes", () => {
    expect(resolveLimits()).toEqual(DEFAULT_LIMITS);
    expect(resolveLimits({ maxLine: 10 })).toEqual({ ...DEFAULT_LIMITS, maxLine: 10 });
    expect(resolveLimits({ maxReply: 1 }, resolveLimits({ maxLine: 10 }))).toEqual({
      ...DEFAULT_LIMITS,
      maxLine: 10,
      maxReply: 1,
    });
    expect(resolveLimits({ maxBytes: 0, deadline: Number.POSITIVE_INFINITY })).toMatchObject({ maxBytes: 0 });
  });

  it("returns a frozen value, and does not change its argument", () => {
    const changes = { maxLine: 10 };
    const limits = resolveLimits(changes);
    expect(Object.isFrozen(limits)).toBe(true);
    changes.maxLine = 20;
    expect(limits.maxLine).toBe(10);
  });

  describe.each(names)("%s", (name) => {
    it("is a number from 0 to Infinity by default", () =>
      expect(DEFAULT_LIMITS[name]).toBeGreaterThanOrEqual(0));

    it.each([Number.NaN, -1, -0.001, Number.NEGATIVE_INFINITY, "10", "", null, undefined, true, [], {}, 10n])(
      "rejects %s",
      (value) => expect(() => resolveLimits({ [name]: value } as Partial<Limits>)).toThrow(RangeError),
    );
  });

  it("rejects an unknown name", () => {
    for (const changes of [
      { maxLines: 1 },
      { constructor: 1 },
      JSON.parse('{"__proto__":1}'),
      { toString: 1 },
    ]) {
      expect(() => resolveLimits(changes)).toThrow(RangeError);
    }
  });
});
