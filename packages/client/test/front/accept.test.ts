import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { negotiateType } from "../../src/front/accept.ts";

const choice = (header: string | null) => negotiateType(header, ["application/json", "text/html"]);

describe("Accept (RFC 9110 §12.5.1)", () => {
  it.each([
    "text/html",
    "TEXT/HTML",
    "text/*",
    // Headers of browsers.
    "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
    "application/json;q=0.5, text/html;q=0.6",
    "application/json;q=0, */*",
    // The more specific range wins, with any weight.
    "*/*;q=1, application/json;q=0.1, text/html;q=0.2",
    "text/html ; q=0.8 , application/json ; q=0.7",
    'text/html;charset="utf-8"',
    'application/json;profile="a,b;c";q=1, text/html;q=0.1',
    "application/json;q=0.001,text/html;q=0.002",
  ])("%s prefers a page", (header) => {
    expect(choice(header)).toBe("text/html");
  });

  it.each([
    null,
    "",
    "*/*",
    "application/json",
    "text/html;q=0",
    "image/png",
    "text/html, application/json",
    "text/html;q=0.5, */*",
    "text/html;level=1",
    // No qvalues (§12.4.2).
    "text/html;q=2",
    "text/html;q=-1",
    "text/html;q=0.0001",
    "text/html;q=NaN",
    "text/html;q=",
    "text",
    "/html",
    "text/",
    "*/html",
    '"text/html',
  ])("%s does not prefer a page", (header) => {
    expect(choice(header)).toBe("application/json");
  });

  it("returns an offer for any text, in time linear in its length", () => {
    fc.assert(
      fc.property(
        fc.string({ unit: fc.constantFrom(...'*/;,="\\ q01.a'), size: "max", maxLength: 2_000 }),
        (header) => {
          expect(["application/json", "text/html"]).toContain(choice(header));
        },
      ),
    );
    for (const unit of [",", ";", '"', "\\", "a/b,", "*/*;q=0.1,", " "])
      expect(["application/json", "text/html"]).toContain(choice(unit.repeat(100_000)));
  });
});
