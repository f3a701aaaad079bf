import { chmodSync, readdirSync, readFileSync } from "node:fs";
import { delimiter } from "node:path";
import { expect, test } from "vitest";
import type { HostIo } from "../../src/host-io.ts";
import { changePackages, findPackageManager } from "../../src/plugins/package-manager.ts";
import { folderOf } from "../config/world.ts";

test.each([
  ["npm", {}],
  ["npm", { "package-lock.json": {} }],
  ["pnpm", { "pnpm-lock.yaml": "" }],
  ["yarn", { "yarn.lock": "# yarn lockfile v1\n" }],
  ["yarn-berry", { "yarn.lock": "__metadata:\n  version: 8\n" }],
  ["bun", { "bun.lock": "" }],
  ["bun", { "bun.lockb": "" }],
  ["pnpm", { "package.json": { packageManager: "pnpm@10.0.0" }, "package-lock.json": {} }],
  ["yarn", { "package.json": { packageManager: "yarn@1.22.22" } }],
  ["yarn-berry", { "package.json": { packageManager: "yarn@4.9.1" } }],
  ["npm", { "package.json": { packageManager: "pnpmx@1" } }],
])("uses %s in a directory with %j", async (manager, files) => {
  await using folder = await folderOf({ ".keep": "", ...files });
  expect(findPackageManager(folder.path)).toBe(manager);
});

// The shell of this system starts it as cmd.exe does on Windows, where package managers are scripts.
test.skipIf(process.platform === "win32").each([
  ["linux", "@scope/name@>=1.0"],
  ["win32", "@scope/name@>=1.0"],
  ["linux", "/a b/(1) & c.tgz"],
  ["win32", "/a b/(1) & c.tgz"],
] as const)("gives a package manager on %s each argument whole: %s", async (platform, spec) => {
  const npm = '#!/bin/sh\nprintf "%s\\n" "$@" > arguments\n';
  await using folder = await folderOf({ "bin/npm": npm, "plugins/.keep": "" });
  chmodSync(folder.at("bin", "npm"), 0o700);
  const env = { PATH: `${folder.at("bin")}${delimiter}${process.env["PATH"]}` };
  const io = { env, signal: new AbortController().signal } as unknown as HostIo;
  await changePackages("add", spec, folder.at("plugins"), io, platform);
  const args = readFileSync(folder.at("plugins", "arguments"), "utf8").trimEnd().split("\n");
  expect(args).toEqual(["install", "--ignore-scripts", "--no-audit", "--no-fund", "--", spec]);
  expect(readdirSync(folder.at("plugins")).sort()).toEqual([".keep", "arguments", "package.json"]);
});
