import process from "node:process";
import type { Scheme } from "@anyurl/core";
import type { AnyurlConfig } from "anyurl";
import type { HostIo } from "../host-io.ts";
import { type ConfigLocation, locateConfig } from "./locate.ts";
import type { PluginError } from "./plugin-error.ts";
import { readPluginList } from "./plugin-list.ts";
import type { PluginSource } from "./plugins.ts";

/** A config that has been loaded. */
export interface LoadedConfig extends Omit<AnyurlConfig, "plugins"> {
  readonly located: ConfigLocation;
  /** The schemes of the plugins that loaded. */
  readonly schemes: readonly Scheme[];
  /** The plugin of each scheme. */
  readonly from: ReadonlyMap<Scheme, PluginSource>;
  readonly faults: readonly PluginError[];
  /** What was changed in the config, because it was not written as a URL. */
  readonly notes: readonly string[];
}

/** Config option of every command. */
export interface ConfigOptions {
  /** A config file, or a directory that contains one; "" for no config. */
  readonly config?: string;
  /** Accept only valid URLs in it. */
  readonly strict?: boolean;
}

/**
 * Loads the config of this run, if there is one.
 *
 * @throws {LocalError} bad-config, enoent. A plugin that fails to load is not an error: it is listed in the faults.
 */
export async function loadConfig(
  { config, strict = false }: ConfigOptions,
  { env }: Pick<HostIo, "env">,
): Promise<LoadedConfig | undefined> {
  const located = locateConfig(config, env);
  if (located === undefined) return undefined;
  const { file, list } = located;
  const [{ readConfig }, { loadPlugins }] = await Promise.all([
    import("./read-config.ts"),
    import("./plugins.ts"),
  ]);
  const notes: string[] = [];
  const adapt = async (found: unknown) =>
    strict ? found : (await import("./typed-gateways.ts")).readTypedGateways(found, notes);
  const found: AnyurlConfig = list === file ? {} : await readConfig(file, process.features, adapt);
  const { plugins = [], ...rest } = found;
  const added = list === undefined ? [] : readPluginList(list).filter((name) => !plugins.includes(name));
  const { schemes, from, faults } = await loadPlugins([
    ...plugins.map((plugin) => ({ plugin, file })),
    ...added.map((plugin) => ({ plugin, file: list! })),
  ]);
  return { ...rest, located, schemes, from, faults, notes };
}
