/**
 * Bundles the command, packages/cli, and its imports for the package anyurl into few files, because Node takes longer to find and link three
 * hundred modules than to run them. Modules that only some commands or schemes need stay in separate files, which are
 * loaded on demand. bundle-library.ts bundles the libraries.
 *
 *   node --conditions=anyurl-source tools/scripts/bundle-cli.ts [DIRECTORY]
 */
import { rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type OutputChunk, type OutputOptions, type Plugin, type RolldownBuild, rolldown } from "rolldown";
import { generateAssetsModule } from "../../packages/gateway/build/built-module.ts";
import { licensesOf } from "./licenses-of.ts";

const ROOT = join(import.meta.dirname, "../..");
const SCHEME = /[\\/]scheme-[a-z]+[\\/]src[\\/]index\.ts$/;
const SOURCE = join(ROOT, "packages/cli/src");
const target = process.argv[2] ?? join(ROOT, "packages/anyurl/dist/command");

/** commander can run subcommands as separate programs, which we do not use, so the module for that is not loaded. */
const noPrograms: Plugin = {
  name: "no-programs",
  resolveId: (id, importer) =>
    id === "node:child_process" && isCommander(importer) ? "\0no-programs" : null,
  load: (id) => (id === "\0no-programs" ? "export default {};" : null),
};

/** Node modules that are imported by default: the modules themselves, not copies of all their exports. */
const themselves: Plugin = {
  name: "themselves",
  resolveId: (id, importer) =>
    id === "node:process" || (/^node:(?:fs|path)$/.test(id) && isCommander(importer))
      ? `\0default:${id}`
      : null,
  load: (id) =>
    id.startsWith("\0default:")
      ? `export default process.getBuiltinModule("${id.slice("\0default:".length)}");`
      : null,
};

/** Bundles a module that is loaded by `createRequire`, which the bundler does not recognize. It still runs when it is needed. */
const required: Plugin = {
  name: "required",
  transform: {
    filter: { id: /[\\/]string-width\.ts$/ },
    handler: (code) =>
      code.replace(/createRequire\(import\.meta\.url\)\("string-width"\)/, 'require("string-width")'),
  },
};

/** The assets of the gateway's pages, as its own build writes them. */
const assets: Plugin = {
  name: "assets",
  resolveId: (id) => (id === "#assets" ? "\0assets" : null),
  load: {
    filter: { id: /^\0assets$/ },
    handler: () => {
      generated ??= generateAssetsModule();
      return generated;
    },
  },
};
let generated: ReturnType<typeof generateAssetsModule> | undefined;

/** The oldest version of Node that runs the command, as in package.json. It does not parse `await using`. */
const TRANSFORM = { target: "node22.12" };

/** Escapes non-ASCII characters, which are only in strings and patterns: Node reads one-byte strings faster. */
const ascii: Plugin = {
  name: "ascii",
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type !== "chunk") continue;
      if (/String\.raw`[^`]*[^\x00-\x7f]/.test(file.code))
        throw new Error(`${file.fileName}: escapes in String.raw stay as they are`);
      file.code = file.code.replace(
        /[^\x00-\x7f]/g,
        (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
      );
    }
  },
};

function isCommander(importer = ""): boolean {
  return /[\\/]commander[\\/]/.test(importer);
}

const bundle = await rolldown({
  input: { run: join(SOURCE, "run.ts") },
  preserveEntrySignatures: "allow-extension",
  platform: "node",
  transform: TRANSFORM,
  // From source, so that no build is needed before.
  resolve: { conditionNames: ["anyurl-source", "node", "import"] },
  plugins: [noPrograms, themselves, required, assets, ascii],
  // Users of Redis install its client themselves.
  external: ["@keyv/redis"],
  onLog: (level, log, say) => {
    // The library loads its client when it is used; of the command some verbs always use it.
    if (log.code !== "INEFFECTIVE_DYNAMIC_IMPORT") say(level, log);
  },
});
const options: OutputOptions = {
  dir: target,
  // CommonJS has no graph to link, and asks a module of Node's for nothing that is not used.
  format: "cjs",
  minify: true,
  entryFileNames: "[name].cjs",
  chunkFileNames: "[name]-[hash].cjs",
};
const groups = groupsOf(await chunksOf(bundle, options));
rmSync(target, { recursive: true, force: true });
const { output } = await bundle.write({
  ...options,
  codeSplitting: {
    groups: [{ name: (id) => groups.get(id) ?? null, debugName: "loaded together" }],
    includeDependenciesRecursively: false,
  },
});
await bundle.close();
await writeLauncher();
const chunks = output.filter((each) => each.type === "chunk");
const modules = chunks.flatMap(({ moduleIds }) => moduleIds);
writeFileSync(join(target, "LICENSES.txt"), licensesOf(modules));
const octets = chunks.reduce((sum, { code }) => sum + code.length, 0);
console.log(
  `command: ${chunks.length} files, ${Math.round(octets / 1024)} KiB, of ${modules.length} modules`,
);

