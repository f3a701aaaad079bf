/**
 * Bundles the entry points of a package for Node.js, which takes longer to find and link many modules than to run them.
 * An entry point is bundled if its "exports" in package.json have the condition "node". Each
 * becomes one file, as does each dynamic import; code that several entry points use is in one shared file. Other packages
 * stay imports, so that a program has one copy of each. See docs/adr/0013-libraries-in-few-files-for-node.md.
 *
 * A package of others that is CommonJS has no exports that every bundler of users can read. Such a package is one of the
 * "imports" of package.json, with a default in dist/vendor: there it becomes one ECMAScript module, with its license.
 *
 *   node ../../tools/scripts/bundle-library.ts    the package in the working directory
 */
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, isAbsolute, join, relative } from "node:path";
import { rolldown } from "rolldown";
import { licensesOf } from "./licenses-of.ts";

const BUNDLE = "dist/bundle";
/** Bundled by themselves: they have no state, and their values are never compared, so their code can exist twice. */
const ALONE: readonly string[] = ["./syntax", "./lazy"];

/** The name in the bundle and the source of an entry point. */
type Entry = readonly [name: string, source: string];

type Target = string | Readonly<Record<string, string>>;

interface Manifest {
  readonly exports: Readonly<Record<string, Target>>;
  readonly imports?: Readonly<Record<string, Target>>;
}

/** @param folder of the package. */
export async function bundleLibrary(folder: string): Promise<void> {
  const manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as Manifest;
  const { exports, imports = {} } = manifest;
  // If the syntax of a scheme was shared, a program that imports all schemes would load one file more of each. What
  // "./lazy" shares with other entry points is in one file with all schemes.
  const alone = Object.entries(exports).filter(([name]) => ALONE.includes(name));
  const others = Object.entries(exports).filter(([name]) => !ALONE.includes(name));
  for (const group of [others, ...alone.map((entry) => [entry])])
    await write(
      folder,
      group.flatMap(([, target]) => entryOf(folder, target)),
    );
  for (const target of Object.values(imports)) await writeVendored(folder, target);
}

if (import.meta.main) await bundleLibrary(process.cwd());

async function write(folder: string, entries: readonly Entry[]): Promise<void> {
  if (entries.length === 0) return;
  const graph = new Map<string, readonly string[]>();
  let reached: readonly ReadonlySet<string>[] | undefined;
  const bundle = await rolldown({
    cwd: folder,
    input: Object.fromEntries(entries),
    // A dynamic import takes what it shares with the only entry point from there: a third file would take longer.
    preserveEntrySignatures: "allow-extension",
    platform: "node",
    // The oldest version that "engines" allows.
    transform: { target: "node22.12" },
    external: (id) => !id.startsWith(".") && !isAbsolute(id),
    plugins: [{ name: "imports", moduleParsed: ({ id, importedIds }) => void graph.set(id, importedIds) }],
  });
  await bundle.write({
    dir: join(folder, BUNDLE),
    format: "esm",
    entryFileNames: "[name].js",
    chunkFileNames: "[name].js",
    // What an entry point shares only with a dynamic import stays with it: another entry point would load it for nothing.
    codeSplitting: {
      groups: [
        {
          name: "shared",
          // All modules have been parsed when the first one is tested.
          test(id) {
            reached ??= entries.map(([, source]) => reachable(source, graph));
            return reached.filter((modules) => modules.has(id)).length > 1;
          },
        },
      ],
    },
    // Names and lines stay, so that a stack trace is readable without the map.
    comments: { annotation: true, jsdoc: false, legal: true },
    sourcemap: true,
    sourcemapExcludeSources: true,
  });
  await bundle.close();
}

/** Returns a module, and those that it imports, directly or not, when it is loaded. */
function reachable(
  from: string,
  graph: ReadonlyMap<string, readonly string[]>,
  found: Set<string> = new Set(),
): ReadonlySet<string> {
  if (found.has(from)) return found;
  found.add(from);
  for (const id of graph.get(from) ?? []) reachable(id, graph, found);
  return found;
}

async function writeVendored(folder: string, target: Target): Promise<void> {
  if (typeof target === "string" || !target["default"]?.startsWith("./dist/vendor/")) return;
  const name = target["anyurl-source"]!;
  const require = createRequire(join(folder, "package.json"));
  const names = Object.keys(require(name) as object);
  const entry = `export { ${names.join(", ")} } from ${JSON.stringify(name)};`;
  const bundle = await rolldown({
    cwd: folder,
    input: "entry",
    platform: "neutral",
    resolve: { mainFields: ["main"] },
    plugins: [
      {
        name: "entry",
        resolveId: (id, importer) =>
          id === "entry" ? id : importer === "entry" ? require.resolve(id) : null,
        load: (id) => (id === "entry" ? entry : null),
      },
    ],
  });
  const { output } = await bundle.generate({ format: "esm" });
  await bundle.close();
  const [{ code, moduleIds }] = output;
  const path = join(folder, target["default"]);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, `/*\n${licensesOf(moduleIds)}*/\n${code}`);
}

/** Returns the entry point of a target of "exports"; none without the condition. */
function entryOf(folder: string, target: Target): readonly Entry[] {
  if (typeof target === "string" || target["node"] === undefined) return [];
  const name = relative(BUNDLE, target["node"]).replace(/\.js$/, "");
  return [[name, join(folder, target["anyurl-source"]!)]];
}
