import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { bundle, gzipped } from "../bundle.ts";

const from = mkdtempSync(join(tmpdir(), "anyurl-bundle-"));
afterAll(() => rmSync(from, { recursive: true, force: true }));

const file = (name: string, code: string) => writeFileSync(join(from, name), code);

describe("a bundle", () => {
  it("has only what is used", async () => {
    file("two.js", 'export const used = "used!"; export const idle = "idle!";');
    const { initial, builtins, warnings } = await bundle('export { used } from "./two.js";', { from });
    expect(initial).toContain("used!");
    expect(initial).not.toContain("idle!");
    expect([builtins, warnings]).toEqual([[], []]);
  });

  it("splits lazy imports, unless it is to be one file", async () => {
    file("later.js", 'export const later = "later!";');
    const entry = 'export const load = () => import("./later.js");';
    const parted = await bundle(entry, { from });
    expect(parted.initial).not.toContain("later!");
    expect([...parted.lazy.values()].join("")).toContain("later!");
    const whole = await bundle(entry, { from, split: false });
    expect(whole.initial).toContain("later!");
    expect(whole.lazy.size).toBe(0);
  });

  it.each(["node:fs", "fs", "node:fs/promises"])("reports %s, also in lazy imports", async (name) => {
    file("node.js", `export * from ${JSON.stringify(name)};`);
    const now = await bundle(`export * from ${JSON.stringify(name)};`, { from });
    expect(now.builtins).toEqual([expect.stringContaining(name)]);
    const later = await bundle('export const load = () => import("./node.js");', { from });
    expect(later.builtins).toEqual([expect.stringContaining("node.js")]);
  });

  it("reports missing modules", async () => {
    const { warnings } = await bundle('export * from "@anyurl/is-not-there";', { from });
    expect(warnings).toEqual([expect.stringContaining("@anyurl/is-not-there")]);
  });
});

it("the size of a bundle is that after gzip", () => {
  expect(gzipped("a".repeat(100_000))).toBeLessThan(200);
});
