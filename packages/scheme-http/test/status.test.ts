import { describe, expect, it } from "vitest";
import { statusError } from "../src/status.ts";

const NOW = Date.UTC(2026, 0, 1, 12);

describe("the error for a status", () => {
  it.each([
    ["seconds", "120", 120_000],
    ["no seconds", "0", 0],
    ["a date", "Thu, 01 Jan 2026 12:01:40 GMT", 100_000],
    ["a date in the past", "Sun, 06 Nov 1994 08:49:37 GMT", 0],
    ["neither a number nor a date", "soon", undefined],
    ["a negative number", "-1", undefined],
    ["a number too large to be exact", "99999999999999999", undefined],
  ])("has the time of Retry-After in milliseconds (RFC 9110 §10.2.3): %s", (_, value, retryAfter) => {
    for (const status of [503, 429, 307]) {
      const error = statusError({ status, reason: "", fields: [["retry-after", value]] }, NOW);
      expect(error.retryAfter).toBe(retryAfter);
      expect(error.hint).toBe(retryAfter === undefined ? undefined : `retry after ${retryAfter / 1000} s`);
    }
  });
});
