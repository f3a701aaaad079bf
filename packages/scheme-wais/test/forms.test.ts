import { createRegistry } from "@anyurl/core";
import { explain } from "@anyurl/core/explain";
import { readVectors } from "@anyurl/testkit";
import { describe, expect, it } from "vitest";
import { wais } from "../src/index.ts";

const urls = createRegistry(wais);
const partsOf = (url: `wais:${string}`, profile: "rfc3986" | "rfc1738" = "rfc3986") =>
  urls.parse(url, { profile }).parts;

describe("the three forms of a wais URL", () => {
  it("are a database, a search in it, and a document of it", () => {
    expect(partsOf("wais://h.example/db")).toMatchObject({ database: "db", search: undefined });
    expect(partsOf("wais://h.example/db?tide")).toMatchObject({ database: "db", search: "tide" });
    expect(partsOf("wais://h.example/db/TEXT/id")).toMatchObject({
      ...{ database: "db", search: undefined, wtype: "TEXT", wpath: "id" },
    });
  });

  it("are distinguished by raw delimiters, never by escaped ones", () => {
    expect(partsOf("wais://h.example/db%3Ftide%2FTEXT%2Fid")).toMatchObject({
      ...{ database: "db?tide/TEXT/id", search: undefined, wtype: undefined },
    });
  });

  it("are not mixed", () => {
    expect(urls.tryParse("wais://h.example/db/TEXT/id?tide").problems).toMatchObject([
      { code: "query-not-allowed", component: "query", start: 27, end: 32 },
    ]);
    expect(urls.tryParse("wais://h.example/db/TEXT").problems).toMatchObject([
      { code: "bad-wais-path", component: "path", start: 20, end: 24 },
    ]);
  });

  it.each(["rfc3986", "rfc1738"] as const)("decode a plus as a plus, not as a space, with %s", (profile) => {
    expect(partsOf("wais://h.example/db?a+b%2Bc", profile).search).toBe("a+b+c");
    expect(urls.compare("wais://h/db?a+b", "wais://h/db?a%20b", { profile }).equivalent).toBe(false);
    expect(urls.compare("wais://h/db?a+b", "wais://h/db?a%2bb", { profile }).equivalent).toBe(true);
  });

  it("separate the fragment", () => {
    expect(urls.parse("wais://h.example/db?tide#x?y")).toMatchObject({
      ...{ parts: { search: "tide" }, fragment: "x?y" },
    });
  });
});

describe("the description of a wais URL", () => {
  const described = (text: string) =>
    urls
      .describe(text)
      .slice(2)
      .map(({ name, start, end }) => [name, text.slice(start, end)]);

  it("has each field with its range", () => {
    expect(described("wais://h.example/db?tide+gull#x")).toEqual([
      ["database", "db"],
      ["search", "tide+gull"],
      ["fragment", "x"],
    ]);
    expect(described("wais://h.example/db/TEXT/%01%01x")).toEqual([
      ["database", "db"],
      ["wtype", "TEXT"],
      ["wpath", "%01%01x"],
    ]);
  });

  it("splits a document-id in fields", () => {
    expect(described("wais://h.example/db/TEXT/70/1=h.example;3=0%2010%20/a;7=%00;")).toEqual([
      ["database", "db"],
      ["wtype", "TEXT"],
      ["length", "70"],
      ["wpath[0]", "1=h.example;"],
      ["wpath[1]", "3=0%2010%20/a;"],
      ["wpath[2]", "7=%00;"],
    ]);
    const fields = urls.describe("wais://h.example/db/TEXT/70/1=h.example;3=;").slice(-2);
    expect(fields.map(({ value }) => value)).toEqual(["h.example", "3=;"]);
  });

  it("covers the whole URL", () => {
    for (const { url, code, profile } of readVectors(new URL("vectors.json", import.meta.url))) {
      if (url === undefined || code !== undefined) continue;
      const { problems } = explain(url, urls, profile && { profile });
      expect([url, problems.filter((problem) => problem.code === "plugin-fault")]).toEqual([url, []]);
    }
  });

  it("explains empty parts", () => {
    const [, , database] = urls.describe("wais://h.example");
    expect(database).toMatchObject({ name: "database", start: 16, end: 16, value: "" });
    expect(database?.meaning).toContain("an empty database");
  });
});
