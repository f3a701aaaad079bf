/**
 * Bundles the entry points of the package in the working directory for Node.js, which takes longer to find and link many
 * modules than to run them. An entry point is bundled if its "exports" in package.json have the condition "node". Each
 * becomes one file, as does each dynamic import; code that several entry points use is in one shared file. Other packages
 * stay imports, so that a program has one copy of each. See docs/adr/0013-libraries-in-few-files-for-node.md.
 *
 *   node ../../tools/scripts/bundle-library.ts
 */
import { readFileSync } from "node:fs";
import { isAbsolute, join, relative } from "node:path";
import { rolldown } from "rolldown";

const BUNDLE = "dist/bundle";
/** Bundled by themselves: they have no state, and their values are never compared, so their code can exist twice. */
const ALONE: readonly string[] = ["./syntax"];

/** The name in the bundle and the source of an entry point. */
type Entry = readonly [name: string, source: string];

interface Manifest {
  readonly exports: Readonly<Record<string, string | Readonly<Record<string, string>>>>;
}

const { exports } = JSON.parse(readFileSync("package.json", "utf8")) as Manifest;
// If the syntax of a scheme was shared, a program that imports all schemes would load one file more of each.
const alone = Object.entries(exports).filter(([name]) => ALONE.includes(name));
const others = Object.entries(exports).filter(([name]) => !ALONE.includes(name));
for (const group of [others, ...alone.map((entry) => [entry])])
  await write(group.flatMap(([, target]) => entryOf(target)));

async function write(entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return;
  const bundle = await rolldown({
    input: Object.fromEntries(entries),
    // A dynamic import takes what it shares with the only entry point from there: a third file would take longer.
    preserveEntrySignatures: "allow-extension",
    platform: "node",
    // The oldest version that "engines" allows.
    transform: { target: "node22.12" },
    external: (id) => !id.startsWith(".") && !isAbsolute(id),
  });
  await bundle.write({
    dir: BUNDLE,
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    codeSplitting: { groups: entries.length > 1 ? [{ name: "shared", minShareCount: 2 }] : [] },
    // Names and lines stay, so that a stack trace is readable without the map.
    comments: { annotation: true, jsdoc: false, legal: true },
    sourcemap: true,
    sourcemapExcludeSources: true,
  });
  await bundle.close();
}

/** Returns the entry point of a target of "exports"; none without the condition. */
function entryOf(target: string | Readonly<Record<string, string>>): readonly Entry[] {
  if (typeof target === "string" || target["node"] === undefined) return [];
  const name = relative(BUNDLE, target["node"]).replace(/\.js$/, "");
  return [[name, join(process.cwd(), target["anyurl-source"]!)]];
}
