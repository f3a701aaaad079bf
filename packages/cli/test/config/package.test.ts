import { execFileSync } from "node:child_process";
import process from "node:process";
import { pathToFileURL } from "node:url";
import { expect, test } from "vitest";
import { findDeclaredSchemes, resolvePackage } from "../../src/config/package.ts";
import { folderOf } from "./world.ts";

/** Manifests by package name, and what else the package contains besides index.js and lib/a.js. */
const PACKAGES: Readonly<Record<string, object>> = {
  "x-main": { main: "./lib/a.js" },
  "x-main-without-suffix": { main: "lib/a" },
  "x-index": {},
  "@me/x-scoped": { exports: "./lib/a.js" },
  "x-import": { exports: { ".": { require: "./index.js", import: "./lib/a.js" } } },
  "x-nested": {
    exports: { browser: "./none.js", node: { "module-sync": "./lib/a.js", default: "./index.js" } },
  },
  "x-list": { exports: { ".": ["lib/not-relative.js", "./lib/a.js"] } },
  "x-null": { exports: { ".": { node: null, default: "./index.js" } } },
  "x-subpath": { exports: { "./a": "./lib/a.js" } },
  "x-outside": { exports: "./../x-main/lib/a.js" },
  "x-missing": { exports: "./lib/none.js" },
};

test("resolves a package as an import in the file does", async () => {
  const files = Object.entries(PACKAGES).flatMap(([name, manifest]) => [
    [`node_modules/${name}/package.json`, { name, type: "module", ...manifest }] as const,
    [`node_modules/${name}/index.js`, "export {};"] as const,
    [`node_modules/${name}/lib/a.js`, "export {};"] as const,
  ]);
  await using folder = await folderOf({ ...Object.fromEntries(files), "a/config.mjs": PROGRAM });
  const file = folder.at("a", "config.mjs");
  const names = [...Object.keys(PACKAGES), "x-absent"];
  const wanted = JSON.parse(execFileSync(process.execPath, [file, ...names], { encoding: "utf8" }));
  expect(Object.fromEntries(names.map((name) => [name, resolve(name, file)]))).toEqual(wanted);
});

/** Prints the file of each package, or null if it cannot be imported. */
const PROGRAM = `
  const found = await Promise.all(process.argv.slice(2).map(async (name) => {
    try { await import(name); return [name, import.meta.resolve(name)]; } catch { return [name, null]; }
  }));
  console.log(JSON.stringify(Object.fromEntries(found)));
`;

function resolve(name: string, file: string): string | null {
  try {
    return pathToFileURL(resolvePackage(name, file)).href;
  } catch {
    return null;
  }
}

test.each([
  "./a.js",
  "../up",
  "/etc/passwd",
  "file:///a.js",
  "node:fs",
  "fs",
  "data:text/javascript,1",
  "a/b",
  "",
])("rejects %j, which is not the name of an installed package", async (name) => {
  await using folder = await folderOf({ "a.json": {} });
  expect(() => resolvePackage(name, folder.at("a.json"))).toThrow();
});

test("finds the schemes that a package declares, even if it cannot be loaded", async () => {
  await using folder = await folderOf({
    "node_modules/x-broken/package.json": { exports: {}, anyurl: { schemes: ["x-broken", 1] } },
  });
  expect(findDeclaredSchemes("x-broken", folder.at("a", "b", "config.json"))).toEqual(["x-broken"]);
  expect(findDeclaredSchemes("x-absent", folder.at("config.json"))).toEqual([]);
});
