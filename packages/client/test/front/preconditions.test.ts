import { describe, expect, it } from "vitest";
import { evaluatePreconditions } from "../../src/front/preconditions.ts";

const AT = "Sat, 03 Feb 2001 04:05:06 GMT";
const BEFORE = "Sat, 03 Feb 2001 04:05:05 GMT";
const NOW = Date.UTC(2026, 0, 1);
const STATE = { etag: 'W/"a"', modified: new Date(Date.UTC(2001, 1, 3, 4, 5, 6, 700)) };

function evaluate(
  fields: Record<string, string>,
  validators: Parameters<typeof evaluatePreconditions>[1] = STATE,
  method = "GET",
) {
  return evaluatePreconditions({ method, headers: new Headers(fields) }, validators, NOW);
}

describe("the preconditions of a request", () => {
  it.each([
    // RFC 9110 §13.1.2: weak comparison.
    [{ "if-none-match": '"a"' }, 304],
    [{ "if-none-match": '"b", W/"a"' }, 304],
    [{ "if-none-match": "*" }, 304],
    [{ "if-none-match": '"b"' }, undefined],
    // §13.1.3: whole seconds, and an invalid date is ignored.
    [{ "if-modified-since": AT }, 304],
    [{ "if-modified-since": "Saturday, 03-Feb-01 04:05:06 GMT" }, 304],
    [{ "if-modified-since": BEFORE }, undefined],
    [{ "if-modified-since": "yesterday" }, undefined],
    [{ "if-modified-since": "2099" }, undefined],
    [{ "if-modified-since": `${AT}, ${AT}` }, undefined],
    // §13.1.1: strong comparison, and a weak tag is never equal then.
    [{ "if-match": '"a"' }, 412],
    [{ "if-match": 'W/"a"' }, 412],
    [{ "if-match": "*" }, undefined],
    // §13.1.4
    [{ "if-unmodified-since": AT }, undefined],
    [{ "if-unmodified-since": BEFORE }, 412],
    [{ "if-unmodified-since": "yesterday" }, undefined],
    [{}, undefined],
  ] as const)("%j is %s", (fields, status) => {
    expect(evaluate(fields as Record<string, string>)).toBe(status);
    expect(evaluate(fields as Record<string, string>, STATE, "HEAD")).toBe(status);
  });

  it("are evaluated in the order of RFC 9110 §13.2.2", () => {
    expect(evaluate({ "if-match": '"a"', "if-none-match": '"a"' })).toBe(412);
    expect(evaluate({ "if-match": "*", "if-unmodified-since": BEFORE })).toBe(undefined);
    expect(evaluate({ "if-unmodified-since": BEFORE, "if-none-match": '"a"' })).toBe(412);
    expect(evaluate({ "if-none-match": '"b"', "if-modified-since": AT })).toBe(undefined);
  });

  it("are false or ignored without a validator", () => {
    expect(evaluate({ "if-none-match": '"a"' }, {})).toBe(undefined);
    expect(evaluate({ "if-modified-since": AT }, {})).toBe(undefined);
    expect(evaluate({ "if-unmodified-since": BEFORE }, {})).toBe(undefined);
    expect(evaluate({ "if-match": '"a"' }, {})).toBe(412);
  });

  it("apply to GET and HEAD only", () => {
    expect(evaluate({ "if-none-match": "*", "if-match": '"b"' }, STATE, "POST")).toBe(undefined);
  });
});
