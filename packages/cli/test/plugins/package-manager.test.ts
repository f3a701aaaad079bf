import { expect, test } from "vitest";
import { findPackageManager } from "../../src/plugins/package-manager.ts";
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
