/**
 * Fails on an import against the direction of the layers, on an import cycle, on a folder of more than 30 files, on Node in
 * a package that runs anywhere, on a package.json that disagrees with its package's imports, and on a test that imports
 * what users cannot import, unless white-box.json has a reason.
 */
import { globSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { checkLayers, type Manifest, type Package } from "./layers.ts";
import whiteBoxes from "./white-box.json" with { type: "json" };
import { checkWhiteBoxes } from "./white-box.ts";

const ROOT = join(import.meta.dirname, "../..");

const packages: readonly Package[] = readdirSync(join(ROOT, "packages")).map((folder) => ({
  folder,
  manifest: JSON.parse(readFileSync(join(ROOT, "packages", folder, "package.json"), "utf8")) as Manifest,
  files: globSync(`packages/${folder}/{src,test,template}/**/*.{ts,mts,js,mjs}`, { cwd: ROOT }).map(
    (path) => ({
      path: path.replaceAll("\\", "/"),
      text: readFileSync(join(ROOT, path), "utf8"),
    }),
  ),
}));

const root = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")) as Manifest;
const findings = [
  ...checkLayers(packages, new Set(Object.keys(root.devDependencies ?? {}))),
  ...checkWhiteBoxes(packages, whiteBoxes),
];
for (const { file, line, message } of findings) console.error(`${file}:${line}: ${message}`);
const files = packages.reduce((count, each) => count + each.files.length, 0);
console.log(`layers: ${packages.length} packages, ${files} files, ${findings.length} findings`);
if (findings.length > 0) process.exitCode = 1;
