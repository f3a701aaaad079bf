import { readFileSync } from "node:fs";
import { join } from "node:path";
import { checkSchemeName } from "@anyurl/core";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { blocksOf, promisedBy } from "../doc-blocks.ts";
import { type DocPackage, docPackage } from "./doc-package.ts";

const PAGE = "docs/registering-a-scheme.md";

let page: DocPackage;
beforeAll(() => {
  page = docPackage(PAGE);
});
afterAll(() => page[Symbol.dispose]());

describe(PAGE, () => {
  it("judges names as it says", async () => {
    const promised = [...page.files.get("name.ts")!.matchAll(/^\/\/ (.*)$/gm)].map(([, line]) => line);
    expect(promised).toHaveLength(4);
    expect(await page.printed("name.ts")).toEqual(promised);
  }, 60_000);

  it("reads through a gateway as it says", async () => {
    const promised = promisedBy(page.files.get("gateway.ts")!);
    expect(promised).toHaveLength(3);
    expect(await page.printed("gateway.ts")).toEqual(promised);
  }, 60_000);

  it("has programs that compile", { tags: ["slow"], timeout: 120_000 }, async () => {
    const options = [
      "--ignoreConfig",
      "--noEmit",
      "--strict",
      "--module",
      "NodeNext",
      "--target",
      "ES2023",
      "--types",
      "node",
    ];
    const lib = [
      "--lib",
      "ES2023,ESNext.Disposable,WebWorker,WebWorker.AsyncIterable",
      "--erasableSyntaxOnly",
      "--skipLibCheck",
    ];
    const source = ["--customConditions", "anyurl-source", "--allowImportingTsExtensions"];
    expect(await page.tool("tsc", ...options, ...lib, ...source, "name.ts", "gateway.ts")).toBe("");
  });

  it("fills in each field of the template of RFC 7595 §7.4 and RFC 8615 §5.2, for names that are names", () => {
    const markdown = readFileSync(join(import.meta.dirname, "../../..", PAGE), "utf8");
    const requests = blocksOf(markdown).filter(({ language }) => language === "text");
    expect(requests).toHaveLength(2);
    for (const { code } of requests) {
      const fields = [...code.matchAll(/^([A-Z][^:]*):/gm)].map(([, field]) => field);
      expect(fields).toEqual([
        "Scheme name",
        "Status",
        "Applications/protocols that use this scheme name",
        "Contact",
        "Change controller",
        "References",
        "Well-Known URI Support",
      ]);
      const [, name = ""] = /^Scheme name: (.*)$/m.exec(code) ?? [];
      expect(checkSchemeName(name).filter(({ severity }) => severity === "error")).toEqual([]);
      expect(code).toMatch(/^Status: (Permanent|Provisional|Historical)$/m);
    }
  });
});
