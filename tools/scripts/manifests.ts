/**
 * Writes the fields of every published package.json that follow from the one of the workspace: author, license, and where
 * the source, the page, and the issues are. With --check nothing is written; it says which files are out of date.
 *
 *   node tools/scripts/manifests.ts [--check]
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { deriveManifest, type Manifest } from "./derive-manifest.ts";

const ROOT = join(import.meta.dirname, "../..");
const isCheck = process.argv.includes("--check");

const read = (path: string) => readFileSync(join(ROOT, path), "utf8");
const workspace = JSON.parse(read("package.json")) as Manifest;
const stale: string[] = [];
for (const folder of readdirSync(join(ROOT, "packages"))) {
  const path = `packages/${folder}/package.json`;
  const old = read(path);
  const manifest = JSON.parse(old) as Manifest;
  if (manifest["private"] === true) continue;
  const now = `${JSON.stringify(deriveManifest(manifest, workspace, folder), null, 2)}\n`;
  if (now === old) continue;
  stale.push(path);
  if (!isCheck) writeFileSync(join(ROOT, path), now);
}
for (const path of stale) console.log(`${path} ${isCheck ? "is out of date" : "is updated"}`);
if (isCheck && stale.length > 0) {
  console.error("run node tools/scripts/manifests.ts");
  process.exitCode = 1;
}
