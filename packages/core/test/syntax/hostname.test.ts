import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { hostProblem } from "../../src/syntax/host.ts";
import { isSimpleHostname } from "../../src/syntax/hostname.ts";
import { scan } from "../../src/syntax/scan.ts";

/** What follows "//" in texts with and without simple host names. */
const authority = fc.oneof(
  fc.string({ unit: fc.constantFrom(..."aZ0-_.:/?#%41[]é"), maxLength: 20 }),
  fc.domain(),
  fc.ipV4(),
  fc.string({ unit: fc.constantFrom("a", "b.", "-"), minLength: 55, maxLength: 270 }),
);

describe("a simple host name", () => {
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
        if (!isSimpleHostname(text, 0, text.length)) return;
        // With an escape, the name is checked label by label.
        const escaped = `%${text.charCodeAt(0).toString(16)}${text.slice(1)}`;
        expect([hostProblem(escaped), hostProblem(text)]).toEqual([undefined, undefined]);
      }),
      { numRuns: 2_000 },
    );
  });
});
