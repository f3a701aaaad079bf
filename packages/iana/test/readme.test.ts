import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import * as core from "@anyurl/core";
import { describe, expect, it } from "vitest";
import * as iana from "../src/index.ts";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const blocks = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code!);
type Log = { readonly log: (...values: readonly unknown[]) => void };

/** Runs a block with this package and core for its imports, and gives all that it prints. */
function printed(block: string): string {
  const script = stripTypeScriptTypes(
    block.replace(/^import (\{.*?\}) from "@anyurl\/(core|iana)";$/gm, "const $1 = $2;"),
  );
  const lines: string[] = [];
  new Function("core", "iana", "console", script)(core, iana, {
    log: (...values) => void lines.push(values.join(" ")),
  } satisfies Log);
  return lines.join(" ");
}

describe("the README", () => {
  it.each(blocks)("runs, and prints what it says it does: %#", (block) => {
    const promised = [...block.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, comment]) => comment!);
    expect(promised.length).toBeGreaterThan(0);
    expect(printed(block)).toBe(promised.join(" "));
  });

  it("is right about the names of its table", () => {
    const rows = [...readme.matchAll(/^\| `(\S+)` +\| (\S+) +\| (.*?) +\| (.*?) +\|$/gm)];
    expect(rows.length).toBeGreaterThan(5);
    for (const [, name, status, reference, note] of rows) {
      const found = iana.ianaScheme(name!);
      expect(iana.statusOf(name!)).toBe(status);
      expect(found?.reference.join(", ") ?? "").toBe(reference!.trim());
      if (found !== undefined) expect(found.note ?? "").toBe(note!.trim());
    }
  });
});
