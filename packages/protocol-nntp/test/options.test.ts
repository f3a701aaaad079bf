import { defineOptions, resolveOptions } from "@anyurl/core";
import { describe, expect, it } from "vitest";
import { NEWS_OPTIONS } from "../src/operations/index.ts";

const OPTIONS = defineOptions("nntp", NEWS_OPTIONS);

describe("the options of news servers", () => {
  it.each<readonly [name: string, value: unknown, expected: unknown]>([
    ["newest", 1, 1],
    ["newest", Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
    ["newest", 0, "bad-option"],
    ["maxArticle", 1, 1],
    ["maxArticle", Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY],
    ["maxArticle", 0, "bad-option"],
    ["range", "5-9", { first: "5", last: "9" }],
    ["range", "5-9-", "bad-option"],
    ["part", "tail", "bad-option"],
  ])("%s %j is %j", (name, value, expected) => {
    const resolve = () =>
      (resolveOptions(OPTIONS, { [name]: value }) as Readonly<Record<string, unknown>>)[name];
    if (expected === "bad-option") expect(resolve).toThrow(expect.objectContaining({ code: "bad-option" }));
    else expect(resolve()).toEqual(expected);
  });

  it("have these defaults", () => {
    expect(OPTIONS.defaults).toMatchObject({
      ...{ tls: "none", clearTextLogin: false, part: "article", digest: false, descriptions: true },
      ...{ maxArticle: 1_048_576, allowControl: false, confirmed: false },
    });
  });
});
