import { describe, expect, it } from "vitest";
import { decisionsOf, judge } from "./decisions.ts";
import { afterSetting, setterCases } from "./setters.ts";
import { urls } from "./whatwg.ts";

const cases = setterCases();
const decisions = decisionsOf("setters");

describe("WHATWG setters on immutable URLs", () => {
  it.each(cases)("$id: $href, $setter = $newValue", (each) => {
    judge(decisions.get(each.id), () => {
      expect(urls.normalize(afterSetting(each))).toBe(urls.normalize(each.expected));
    });
  });

  it("are complete", () => expect(cases).toHaveLength(278));

  it("have only decisions that cite a rule and belong to a case", () => {
    const ids = new Set(cases.map(({ id }) => id));
    expect([...decisions.keys()].filter((id) => !ids.has(id))).toEqual([]);
    for (const { cite } of decisions.values()) expect(cite).toMatch(/^RFC 3986 §/);
  });
});
