import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { createModuleGraph } from "../module-graph.ts";

const root = mkdtempSync(join(tmpdir(), "anyurl-graph-"));
afterAll(() => rmSync(root, { recursive: true }));

const FILES: Readonly<Record<string, string>> = {
  "packages/a/package.json": JSON.stringify({
    name: "@anyurl/a",
    exports: { ".": { "anyurl-source": "./src/index.ts" }, "./more": { "anyurl-source": "./src/more.ts" } },
    imports: { "#data": "./src/data.ts" },
  }),
  "packages/a/src/index.ts":
    'export { one } from "./one.ts";\nexport * from "./rest.ts";\nexport { more as other } from "./more.ts";\nexport const own = 1;',
  "packages/a/src/one.ts": 'import data from "#data";\nexport const one = data;',
  "packages/a/src/rest.ts": "export const two = 2;\nexport type Three = 3;",
  "packages/a/src/more.ts": "export const more = 4;",
  "packages/a/src/data.ts": "export default 5;",
  "packages/a/src/bin.ts": "",
};

/** What a file with this text uses. */
function usedBy(text: string): readonly string[] {
  const all = { ...FILES, "packages/b/test/b.ts": text };
  for (const [path, each] of Object.entries(all)) {
    mkdirSync(join(root, dirname(path)), { recursive: true });
    writeFileSync(join(root, path), each);
  }
  return [...createModuleGraph(root, new Set(Object.keys(all))).uses("packages/b/test/b.ts")];
}

describe("the files that a module uses", () => {
  it.each([
    ["the file that declares an imported name", 'import { one } from "@anyurl/a";', ["index.ts#", "one.ts"]],
    ["the file behind export *", 'import { two } from "@anyurl/a";', ["index.ts#", "rest.ts"]],
    ["the file behind another name", 'import { other } from "@anyurl/a";', ["index.ts#", "more.ts"]],
    ["an index file for what it declares itself", 'import { own } from "@anyurl/a";', ["index.ts"]],
    ["all of a module for its namespace", 'import * as a from "@anyurl/a";', ["index.ts"]],
    ["all of a module that is loaded later", 'await import("@anyurl/a");', ["index.ts"]],
    ["another export of the package", 'import { more } from "@anyurl/a/more";', ["more.ts"]],
    ["a program that it starts", 'new URL("../../a/src/bin.ts", import.meta.url);', ["bin.ts"]],
    [
      "no file for types",
      'import type { Three } from "@anyurl/a"; import { type Three as T } from "@anyurl/a";',
      [],
    ],
    ["no file of other packages", 'import { x } from "elsewhere";', []],
  ])("has %s", (_, text, used) => {
    expect(usedBy(text)).toEqual(used.map((name) => `packages/a/src/${name}`));
  });

  it("has the private modules of its package", () => {
    usedBy("");
    const graph = createModuleGraph(root, new Set(Object.keys(FILES)));
    expect([...graph.uses("packages/a/src/one.ts")]).toEqual(["packages/a/src/data.ts"]);
  });

  it("has all that an index file exports", () => {
    usedBy("");
    const graph = createModuleGraph(root, new Set(Object.keys(FILES)));
    expect([...graph.uses("packages/a/src/index.ts")].sort()).toEqual(
      ["more.ts", "one.ts", "rest.ts"].map((name) => `packages/a/src/${name}`),
    );
    expect([...graph.uses("packages/a/src/index.ts#")]).toEqual([]);
  });
});
