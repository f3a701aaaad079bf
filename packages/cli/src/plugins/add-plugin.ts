import { rmSync } from "node:fs";
import { join } from "node:path";
import { displayText } from "anyurl";
import { type ConfigOptions, loadConfig } from "../config/load-config.ts";
import { findManifest, type PackageManifest, readManifest } from "../config/package.ts";
import { findPluginList, PLUGIN_LIST_NAME, readPluginList, writePluginList } from "../config/plugin-list.ts";
import { formatReason } from "../config/reason.ts";
import { LocalError } from "../errors.ts";
import type { HostIo } from "../host-io.ts";
import { collectFacts, type PluginFacts } from "./describe-plugin.ts";
import { inspectPlugin } from "./inspect-plugin.ts";
import { changePackages } from "./package-manager.ts";
import { findInstalledName, type PackageSpec } from "./package-spec.ts";

/**
 * Installs a package, and registers it if the user agrees. Otherwise, and after any error, the packages and the list are
 * as before.
 *
 * @param agrees shows the facts to the user, and asks.
 * @throws {LocalError} install-failed; plugin-fault: the package is not a plugin, or does not load; plugin-declined.
 */
export async function addPlugin(
  spec: PackageSpec,
  directory: string,
  agrees: (facts: PluginFacts) => Promise<boolean>,
  options: ConfigOptions,
  io: HostIo,
): Promise<PluginFacts> {
  const list = join(directory, PLUGIN_LIST_NAME);
  const listed = findPluginList(directory) === undefined ? undefined : readPluginList(list);
  const before = readManifest(directory)?.["dependencies"];
  const versions = new Map(
    Object.keys(Object(before)).map((each) => [each, findManifest(each, list)?.["version"]]),
  );
  await changePackages("add", spec.text, directory, io);
  const name = findInstalledName(spec, directory);
  const manifest = name === undefined ? undefined : findManifest(name, list);
  if (name === undefined || manifest === undefined)
    throw fault(spec.text, `the package manager did not install it in ${directory}`);
  try {
    const facts = await inspect(name, manifest, directory, list);
    if (!(await agrees(facts))) {
      io.signal.throwIfAborted();
      throw new LocalError(
        "plugin-declined",
        displayText(`${name} was not added, and was removed again`),
        "use --yes to add it without being asked",
      );
    }
    writePluginList(list, [...new Set([...(listed ?? []), name])]);
    await checkLoads(name, options, io);
    return facts;
  } catch (error) {
    if (listed === undefined) rmSync(list, { force: true });
    else writePluginList(list, listed);
    await restore(name, Object(before)[name], versions.get(name), directory, io);
    throw error;
  }
}

async function inspect(
  name: string,
  manifest: PackageManifest,
  directory: string,
  list: string,
): Promise<PluginFacts> {
  try {
    return collectFacts(name, manifest, await inspectPlugin(name, directory, list));
  } catch (error) {
    throw fault(name, formatReason(error));
  }
}

/** Loads all plugins as every command does: names that another plugin has are found only here. */
async function checkLoads(name: string, options: ConfigOptions, io: HostIo): Promise<void> {
  const configured = await loadConfig(options, io);
  const found = configured?.faults.find(({ plugin }) => plugin === `"${name}"`);
  if (found !== undefined) throw fault(name, found.message, found.hint);
}

/** Removes a package that was added, or installs the version that it has replaced. */
async function restore(
  name: string,
  spec: unknown,
  version: unknown,
  directory: string,
  io: HostIo,
): Promise<void> {
  // An interrupted command still restores the packages.
  const calm = { ...io, signal: new AbortController().signal };
  if (typeof spec !== "string") return changePackages("remove", name, directory, calm);
  const isLocal = /^(?:file:|\.)/.test(spec) || typeof version !== "string";
  await changePackages("add", isLocal ? spec : `${name}@${version}`, directory, calm);
}

function fault(name: string, why: string, hint?: string): LocalError {
  return new LocalError("plugin-fault", displayText(`${name}: cannot add the plugin: ${why}`), hint);
}
