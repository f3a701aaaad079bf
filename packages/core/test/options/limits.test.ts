import { describe, expect, it } from "vitest";
import { DEFAULT_LIMITS, type Limits, resolveLimits } from "../../src/index.ts";

const names = Object.keys(DEFAULT_LIMITS) as (keyof Limits)[];

describe("resolveLimits", () => {
  // A smaller one would reject what was accepted, and a larger one costs more than was promised.
  it("returns these defaults", () => {
    expect(DEFAULT_LIMITS).toEqual({
      maxUrlLength: 65_536,
      maxLine: 8_192,
      maxReply: 65_536,
      maxReplyLines: 512,
      maxTextLine: 1_048_576,
      maxEntryLine: 8_192,
      maxEntries: 100_000,
      maxListing: 33_554_432,
      maxHeld: 8_388_608,
      maxBytes: 67_108_864,
      maxCommand: 8_192,
      maxSegments: 128,
      maxHead: 65_536,
      maxFields: 1_000,
      maxCodings: 2,
      maxRedirects: 20,
      maxReferrals: 5,
      maxDepth: 32,
      maxMessage: 100_000,
      maxDatagrams: 256,
      maxDatagramOctets: 1_048_576,
      maxNegotiation: 2_048,
      maxBuffer: 262_144,
      queueTimeout: 30_000,
      connectTimeout: 10_000,
      replyTimeout: 30_000,
      idleTimeout: 30_000,
      minRate: 64,
      deadline: Number.POSITIVE_INFINITY,
      farewellTimeout: 1_000,
    });
  });

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

    it.each([Number.NaN, -1, -0.001, Number.NEGATIVE_INFINITY, "10", "", null, true, [], {}, 10n])(
      "rejects %s",
      (value) =>
        expect(() => resolveLimits({ [name]: value } as Partial<Limits>)).toThrow(
          expect.objectContaining({
            code: "bad-option",
            message: expect.stringMatching(`^invalid limits option ${name}.*: expected a `),
          }),
        ),
    );

    it("takes Infinity, and undefined as not given", () => {
      expect(resolveLimits({ [name]: Number.POSITIVE_INFINITY })[name]).toBe(Number.POSITIVE_INFINITY);
      expect(resolveLimits({ [name]: undefined })).toEqual(DEFAULT_LIMITS);
    });
  });

  it("takes a fraction of a time", () => {
    expect(resolveLimits({ deadline: 0.5 }).deadline).toBe(0.5);
    expect(() => resolveLimits({ maxLine: 0.5 })).toThrow(
      "expected a whole number of bytes from 0 to Infinity",
    );
  });

  it("rejects an unknown name, and names the nearest", () => {
    expect(() => resolveLimits({ deadlin: 1 } as never)).toThrow(
      expect.objectContaining({ message: 'unknown limits option "deadlin"', hint: "use deadline" }),
    );
    for (const changes of [
      { maxLines: 1 },
      { constructor: 1 },
      JSON.parse('{"__proto__":1}'),
      { toString: 1 },
    ]) {
      expect(() => resolveLimits(changes)).toThrow(expect.objectContaining({ code: "bad-option" }));
    }
  });
});
