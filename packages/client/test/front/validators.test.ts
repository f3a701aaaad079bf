import { describe, expect, it } from "vitest";
import { createValidators, isUnchanged, validatorHeaders } from "../../src/front/validators.ts";

describe("validators", () => {
  const modified = new Date(Date.UTC(2001, 1, 3, 4, 5, 6, 700));
  const now = Date.UTC(2026, 0, 1);

  it("need a time, or a tag from the server", () => {
    expect(createValidators({ size: 5 }, undefined, "octets")).toEqual({});
    expect(createValidators({ modified: new Date(Number.NaN) }, undefined, "octets")).toEqual({});
    expect(createValidators({}, '"x"', "octets").etag).toBe('W/"x-octets"');
    expect(createValidators({}, 'W/"x"', "octets").etag).toBe('W/"x-octets"');
    expect(createValidators({}, 'x" y', "octets")).toEqual({});
  });

  it("differ by size, by time, and by kind of response", () => {
    const tags = [
      createValidators({ size: 5, modified }, undefined, "octets"),
      createValidators({ size: 6, modified }, undefined, "octets"),
      createValidators({ size: 5, modified: new Date(0) }, undefined, "octets"),
      createValidators({ size: 5, modified }, undefined, "page"),
    ].map(({ etag }) => etag);
    expect(new Set(tags).size).toBe(4);
  });

  it("never contain a time in the future (RFC 9110 §8.8.2.1)", () => {
    const later = { modified: new Date(now + 86_400_000) };
    expect(validatorHeaders(later, now)).toEqual({ "last-modified": "Thu, 01 Jan 2026 00:00:00 GMT" });
  });

  it("compare weakly, and If-None-Match precedes If-Modified-Since (RFC 9110 §13.2.2)", () => {
    const validators = { etag: 'W/"a"', modified };
    const of = (fields: Record<string, string>) => isUnchanged(new Headers(fields), validators);
    expect(of({ "if-none-match": '"a"' })).toBe(true);
    expect(of({ "if-none-match": '"b", W/"a"' })).toBe(true);
    expect(of({ "if-none-match": '"b"' })).toBe(false);
    expect(of({ "if-none-match": '"b"', "if-modified-since": "Sat, 03 Feb 2001 04:05:06 GMT" })).toBe(false);
    expect(of({ "if-modified-since": "Sat, 03 Feb 2001 04:05:06 GMT" })).toBe(true);
    expect(of({ "if-modified-since": "Sat, 03 Feb 2001 04:05:05 GMT" })).toBe(false);
    expect(of({ "if-modified-since": "yesterday" })).toBe(false);
    expect(of({})).toBe(false);
  });
});
