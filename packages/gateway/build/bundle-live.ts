import { join } from "node:path";
import { createAnyurl } from "anyurl";
import { rolldown } from "rolldown";

const PACKAGE = join(import.meta.dirname, "..");

/** A file of the script: the first one is what pages refer to. */
export interface Chunk {
  readonly name: string;
  readonly text: string;
  /** Names of the files that come with it. */
  readonly imports: readonly string[];
}

/** The module that the script imports to get at schemes, one by one. */
const SCHEMES_MODULE = "live:schemes";
/** What opens connections, and what only a command line's help asks for. */
const LEFT_OUT: ReadonlySet<string> = new Set(["./access.ts", "./option-descriptions.ts"]);
const NOTHING = "\0nothing";

/**
 * Bundles the home page's script for browsers: core at once, and what each scheme of `anyurl` needs to read, describe
 * and plan a URL in a file of its own. What opens connections stays out.
 */
export async function bundleLive({ hashed }: { readonly hashed: boolean }): Promise<readonly Chunk[]> {
  const build = await rolldown({
    input: { live: join(PACKAGE, "live/live.ts") },
    platform: "browser",
    // How busy the machine was is no fault of the script.
    checks: { pluginTimings: false },
    // From source, as everything else that is not published: a build has no stale neighbours.
    resolve: { conditionNames: ["anyurl-source", "import", "default"] },
    onLog: (_level, log) => {
      throw new Error(`cannot bundle the script of the home page: ${log.message}`);
    },
    plugins: [
      {
        name: "live",
        async resolveId(id, importer, { kind }) {
          if (id === SCHEMES_MODULE) return id;
          if (kind === "dynamic-import" && LEFT_OUT.has(id)) return NOTHING;
          // Schemes are those of `anyurl`: its dependencies, looked up from where it is.
          if (importer === SCHEMES_MODULE) {
            return this.resolve(id, join(PACKAGE, "../anyurl/src/schemes.ts"), { skipSelf: true });
          }
          return undefined;
        },
        load(id) {
          if (id === NOTHING) return "export {};";
          return id === SCHEMES_MODULE ? schemesModule() : undefined;
        },
      },
    ],
  });
  const suffix = hashed ? "-[hash].js" : ".js";
  const { output } = await build.generate({
    format: "esm",
    minify: true,
    entryFileNames: `[name]${suffix}`,
    chunkFileNames: ({ facadeModuleId }) => `${packageOf(facadeModuleId) ?? "[name]"}${suffix}`,
  });
  await build.close();
  const chunks = output.filter((each) => each.type === "chunk");
  return chunks
    .sort((a, b) => Number(b.isEntry) - Number(a.isEntry))
    .map(({ fileName, code, imports }) => ({ name: fileName, text: code, imports }));
}

/** `scheme-gopher` of the index of a package. */
function packageOf(module: string | null | undefined): string | undefined {
  return /[/\\](scheme-[a-z0-9-]+)[/\\]src[/\\]index\.ts$/.exec(module ?? "")?.[1];
}

/** Every name of a scheme, and how to load what reads it. */
function schemesModule(): string {
  const urls = createAnyurl();
  const loaders = urls.names().map((name) => {
    const own = urls.scheme(name)!.names[0];
    return `[${JSON.stringify(name)}, () => import("@anyurl/scheme-${own}").then((scheme) => scheme.${own})]`;
  });
  return `export const SCHEMES = new Map([${loaders.join(",\n")}]);`;
}
