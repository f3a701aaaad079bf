import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import * as edit from "../src/edit/index.ts";
import * as exchange from "../src/exchange/index.ts";
import * as explain from "../src/explain/index.ts";
import * as extract from "../src/extract/index.ts";
import * as core from "../src/index.ts";
import * as lenient from "../src/lenient/index.ts";
import * as handOver from "../src/scheme/hand-over.ts";
import * as presentation from "../src/scheme/presentation.ts";
import * as template from "../src/template/index.ts";
import * as uriTemplate from "../src/uri-template/index.ts";

const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
const blocks = [...readme.matchAll(/^```ts\n(.*?)^```$/gms)].map(([, code]) => code!);

/** What the package exports, by entry. */
const entries: Readonly<Record<string, object>> = {
  "@anyurl/core": core,
  "@anyurl/core/edit": edit,
  "@anyurl/core/exchange": exchange,
  "@anyurl/core/explain": explain,
  "@anyurl/core/extract": extract,
  "@anyurl/core/lenient": lenient,
  "@anyurl/core/presentation": presentation,
  "@anyurl/core/template": template,
  "@anyurl/core/hand-over": handOver,
  "@anyurl/core/uri-template": uriTemplate,
};

describe("the README", () => {
  it("begins with URLs", () => {
    expect(readme.split("\n").slice(0, 8).join("\n")).toMatch(/^# @anyurl\/core\n\n(?:.+\n)+\n\| URL/);
    expect(blocks.length).toBeGreaterThanOrEqual(3);
  });

  it("has correct results in its table of URLs", () => {
    const rows = [...readme.matchAll(/^\| `(\S+)` +\| .*$/gm)].map(([, url]) => url!);
    const seen = rows.slice(0, 6).map((url) => core.tryParse(url));
    expect(seen.map(({ ok }) => ok)).toEqual([true, true, true, true, true, false]);
    expect(seen[1]?.url?.user).toBe("");
    expect(core.createRegistry().normalize(rows[3]!)).toBe("http://[2001:db8::7]/~joe");
    expect(core.decodeText(seen[4]!.url!.path)).toBe("caf\udce9");
    expect(seen[5]?.problems[0]).toMatchObject({ code: "illegal-character", start: 16 });
  });

  it("names only existing exports", () => {
    const section = /## API\n(.*?)\n## /s.exec(readme)![1]!;
    const names = [...section.matchAll(/`(?:registry\.|url\.)?([A-Za-z0-9]+)`/g)].map(([, name]) => name!);
    const methods = ["normalize", "describe", "with", "check"];
    const types = ["Exchange"];
    const known = new Set([...Object.values(entries).flatMap(Object.keys), ...methods, ...types]);
    expect(names.filter((name) => !known.has(name))).toEqual([]);
  });
});
