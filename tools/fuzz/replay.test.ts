import { describe, expect, it } from "vitest";
import { attempt } from "./attempt.ts";
import { lineOf, readCorpus } from "./corpus.ts";
import { TARGETS } from "./targets.ts";

describe.each(TARGETS)("the fuzzer's corpus for $name", (target) => {
  const corpus = [...readCorpus("corpus", target.name), ...(target.seeds ?? [])];

  it("is not empty", () => expect(corpus.length).toBeGreaterThan(0));

  it("breaks no law", async () => {
    const broken: string[] = [];
    for (const input of corpus) {
      const found = (await attempt(target, input)).broken;
      if (found !== undefined) broken.push(`${found.law} ${lineOf(input)} ${found.message}`);
    }
    expect(broken).toEqual([]);
  });
});
