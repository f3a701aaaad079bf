import { join } from "node:path";
import { rolldown } from "rolldown";

const PACKAGE_DIRECTORY = join(import.meta.dirname, "..");

/** A file of the script. Pages refer to the first one. */
export interface Chunk {
  readonly name: string;
  readonly text: string;
  /** Names of the files that it imports. */
  readonly imports: readonly string[];
}

/** The module that gives the script a loader for each scheme. */
const SCHEMES_MODULE = "live:schemes";
const LOADERS = join(PACKAGE_DIRECTORY, "../anyurl/src/scheme-loaders.ts");
/** Modules that open connections, or that only the help of the CLI needs. */
const EXCLUDED_MODULES: ReadonlySet<string> = new Set(["./access.ts"]);
const EMPTY_MODULE = "\0nothing";

/**
 * Bundles the script of the home page for browsers. Core is in the first file. Each scheme of `anyurl` has its own file
 * with the code that parses, describes and plans a URL, and each language its messages. Code that opens connections is
 * excluded.
 */
export async function bundleLive({ hashed }: { readonly hashed: boolean }): Promise<readonly Chunk[]> {
  const build = await rolldown({
    input: { live: join(PACKAGE_DIRECTORY, "live/live.ts") },
    platform: "browser",
    // Plugin timings depend on the load of the machine.
    checks: { pluginTimings: false },
    // Bundle from source, so that no stale build of another package is used.
    resolve: { conditionNames: ["anyurl-source", "import", "default"] },
    onLog: (_level, log) => {
      throw new Error(`cannot bundle the script of the home page: ${log.message}`);
    },
    plugins: [
      {
        name: "live",
        resolveId(id, _importer, { kind }) {
          if (id === SCHEMES_MODULE) return id;
          if (kind === "dynamic-import" && EXCLUDED_MODULES.has(id)) return EMPTY_MODULE;
          return undefined;
        },
        load(id) {
          if (id === EMPTY_MODULE) return "export {};";
          if (id !== SCHEMES_MODULE) return undefined;
          return `export { SCHEME_LOADERS as SCHEMES } from ${JSON.stringify(LOADERS)};`;
        },
      },
    ],
  });
  const suffix = hashed ? "-[hash].js" : ".js";
  const { output } = await build.generate({
    format: "esm",
    minify: true,
    entryFileNames: `[name]${suffix}`,
    chunkFileNames: ({ facadeModuleId }) =>
      `${schemePackageName(facadeModuleId) ?? catalogueName(facadeModuleId) ?? "[name]"}${suffix}`,
  });
  await build.close();
  const chunks = output.filter((each) => each.type === "chunk");
  return chunks
    .sort((a, b) => Number(b.isEntry) - Number(a.isEntry))
    .map(({ fileName, code, imports }) => ({ name: fileName, text: code, imports }));
}

/** Returns the package name for the index of a scheme, for example `scheme-gopher`. */
function schemePackageName(module: string | null | undefined): string | undefined {
  return /[/\\](scheme-[a-z0-9-]+)[/\\]src[/\\]index\.ts$/.exec(module ?? "")?.[1];
}

/** Returns the name of the file with the messages of a language, for example `messages-es`. */
function catalogueName(module: string | null | undefined): string | undefined {
  const tag = /[/\\]languages[/\\]src[/\\]([a-z]{2})[/\\]index\.ts$/.exec(module ?? "")?.[1];
  return tag === undefined ? undefined : `messages-${tag}`;
}
