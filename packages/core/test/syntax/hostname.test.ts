import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hostProblem } from "../../src/syntax/host.ts";
import { findHostnameEnd } from "../../src/syntax/hostname.ts";
import { scan } from "../../src/syntax/scan.ts";

/** What follows "//" in texts with and without simple host names. */
const authority = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."aZ0-_.:/?#%41[]é"), maxLength: 20 }),
  fc.domain(),
  fc.ipV4(),
  fc.string({ unit: fc.constantFrom("a", "b.", "-"), minLength: 55, maxLength: 270 }),
);

const LABEL = "a".repeat(63);
const NAME = `${LABEL}.${LABEL}.${LABEL}.${"b".repeat(61)}`;

describe("a simple host name", () => {
  it.each([
    ["a", 1],
    ["a:80", 1],
    ["a/b", 1],
    ["aé", 1],
    ["a_B-9.z", 7],
    ["1.a", 3],
    ["a.b1", 4],
    ["a--b", 4],
    [LABEL, 63],
    [`${LABEL}.b`, 65],
    [NAME, 253],
    ["", -1],
    [".", -1],
    [".a", -1],
    ["a.", -1],
    ["a..b", -1],
    ["1", -1],
    ["a.1", -1],
    ["a.1b", -1],
    ["_", -1],
    ["-a", -1],
    ["a-", -1],
    ["a-:80", -1],
    ["a.-b", -1],
    ["a-.b", -1],
    [`a${LABEL}`, -1],
    [`a${LABEL}.b`, -1],
    [`b.a${LABEL}`, -1],
    [`${NAME}b`, -1],
  ])(
    "%s ends at %d: letters, digits, and hyphens in labels, the last one with a letter first",
    (text, end) => {
      expect(findHostnameEnd(text, 0)).toBe(end);
      expect(findHostnameEnd(`//${text}`, 2)).toBe(end < 0 ? -1 : end + 2);
    },
  );

  it("ends where the range ends", () => {
    expect(findHostnameEnd("a.bc", 0, 3)).toBe(3);
    expect(findHostnameEnd("a.bc", 0, 2)).toBe(-1);
  });

  it("is found at the same place as a host in any form", () => {
    fc.assert(
      fc.property(authority, (text) => {
        const simple = scan(`ftp://${text}`);
        // After a userinfo, a host is never read in the short way.
        const general = scan(`ftp://u@${text}`);
        const moved = general && {
          schemeEnd: general.schemeEnd,
          hostStart: general.hostStart - 2,
          hostEnd: general.hostEnd - 2,
          pathStart: general.pathStart - 2,
          pathEnd: general.pathEnd - 2,
          queryEnd: general.queryEnd - 2,
        };
        expect(simple === undefined).toBe(moved === undefined);
        if (moved !== undefined) expect(simple).toMatchObject(moved);
        expect(general?.hasHostname ?? false).toBe(false);
      }),
      { numRuns: 2_000 },
    );
  });

  it("is valid as a name that the general check reads", () => {
    fc.assert(
      fc.property(authority, (text) => {
        if (findHostnameEnd(text, 0) !== text.length) return;
        // With an escape, the name is checked label by label.
        const escaped = `%${text.charCodeAt(0).toString(16)}${text.slice(1)}`;
        expect([hostProblem(escaped), hostProblem(text)]).toEqual([undefined, undefined]);
      }),
      { numRuns: 2_000 },
    );
  });
});
