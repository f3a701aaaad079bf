import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { resolveModulePath } from "exsolve";
import { PACKAGE_NAME } from "./package-name.ts";

/**
 * Returns the schemes in the manifest of an installed package, `"anyurl": { "schemes": ["x-demo"] }`, also if the package
 * cannot be loaded. Looks for it as a module next to the file would.
 */
export function findDeclaredSchemes(name: string, file: string): readonly string[] {
  const manifest = findManifest(name, file);
  return manifest === undefined ? [] : declaredSchemes(manifest);
}

/** Returns the package.json of an installed package, as a module next to the file would find it. */
export function findManifest(name: string, file: string): PackageManifest | undefined {
  if (!PACKAGE_NAME.test(name)) return undefined;
  for (let directory = dirname(file); ; directory = dirname(directory)) {
    const manifest = readManifest(join(directory, "node_modules", name));
    if (manifest !== undefined || directory === dirname(directory)) return manifest;
  }
}

/** What a package.json says, which can be anything. */
export type PackageManifest = Readonly<Record<string, unknown>>;

/**
 * Returns the file of a package's main module, as `import` in the file would resolve it.
 *
 * @throws {TypeError} the text is not a package name, but a path or URL. @throws {Error} ERR_MODULE_NOT_FOUND;
 *   ERR_PACKAGE_PATH_NOT_EXPORTED.
 */
export function resolvePackage(name: string, file: string): string {
  if (!PACKAGE_NAME.test(name)) throw new TypeError("not a package name");
  return resolveModulePath(name, { from: file, conditions: CONDITIONS, cache: false });
}

/** The conditions of `import` in Node. */
const CONDITIONS: string[] = ["node", "import", "module-sync", "node-addons"];

export function readManifest(directory: string): PackageManifest | undefined {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(directory, "package.json"), "utf8"));
    return isObject(manifest) ? manifest : undefined;
  } catch {
    return undefined;
  }
}

function declaredSchemes({ anyurl }: PackageManifest): readonly string[] {
  const schemes = isObject(anyurl) ? anyurl["schemes"] : undefined;
  return Array.isArray(schemes) ? schemes.filter((name): name is string => typeof name === "string") : [];
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
