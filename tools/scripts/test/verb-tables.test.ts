import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "vitest";
import { formatVerbTable } from "../verb-tables.ts";

test("the tables of commands match the commands", async () => {
  const argv = ["--conditions=anyurl-source", "tools/scripts/verb-tables.ts"];
  await promisify(execFile)(process.execPath, argv, { cwd: join(import.meta.dirname, "../../..") });
});

test("a row has the name, the summary, and the first example without what a shell does", () => {
  const verb = { name: "put", summary: "Upload a file.", examples: ["anyurl put a > b", "anyurl put c"] };
  expect(formatVerbTable([verb]).split("\n")).toEqual([
    "| command | description   | example        |",
    "| ------- | ------------- | -------------- |",
    "| `put`   | Upload a file | `anyurl put a` |",
  ]);
});
