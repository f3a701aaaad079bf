import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { describe, expect, it } from "vitest";
import * as exchange from "../src/exchange/index.ts";
import * as explain from "../src/explain/index.ts";
import * as extract from "../src/extract/index.ts";
import * as core from "../src/index.ts";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const blocks = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code!);

/** What the package exports, by entry. */
const entries: Readonly<Record<string, object>> = {
  "@anyurl/core": core,
  "@anyurl/core/exchange": exchange,
  "@anyurl/core/explain": explain,
  "@anyurl/core/extract": extract,
};

const AsyncFunction = (async () => {}).constructor as new (
  ...args: string[]
) => (api: typeof entries, log: { log: (...values: unknown[]) => void }) => Promise<void>;

/** Runs a block with this package for its imports, and gives all that it prints. */
async function printed(block: string): Promise<string> {
  const script = stripTypeScriptTypes(
    block.replace(/^import (\{[^}]*\}) from ("@anyurl\/core[a-z/]*");$/gm, "const $1 = api[$2];"),
  );
  const lines: string[] = [];
  await new AsyncFunction("api", "console", script)(entries, {
    log: (...values) => void lines.push(values.join(" ")),
  });
  return lines.join("\n");
}

describe("the README", () => {
  it("opens with URLs", () => {
    expect(readme.split("\n").slice(0, 8).join("\n")).toMatch(/^# @anyurl\/core\n\n(?:.+\n)+\n\| URL/);
    expect(blocks.length).toBeGreaterThanOrEqual(3);
  });

  it.each(blocks)("runs, and prints what it says it does: %#", async (block) => {
    const promised = [...block.matchAll(/console\.log\(.*\); \/\/ (.*)$/gm)].map(([, comment]) => comment!);
    expect(promised.length).toBeGreaterThan(0);
    // A line within a loop prints several; the comment gives them in a row.
    expect((await printed(block)).replaceAll("\n", " ")).toBe(promised.join(" "));
  });

  it("is right about the URLs of its table", () => {
    const rows = [...readme.matchAll(/^\| `(\S+)` +\| .*$/gm)].map(([, url]) => url!);
    const seen = rows.slice(0, 6).map((url) => core.tryParse(url));
    expect(seen.map(({ ok }) => ok)).toEqual([true, true, true, true, true, false]);
    expect(seen[1]?.url?.user).toBe("");
    expect(core.createRegistry().normalize(rows[3]!)).toBe("http://[2001:db8::7]/~joe");
    expect(core.decodeText(seen[4]!.url!.path)).toBe("caf\udce9");
    expect(seen[5]?.problems[0]).toMatchObject({ code: "illegal-character", start: 16 });
  });

  it("names only what the package has", () => {
    const section = /## What is in it\n(.*?)\n## /s.exec(readme)![1]!;
    const names = [...section.matchAll(/`(?:registry\.|url\.)?([A-Za-z0-9]+)`/g)].map(([, name]) => name!);
    const methods = ["normalize", "describe", "with", "check"];
    const types = ["Exchange"];
    const known = new Set([...Object.values(entries).flatMap(Object.keys), ...methods, ...types]);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });
});
