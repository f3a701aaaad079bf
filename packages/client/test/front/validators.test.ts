import { describe, expect, it } from "vitest";
import { createValidators, validatorHeaders } from "../../src/front/validators.ts";

describe("the validators of a response", () => {
  const modified = new Date(Date.UTC(2001, 1, 3, 4, 5, 6, 700));
  const now = Date.UTC(2026, 0, 1);

  it("need a time, or a tag from the server", () => {
    expect(createValidators({ size: 5 }, "octets")).toEqual({});
    expect(createValidators({ modified: new Date(Number.NaN) }, "octets")).toEqual({});
    expect(createValidators({ etag: '"x"' }, "octets").etag).toBe('W/"x-octets"');
    expect(createValidators({ etag: 'W/"x"' }, "octets").etag).toBe('W/"x-octets"');
    expect(createValidators({ etag: 'x" y' }, "octets")).toEqual({});
  });

  it("differ by size, by time, and by kind of response", () => {
    const tags = [
      createValidators({ size: 5, modified }, "octets"),
      createValidators({ size: 6, modified }, "octets"),
      createValidators({ size: 5, modified: new Date(0) }, "octets"),
      createValidators({ size: 5, modified }, "page"),
    ].map(({ etag }) => etag);
    expect(new Set(tags).size).toBe(4);
  });

  it("never contain a time in the future (RFC 9110 §8.8.2.1)", () => {
    const later = { modified: new Date(now + 86_400_000) };
    expect(validatorHeaders(later, now)).toEqual({ "last-modified": "Thu, 01 Jan 2026 00:00:00 GMT" });
  });

  it("are absent without a variant", () => {
    expect(createValidators({ size: 5, modified, etag: '"x"' }, undefined)).toEqual({});
  });
});
