// The templates pass the conformance suite unchanged; generated packages differ only in the name.
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe } from "vitest";
import { createScheme, resolveAnswers } from "../src/index.ts";

describe("tcp", async () => {
  await import("../template/tcp/test/syntax.test.ts");
  await import("../template/tcp/test/exchange.test.ts");
  await import("../template/tcp/test/access.test.ts");
});

// Its files replace some of tcp, so it is complete only when it has been created.
describe("tls", async () => {
  const parent = join(import.meta.dirname, "../.cache");
  mkdirSync(parent, { recursive: true });
  const folder = mkdtempSync(join(parent, "tls-"));
  afterAll(() => rmSync(folder, { recursive: true }));
  await createScheme(resolveAnswers({ name: "x-demo", kind: "tls" }), folder);
  for (const file of ["syntax", "exchange", "access", "tls"])
    await import(/* @vite-ignore */ join(folder, `test/${file}.test.ts`));
});

describe("wrap", async () => {
  await import("../template/wrap/test/syntax.test.ts");
  await import("../template/wrap/test/access.test.ts");
});

describe("local", async () => {
  await import("../template/local/test/syntax.test.ts");
  await import("../template/local/test/access.test.ts");
});

describe("syntax", async () => {
  await import("../template/syntax/test/syntax.test.ts");
});
