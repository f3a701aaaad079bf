import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { readVectors } from "../src/index.ts";

let folder = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "anyurl-testkit-"));
});
afterAll(() => rmSync(folder, { recursive: true }));

it("reads rows, including a byte that is not UTF-8, and rejects invalid files", () => {
  const file = join(folder, "vectors.json");
  writeFileSync(file, '[{ "rule": "RFC 862", "url": "x:%FF", "parts": { "text": "\\udcff" } }]');
  expect(readVectors(file)[0]?.parts).toEqual({ text: "\udcff" });
  for (const text of ["{}", "[1]", '[{ "url": "x:y" }]', "["]) {
    writeFileSync(file, text);
    expect(() => readVectors(file)).toThrow();
  }
});

it("rejects a misspelled key, which would check nothing", () => {
  const file = join(folder, "misspelled.json");
  writeFileSync(file, '[{ "rule": "RFC 862", "url": "x:y", "part": { "text": "z" } }]');
  expect(() => readVectors(file)).toThrow('unknown key "part" in row 0');
});
