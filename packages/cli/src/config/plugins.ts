import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import type { Scheme } from "@anyurl/core";
import { createAnyurl } from "anyurl";
import { isScheme, notAScheme } from "./is-scheme.ts";
import { within } from "./load-timeout.ts";
import { packageOf, resolvePackage } from "./package.ts";
import type { PluginFault } from "./plugin-error.ts";
import { reasonOf } from "./reason.ts";

/** What has come of the plugins of a config. */
export interface Plugins {
  readonly schemes: readonly Scheme[];
  /** Where each of them is from, as the config has it. */
  readonly from: ReadonlyMap<Scheme, string>;
  readonly faults: readonly PluginFault[];
}

/** Loads the plugins of a config, one after the other. One that fails is left out, and the others are there. */
export async function loadPlugins(given: readonly unknown[], file: string): Promise<Plugins> {
  const schemes: Scheme[] = [];
  const from = new Map<Scheme, string>();
  const faults: PluginFault[] = [];
  for (const [i, plugin] of given.entries()) {
    const name = typeof plugin === "string" ? `"${plugin}"` : `plugin ${i + 1}`;
    const claimed: string[] = [];
    try {
      const found = typeof plugin === "string" ? await schemesOf(plugin, file, claimed) : [plugin];
      const taken = found.map((each) => checked(each));
      for (const scheme of taken) claimed.push(...scheme.names);
      // All of them, or none.
      refuseTaken([...schemes, ...taken]);
      for (const scheme of taken) {
        schemes.push(scheme);
        from.set(scheme, name);
      }
    } catch (error) {
      faults.push({ plugin: name, schemes: [...new Set(claimed)], ...faultOf(error, plugin, file) });
    }
  }
  return { schemes, from, faults };
}

/** What a package exports that is a scheme. What it says beforehand that it opens goes into `claimed`. */
async function schemesOf(name: string, file: string, claimed: string[]): Promise<readonly unknown[]> {
  claimed.push(...(packageOf(name, file)?.schemes ?? []));
  const exported = (await within(import(pathToFileURL(resolvePackage(name, file)).href))) as object;
  const found = new Set(Object.values(exported).flat().filter(isScheme));
  if (found.size === 0) throw new TypeError("the package exports no scheme");
  return [...found];
}

function checked(value: unknown): Scheme {
  const why = notAScheme(value);
  if (why !== undefined) throw new TypeError(why);
  return value as Scheme;
}

/** A config cannot consent: web pages and files of this machine do not depend on a plugin. @throws {TypeError} scheme-taken */
function refuseTaken(schemes: readonly Scheme[]): void {
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

function faultOf(
  error: unknown,
  plugin: unknown,
  file: string,
): Pick<PluginFault, "code" | "message" | "hint"> {
  const { code, message, hint } = error as { code?: unknown; message?: string; hint?: string };
  if (code === "scheme-taken") return { code, message: String(message), hint };
  const isMissing = typeof plugin === "string" && NOT_FOUND.has(String(code));
  return {
    code: "plugin-fault",
    message: reasonOf(error),
    hint: isMissing ? `run "npm install --prefix ${dirname(file)} ${plugin}"` : undefined,
  };
}

const NOT_FOUND: ReadonlySet<string> = new Set(["MODULE_NOT_FOUND", "ERR_MODULE_NOT_FOUND"]);