/** Node caches compiled code only after a call that enables the cache, so a separate file makes that call first. */
async function writeLauncher(): Promise<void> {
  const launcher = await rolldown({
    input: { anyurl: join(SOURCE, "command.ts") },
    platform: "node",
    transform: TRANSFORM,
    plugins: [
      themselves,
      { name: "run", resolveId: (id) => (id === "./run.ts" ? { id: "./run.cjs", external: true } : null) },
    ],
  });
  await launcher.write({ ...options, dynamicImportInCjs: false });
  await launcher.close();
}

async function chunksOf(build: RolldownBuild, how: OutputOptions): Promise<readonly OutputChunk[]> {
  const generated = await build.generate({ ...how, minify: false });
  return generated.output.filter((each) => each.type === "chunk");
}

/**
 * Maps each module to its output file: modules that are always loaded together share a file. The bundler divides the
 * rest.
 */
function groupsOf(all: readonly OutputChunk[]): ReadonlyMap<string, string> {
  const byName = new Map(all.map((each) => [each.fileName, each]));
  const reached = (from: OutputChunk, into: Set<string> = new Set()): ReadonlySet<string> => {
    if (into.has(from.fileName)) return into;
    into.add(from.fileName);
    for (const name of from.imports) {
      const next = byName.get(name);
      if (next !== undefined) reached(next, into);
    }
    return into;
  };
  const modulesFrom = (chunk: OutputChunk) =>
    [...reached(chunk)].flatMap((name) => byName.get(name)!.moduleIds);
  const chunkWith = (path: string) => {
    const found = all.find(({ moduleIds }) => moduleIds.includes(join(ROOT, path)));
    if (found === undefined) throw new Error(`no file of the command has ${path}`);
    return found;
  };
  const groups = new Map<string, string>();
  const put = (name: string, ids: Iterable<string>) => {
    for (const id of ids) if (!groups.has(id)) groups.set(id, name);
  };
  put("start", modulesFrom(chunkWith("packages/cli/src/run.ts")));
  // Most commands need these, too, but would load them with larger files.
  put("start", [join(SOURCE, "json.ts"), join(ROOT, "packages/core/src/options/limits.ts")]);
  const schemes = all.filter(({ moduleIds }) => moduleIds.some((id) => SCHEME.test(id)));
  const uses = new Map<string, number>();
  for (const id of schemes.flatMap(modulesFrom)) uses.set(id, (uses.get(id) ?? 0) + 1);
  // A client, which is loaded by its first call, and what most calls are.
  const opened = new Set(
    [
      "packages/cli/src/configured-client.ts",
      "packages/client/src/client.ts",
      "packages/cli/src/verbs/read/download.ts",
    ].flatMap((path) => modulesFrom(chunkWith(path))),
  );
  // Two schemes share a protocol, and more of them only core. No scheme loads the client.
  put(
    "schemes",
    [...uses].filter(([id, count]) => count > 2 || opened.has(id)).map(([id]) => id),
  );
  // Help and completion need the options of a command without a client.
  put("options", modulesFrom(chunkWith("packages/cli/src/verbs/read/get.ts")));
  put("parse", modulesFrom(chunkWith("packages/cli/src/verbs/text/parse.ts")));
  const failures = modulesFrom(chunkWith("packages/cli/src/report-failure.ts"));
  // A call that succeeds does not load the texts of all errors.
  put(
    "shown",
    failures.filter((id) => opened.has(id)),
  );
  put("failures", failures);
  put("open", opened);
  put("transport", modulesFrom(chunkWith("packages/transport-node/src/index.ts")));
  put("transport", modulesFrom(chunkWith("packages/anyurl/src/transport/node.ts")));
  put("files", modulesFrom(chunkWith("packages/transport-node/src/files/node-files.ts")));
  return groups;
}
