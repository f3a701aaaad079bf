import { readFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import * as core from "@anyurl/core";
import { describe, expect, it } from "vitest";
import * as idna from "../src/index.ts";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const blocks = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code!);
type Log = { readonly log: (...values: readonly unknown[]) => void };

/** Runs a block with this package and core for its imports, and gives all that it prints. */
function printed(block: string): string {
  const script = stripTypeScriptTypes(
    block.replace(/^import (\{.*?\}) from "@anyurl\/(core|idna)";$/gm, "const $1 = packages.$2;"),
  );
  const lines: string[] = [];
  new Function("packages", "console", script)({ core, idna }, {
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

  it("is right about the IRIs of its table", () => {
    const rows = [...readme.matchAll(/^\| `(http:\S+)` +\| (\S+)\S* .*?\| (\S+)/gm)];
    expect(rows.length).toBe(6);
    for (const [, iri, host, shown] of rows) {
      const result = core.tryParseIri(iri!, idna.idna);
      expect(result.ok ? `\`${result.url.host}\`` : "refused,").toBe(host);
      if (result.ok) expect(`\`${core.displayIri(result.url, idna.idna)}\``).toBe(shown!.replace(/:$/, ""));
      else expect(result.problems[0]!.code).toBe("bad-host");
    }
  });
});
