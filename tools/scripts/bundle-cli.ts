/**
 * Makes the command of @anyurl/cli: one program of all that it imports, in few files, for Node takes longer to find and
 * to link three hundred modules than to run them. What a verb or a scheme does not need stays in files of its own, which
 * are loaded when they are used. Libraries are published as they are written.
 *
 *   node --conditions=anyurl-source tools/scripts/bundle-cli.ts [DIRECTORY]
 */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type OutputChunk, type OutputOptions, type Plugin, type RolldownBuild, rolldown } from "rolldown";
import { generateAssetsModule } from "../../packages/gateway/build/built-module.ts";

const ROOT = join(import.meta.dirname, "../..");
/** What the build of the gateway has written, where it has been built. */
const BUILT = join(ROOT, "packages/gateway/dist/assets/built.js");
const SCHEME = /[\\/]scheme-[a-z]+[\\/]src[\\/]index\.ts$/;
const SOURCE = join(ROOT, "packages/cli/src");
const target = process.argv[2] ?? join(ROOT, "packages/cli/dist/command");

/** commander starts other programs for verbs that are such, which ours are not. What could start them is not loaded. */
const noPrograms: Plugin = {
  name: "no-programs",
  resolveId: (id, importer) =>
    id === "node:child_process" && isCommander(importer) ? "\0no-programs" : null,
  load: (id) => (id === "\0no-programs" ? "export default {};" : null),
};

/** Modules of Node's whose default export is asked for: they themselves, and not copies of all that is on them. */
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

/** What the gateway's pages refer to, as its own build writes it. */
const assets: Plugin = {
  name: "assets",
  resolveId: (id) => (id === "#assets" ? "\0assets" : null),
  load: (id) =>
    id !== "\0assets" ? null : existsSync(BUILT) ? readFileSync(BUILT, "utf8") : generateAssetsModule(),
};

/** Escapes what is not ASCII, which is all in strings and patterns: Node reads a text of one octet a character faster. */
const ascii: Plugin = {
  name: "ascii",
  generateBundle(_, files) {
    for (const file of Object.values(files)) {
      if (file.type !== "chunk") continue;
      if (file.code.includes("String.raw"))
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
  // From source: nothing has to be built before.
  resolve: { conditionNames: ["anyurl-source", "node", "import"] },
  plugins: [noPrograms, themselves, assets, ascii],
  // Whoever brings a Redis of their own has it beside us.
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

/** Node keeps what it compiles from the moment on in which it is told to: whoever tells it is a file of its own. */
async function writeLauncher(): Promise<void> {
  const launcher = await rolldown({
    input: { anyurl: join(SOURCE, "command.ts") },
    platform: "node",
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
 * Module → the file in which it is going to lie: what is always loaded together lies together. The rest is divided as
 * it comes.
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
    if (found === undefined) throw new Error(`${path} is in no file of the command`);
    return found;
  };
  const groups = new Map<string, string>();
  const put = (name: string, ids: Iterable<string>) => {
    for (const id of ids) if (!groups.has(id)) groups.set(id, name);
  };
  put("start", modulesFrom(chunkWith("packages/cli/src/run.ts")));
  const schemes = all.filter(({ moduleIds }) => moduleIds.some((id) => SCHEME.test(id)));
  const uses = new Map<string, number>();
  for (const id of schemes.flatMap(modulesFrom)) uses.set(id, (uses.get(id) ?? 0) + 1);
  // The others have few modules in common with any one of them.
  put(
    "schemes",
    [...uses].filter(([, count]) => count > 1).map(([id]) => id),
  );
  put("open", modulesFrom(chunkWith("packages/cli/src/opener.ts")));
  put("transport", modulesFrom(chunkWith("packages/transport-node/src/index.ts")));
  return groups;
}

/** The licences of others whose work is in the program. */
function licensesOf(files: readonly string[]): string {
  const folders = new Map<string, string>();
  for (const file of files) {
    const [, folder, name] = /^(.*[\\/]node_modules[\\/]((?:@[^\\/]+[\\/])?[^\\/]+))[\\/]/.exec(file) ?? [];
    if (folder !== undefined && name !== undefined) folders.set(name, folder);
  }
  const texts = [...folders].sort().map(([name, folder]) => {
    const { version, license } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const file = readdirSync(folder).find((each) => /^licen[cs]e/i.test(each));
    if (file === undefined) throw new Error(`${name} has no text of its licence`);
    return `${name} ${version} (${license})\n\n${readFileSync(join(folder, file), "utf8").trim()}\n`;
  });
  return texts.join(`\n${"-".repeat(80)}\n\n`);
}
