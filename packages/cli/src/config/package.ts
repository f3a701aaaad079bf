import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";

/** The metadata of a package. */
interface Package {
  readonly directory: string;
  readonly manifest: { readonly exports?: unknown; readonly main?: unknown };
  /** The schemes in its manifest: `"anyurl": { "schemes": ["x-demo"] }`. */
  readonly schemes: readonly string[];
}

const NAME = /^(?:@[a-z0-9~-][a-z0-9._~-]*\/)?[a-z0-9~-][a-z0-9._~-]*$/;

/** Finds an installed package, as a module next to the file would. Returns `undefined` if it is not installed. */
export function findPackage(name: string, file: string): Package | undefined {
  if (!NAME.test(name)) return undefined;
  for (let directory = dirname(file); ; directory = dirname(directory)) {
    const found = join(directory, "node_modules", name);
    const manifest = readManifest(found);
    if (manifest !== undefined) return { directory: found, manifest, schemes: declaredSchemes(manifest) };
    if (directory === dirname(directory)) return undefined;
  }
}

/**
 * Returns the file of a package's main module, as `import` in the file would resolve it.
 *
 * @throws {TypeError} the text is not a package name, but a path or URL. @throws {Error} MODULE_NOT_FOUND.
 */
export function resolvePackage(name: string, file: string): string {
  if (!NAME.test(name)) throw new TypeError("not a package name");
  try {
    return createRequire(file).resolve(name);
  } catch (error) {
    // A package may be resolvable for `import` only.
    const found =
      (error as { code?: unknown }).code === "MODULE_NOT_FOUND" ? undefined : findPackage(name, file);
    const target = found === undefined ? undefined : resolveTarget(mainExport(found.manifest.exports));
    if (found === undefined || target === undefined) throw error;
    return join(found.directory, target);
  }
}

/** Returns the "." entry of the exports. */
function mainExport(exported: unknown): unknown {
  return isObject(exported) && Object.hasOwn(exported, ".") ? exported["."] : exported;
}

/** Returns the first condition that applies, in the order of Node. */
function resolveTarget(exported: unknown): string | undefined {
  if (typeof exported === "string") return exported.startsWith("./") ? exported : undefined;
  if (!isObject(exported)) return undefined;
  for (const [condition, value] of Object.entries(exported)) {
    const target = CONDITIONS.has(condition) ? resolveTarget(value) : undefined;
    if (target !== undefined) return target;
  }
  return undefined;
}

const CONDITIONS: ReadonlySet<string> = new Set(["node", "import", "module-sync", "default"]);

function readManifest(directory: string): Package["manifest"] | undefined {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
    return isObject(manifest) ? manifest : undefined;
  } catch {
    return undefined;
  }
}

function declaredSchemes(manifest: object): readonly string[] {
  const { anyurl } = manifest as { readonly anyurl?: unknown };
  const schemes = isObject(anyurl) ? anyurl["schemes"] : undefined;
  return Array.isArray(schemes) ? schemes.filter((name): name is string => typeof name === "string") : [];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
