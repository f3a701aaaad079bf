import { builtinModules } from "node:module";
import { join } from "node:path";
import { stripVTControlCharacters } from "node:util";
import { gzipSync } from "node:zlib";
import { rolldown } from "rolldown";

/** What a browser would load, minified. */
export interface Bundle {
  /** Loaded at once. */
  readonly initial: string;
  /** Loaded when something is first used, by name. */
  readonly lazy: ReadonlyMap<string, string>;
  /** What each module weighs in `initial`, characters before minifying. */
  readonly modules: ReadonlyMap<string, number>;
  /** What is Node's, each "specifier, asked for by file". A browser has none of it. */
  readonly builtins: readonly string[];
  /** What could not be found, and everything else that the bundler had to say. */
  readonly warnings: readonly string[];
}

export interface BundleOptions {
  /** The folder whose node_modules the entry's imports are looked up from. */
  readonly from: string;
  /** Into what is loaded at once and what is loaded later. Default true. */
  readonly split?: boolean;
  /** Packages that are left out. Nothing that is loaded at once may import them. Default none. */
  readonly without?: readonly string[];
}

const BUILTINS: ReadonlySet<string> = new Set(builtinModules);

/** Bundles a module for browsers, given as text: `export { parse } from "@anyurl/core";`. From the built packages. */
export async function bundle(
  entry: string,
  { from, split = true, without = [] }: BundleOptions,
): Promise<Bundle> {
  const path = join(from, "entry-of-the-bundle.js");
  const builtins: string[] = [];
  const warnings: string[] = [];
  const build = await rolldown({
    input: path,
    platform: "browser",
    // Its first line says what is wrong; a drawing of the place follows.
    onLog: (_level, log) => void warnings.push(stripVTControlCharacters(log.message).split("\n", 1)[0]!),
    plugins: [
      {
        name: "entry",
        resolveId(id, importer) {
          if (id === path) return id;
          if (without.includes(id)) return { id, external: true };
          if (!id.startsWith("node:") && !BUILTINS.has(id)) return undefined;
          builtins.push(`${id}, asked for by ${importer}`);
          return { id, external: true };
        },
        load: (id) => (id === path ? entry : undefined),
      },
    ],
  });
  const { output } = await build.generate({ format: "esm", minify: true, codeSplitting: split });
  await build.close();
  const chunks = output.filter((each) => each.type === "chunk");
  const initial = new Set(chunks.filter(({ isEntry }) => isEntry));
  // What the entry imports is added while the loop runs, and is looked at in its turn.
  for (const { imports } of initial) {
    for (const each of chunks) if (imports.includes(each.fileName)) initial.add(each);
  }
  for (const { imports } of initial)
    warnings.push(...imports.filter((id) => without.includes(id)).map((id) => `${id} is loaded at once`));
  return {
    initial: [...initial].map(({ code }) => code).join(""),
    lazy: new Map(chunks.filter((each) => !initial.has(each)).map(({ fileName, code }) => [fileName, code])),
    modules: new Map(
      [...initial].flatMap(({ modules }) =>
        Object.entries(modules).map(([id, { renderedLength }]) => [id, renderedLength] as const),
      ),
    ),
    builtins,
    warnings,
  };
}

/** Bytes after `gzip -9`. */
export function gzipped(code: string): number {
  return gzipSync(code, { level: 9 }).length;
}
