import { createRegistry } from "@anyurl/core";
import { explain } from "@anyurl/core/explain";
import { readVectors } from "@anyurl/testkit";
import { describe, expect, it } from "vitest";
import { prospero } from "../src/index.ts";

const urls = createRegistry(prospero);

describe("the hsoname of a prospero URL", () => {
  it("is /pros/name for //pros/name, and pros/name for /pros/name", () => {
    const [rooted, bare] = ["prospero://host.dom//pros/name", "prospero://host.dom/pros/name"] as const;
    expect(urls.parse(rooted).parts.hsoname).toBe("/pros/name");
    expect(urls.parse(bare).parts.hsoname).toBe("pros/name");
    expect(urls.compare(rooted, bare).equivalent).toBe(false);
    expect(urls.normalize(rooted)).toBe(rooted);
    expect(urls.format("prospero", { host: "host.dom", hsoname: "/pros/name" })).toBe(rooted);
    expect(urls.format("prospero", { host: "host.dom", hsoname: "pros/name" })).toBe(bare);
  });

  it("is opaque and has no relative references", () => {
    expect(urls.normalize("prospero://h.example/a/./b/../c")).toBe("prospero://h.example/a/./b/../c");
    expect(() => urls.resolve("prospero://h.example/a/b", "../c")).toThrow(
      expect.objectContaining({ code: "unsupported" }),
    );
  });

  it("includes the query, but not the fragment", () => {
    const url = urls.parse("prospero://h.example/a?b=c;d=e?f#g;h=i");
    expect(url.parts).toEqual({ hsoname: "a?b=c", fieldspecs: [{ fieldname: "d", fieldvalue: "e?f" }] });
    expect(url.fragment).toBe("g;h=i");
  });
});

describe("the fieldspecs of a prospero URL", () => {
  it("keep their order and duplicates", () => {
    const text = "prospero://h.example/a;k=2;K=1;k=1;k=2";
    const url = urls.parse(text);
    expect(url.parts.fieldspecs.map(({ fieldname, fieldvalue }) => `${fieldname}=${fieldvalue}`)).toEqual([
      "k=2",
      "K=1",
      "k=1",
      "k=2",
    ]);
    expect(urls.normalize(url)).toBe(text);
    expect(urls.format("prospero", { host: "h.example", ...url.parts })).toBe(text);
  });

  it("are reported without a value, each with its range", () => {
    const { problems } = urls.tryParse("prospero://h.example/a;b;c=1;;d");
    expect(problems.map(({ code, start, end }) => [code, start, end])).toEqual([
      ["bad-field", 22, 24],
      ["bad-field", 28, 29],
      ["bad-field", 29, 31],
    ]);
  });

  it("are described with their ranges", () => {
    const text = "prospero://h.example//a;OBJECT-VERSION=3;k=%3B";
    const parts = urls.describe(text).slice(2);
    expect(parts.map(({ name, start, end }) => [name, text.slice(start, end)])).toEqual([
      ["hsoname", "/a"],
      ["fieldspecs[0].fieldname", "OBJECT-VERSION"],
      ["fieldspecs[0].fieldvalue", "3"],
      ["fieldspecs[1].fieldname", "k"],
      ["fieldspecs[1].fieldvalue", "%3B"],
    ]);
    expect(parts[2]?.meaning).toContain("version");
    expect(parts.at(-1)?.value).toBe(";");
  });

  it("are described so that the whole URL is covered", () => {
    for (const { url, code, profile } of readVectors(new URL("vectors.json", import.meta.url))) {
      if (url === undefined || code !== undefined) continue;
      const { problems } = explain(url, urls, profile && { profile });
      expect([url, problems.filter((problem) => problem.code === "plugin-fault")]).toEqual([url, []]);
    }
  });

  it("are parsed in one pass", () => {
    const text = `prospero://h.example/a${";k=v".repeat(10_000)}`;
    expect(urls.parse(text).parts).toHaveProperty("fieldspecs.length", 10_000);
    const { problems } = urls.tryParse(`prospero://h.example/a${";".repeat(60_000)}`);
    expect(problems[0]).toMatchObject({ code: "bad-field", start: 22, end: 23 });
  });
});
