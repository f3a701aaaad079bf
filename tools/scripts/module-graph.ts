import { readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { type EcmaScriptModule, parseSync } from "oxc-parser";

/** The files that a file uses. */
export interface ModuleGraph {
  /** A path from the root of the repository; for one with "#" at its end, only what a file exports of others counts. */
  uses(node: string): ReadonlySet<string>;
}

interface Module {
  readonly text: string;
  readonly syntax: EcmaScriptModule;
}

/**
 * The modules of the repository. An import of an index file reaches the file that declares the imported name, and not all
 * that the index exports. Types are left out: they cannot make a test fail.
 *
 * @param root the folder of the repository.
 * @param files paths of all its files, from the root.
 */
export function createModuleGraph(root: string, files: ReadonlySet<string>): ModuleGraph {
  const modules = new Map<string, Module>();
  const known = new Map<string, ReadonlySet<string>>();
  const exports = packageExports(root, files);

  function read(path: string): Module {
    let found = modules.get(path);
    if (found === undefined) {
      const text = readFileSync(join(root, path), "utf8");
      found = { text, syntax: parseSync(path, text).module };
      modules.set(path, found);
    }
    return found;
  }

  /** The path of a file of this repository. */
  function locate(from: string, specifier: string): string | undefined {
    const path = specifier.startsWith(".")
      ? normalize(join(dirname(from), specifier)).replaceAll("\\", "/")
      : exports.get(specifier.startsWith("#") ? `${packageFolder(from)} ${specifier}` : specifier);
    return path !== undefined && files.has(path) ? path : undefined;
  }

  /** The nodes that declare a name that a module exports. */
  function declaring(
    path: string,
    name: string,
    seen: Set<string> = new Set(),
  ): readonly string[] | undefined {
    if (!isCode(path) || seen.has(`${path} ${name}`)) return undefined;
    seen.add(`${path} ${name}`);
    const entries = read(path).syntax.staticExports.flatMap((each) => each.entries);
    for (const { exportName, importName, moduleRequest } of entries) {
      if (exportName.name !== name) continue;
      if (moduleRequest === null) return [path];
      const target = locate(path, moduleRequest.value);
      if (target === undefined) return [`${path}#`];
      const behind = importName.kind === "Name" ? declaring(target, importName.name!, seen) : undefined;
      return [`${path}#`, ...(behind ?? [target])];
    }
    for (const { importName, moduleRequest } of entries) {
      if (importName.kind !== "AllButDefault" || moduleRequest === null) continue;
      const target = locate(path, moduleRequest.value);
      const behind = target === undefined ? undefined : declaring(target, name, seen);
      if (behind !== undefined) return [`${path}#`, ...behind];
    }
    return undefined;
  }

  function find(path: string): ReadonlySet<string> {
    const used = new Set<string>();
    if (path.endsWith("#") || !isCode(path)) return used;
    const { text, syntax } = read(path);
    const statically = new Set<string>();
    for (const { moduleRequest, entries } of syntax.staticImports) {
      statically.add(moduleRequest.value);
      const target = locate(path, moduleRequest.value);
      if (target === undefined) continue;
      if (entries.length === 0) used.add(target);
      for (const { importName, isType } of entries) {
        const behind = importName.kind === "Name" ? declaring(target, importName.name!) : undefined;
        if (!isType) for (const node of behind ?? [target]) used.add(node);
      }
    }
    for (const { moduleRequest, isType } of syntax.staticExports.flatMap((each) => each.entries)) {
      if (moduleRequest === null) continue;
      statically.add(moduleRequest.value);
      const target = locate(path, moduleRequest.value);
      if (target !== undefined && !isType) used.add(target);
    }
    // Lazy imports, and files that are started or read: `new URL("../src/bin.ts", import.meta.url)`.
    for (const [, specifier] of text.matchAll(/["'`]((?:\.{1,2}\/|#|@?anyurl)[^"'`\s]*)["'`]/g)) {
      if (statically.has(specifier!)) continue;
      const target = locate(path, specifier!);
      if (target !== undefined) used.add(target);
    }
    return used;
  }

  return {
    uses: (node) => {
      let found = known.get(node);
      if (found === undefined) {
        found = find(node);
        known.set(node, found);
      }
      return found;
    },
  };
}

export function isCode(path: string): boolean {
  return /\.m?[jt]s$/.test(path) && !path.endsWith(".d.ts");
}

/** Returns "packages/core" of "packages/core/src/index.ts". */
export function packageFolder(path: string): string {
  return path.split("/", 2).join("/");
}

/** The source file of each specifier, such as "@anyurl/core/extract"; of "#name", with the folder of its package. */
function packageExports(root: string, files: ReadonlySet<string>): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const path of files) {
    if (!/^packages\/[^/]+\/package\.json$/.test(path)) continue;
    const manifest = JSON.parse(readFileSync(join(root, path), "utf8")) as {
      readonly name: string;
      readonly exports?: Readonly<Record<string, unknown>>;
      readonly imports?: Readonly<Record<string, unknown>>;
    };
    const add = (specifier: string, target: unknown) => {
      const source = typeof target === "string" ? target : sourceOf(target);
      if (source !== undefined)
        found.set(specifier, normalize(join(dirname(path), source)).replaceAll("\\", "/"));
    };
    for (const [subpath, target] of Object.entries(manifest.exports ?? {}))
      add(manifest.name + subpath.slice(1), target);
    for (const [name, target] of Object.entries(manifest.imports ?? {}))
      add(`${dirname(path)} ${name}`, target);
  }
  return found;
}

function sourceOf(conditions: unknown): string | undefined {
  return (conditions as { readonly "anyurl-source"?: string } | null)?.["anyurl-source"];
}
