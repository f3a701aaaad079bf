import process from "node:process";
import type { Scheme } from "@anyurl/core";
import type { AnyurlConfig } from "anyurl";
import type { HostIo } from "../host-io.ts";
import { type ConfigLocation, locateConfig } from "./locate.ts";
import type { PluginError } from "./plugin-error.ts";

/** A config that has been loaded. */
export interface LoadedConfig extends Omit<AnyurlConfig, "plugins"> {
  readonly located: ConfigLocation;
  /** The schemes of the plugins that loaded. */
  readonly schemes: readonly Scheme[];
  /** The plugin of each scheme, as named in the config. */
  readonly from: ReadonlyMap<Scheme, string>;
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
  const [{ readConfig }, { loadPlugins }] = await Promise.all([
    import("./read-config.ts"),
    import("./plugins.ts"),
  ]);
  const notes: string[] = [];
  const { plugins = [], ...rest } = await readConfig(located.file, process.features, async (found) =>
    strict ? found : (await import("./typed-gateways.ts")).readTypedGateways(found, notes),
  );
  const { schemes, from, faults } = await loadPlugins(plugins, located.file);
  return { ...rest, located, schemes, from, faults, notes };
}
