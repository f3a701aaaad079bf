import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import type { Scheme } from "@anyurl/core";
import { createAnyurl } from "anyurl";
import { isScheme, schemeProblem } from "./is-scheme.ts";
import { withLoadTimeout } from "./load-timeout.ts";
import { findDeclaredSchemes, findManifest, resolvePackage } from "./package.ts";
import { PACKAGE_NAME } from "./package-name.ts";
import type { PluginError } from "./plugin-error.ts";
import { formatReason } from "./reason.ts";

/** A plugin, and the file that names it. */
export interface NamedPlugin {
  /** A scheme, or the name of a package. */
  readonly plugin: unknown;
  readonly file: string;
}

/** Where a scheme comes from. */
export interface PluginSource {
  /** As named in the config: `"anyurl-scheme-x-demo"`, or "plugin 2". */
  readonly name: string;
  /** The file that names it. */
  readonly file: string;
  /** The package and its version, if the file names a package. */
  readonly package?: string;
  readonly version?: string;
}

/** The result of loading the plugins of a config. */
export interface Plugins {
  readonly schemes: readonly Scheme[];
  readonly from: ReadonlyMap<Scheme, PluginSource>;
  readonly faults: readonly PluginError[];
}

/** Loads the plugins of a config in order. A plugin that fails is left out; the others are still loaded. */
export async function loadPlugins(given: readonly NamedPlugin[]): Promise<Plugins> {
  const schemes: Scheme[] = [];
  const from = new Map<Scheme, PluginSource>();
  const faults: PluginError[] = [];
  for (const [i, { plugin, file }] of given.entries()) {
    const name = typeof plugin === "string" ? `"${plugin}"` : `plugin ${i + 1}`;
    const claimed: string[] = [];
    try {
      const found = typeof plugin === "string" ? await loadPackageSchemes(plugin, file, claimed) : [plugin];
      const taken = found.map((each) => requireScheme(each));
      for (const scheme of taken) claimed.push(...scheme.names);
      // Add all schemes of a plugin, or none of them.
      checkNamesFree([...schemes, ...taken]);
      for (const scheme of taken) {
        schemes.push(scheme);
        from.set(scheme, { name, file, ...packageOf(plugin, file) });
      }
    } catch (error) {
      faults.push({
        plugin: name,
        file,
        schemes: [...new Set(claimed)],
        ...toPluginError(error, plugin, file),
      });
    }
  }
  return { schemes, from, faults };
}

/** Returns the schemes that a package exports. The scheme names in its manifest are added to `claimed`. */
async function loadPackageSchemes(
  name: string,
  file: string,
  claimed: string[],
): Promise<readonly unknown[]> {
  claimed.push(...findDeclaredSchemes(name, file));
  const exported = (await withLoadTimeout(import(pathToFileURL(resolvePackage(name, file)).href))) as object;
  const found = new Set(Object.values(exported).flat().filter(isScheme));
  if (found.size === 0) throw new TypeError("the package exports no scheme");
  return [...found];
}

/** The version is what the package says, so it can be missing. */
function packageOf(plugin: unknown, file: string): Pick<PluginSource, "package" | "version"> {
  if (typeof plugin !== "string") return {};
  const version = findManifest(plugin, file)?.["version"];
  return { package: plugin, ...(typeof version === "string" && { version }) };
}

function requireScheme(value: unknown): Scheme {
  const why = schemeProblem(value);
  if (why !== undefined) throw new TypeError(why);
  return value as Scheme;
}

/** A plugin cannot replace a protected scheme such as `http` or `file`. @throws {TypeError} scheme-taken */
function checkNamesFree(schemes: readonly Scheme[]): void {
  const { scheme } = createAnyurl();
  const names = schemes.flatMap((each) => each.names);
  const taken = names.find((name) => scheme(name)?.protected === true);
  if (taken !== undefined) {
    throw Object.assign(new TypeError(`a plugin cannot replace the scheme "${taken}"`), {
      code: "scheme-taken",
    });
  }
  createAnyurl({ schemes });
}

function toPluginError(
  error: unknown,
  plugin: unknown,
  file: string,
): Pick<PluginError, "code" | "message" | "hint"> {
  const { code, message, hint } = error as { code?: unknown; message?: string; hint?: string };
  if (code === "scheme-taken") return { code, message: String(message), hint };
  return {
    code: "plugin-fault",
    message: formatReason(error),
    hint: typeof plugin === "string" ? findHint(plugin, file, String(code)) : undefined,
  };
}

function findHint(plugin: string, file: string, code: string): string | undefined {
  if (!PACKAGE_NAME.test(plugin)) return "import the file in anyurl.config.ts, and add its scheme to plugins";
  if (!NOT_FOUND.has(code)) return undefined;
  // A module of an installed package can be missing as well.
  const isInstalled = findManifest(plugin, file) !== undefined;
  return isInstalled
    ? `build ${plugin}, and install its dependencies`
    : `run "npm install --prefix ${dirname(file)} ${plugin}"`;
}

const NOT_FOUND: ReadonlySet<string> = new Set(["MODULE_NOT_FOUND", "ERR_MODULE_NOT_FOUND"]);
