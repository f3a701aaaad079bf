import type { Scheme } from "@anyurl/core";
import type { HostIo } from "../host-io.ts";
import type { AnyurlConfig } from "./config.ts";
import { type ConfigLocation, locateConfig } from "./locate.ts";
import type { PluginError } from "./plugin-error.ts";

/** What a config has set up. */
export interface LoadedConfig extends Omit<AnyurlConfig, "plugins"> {
  readonly located: ConfigLocation;
  /** The schemes of its plugins, those that are there. */
  readonly schemes: readonly Scheme[];
  /** Where each of them is from, as the config has it. */
  readonly from: ReadonlyMap<Scheme, string>;
  readonly faults: readonly PluginError[];
}

/** What every verb may say of the config. */
export interface ConfigOptions {
  /** A file, or a directory that has one; "" for none. */
  readonly config?: string;
}

/**
 * Reads the config of this run, where there is one.
 *
 * @throws {LocalError} bad-config, enoent. A plugin that fails is no error: it is among the faults.
 */
export async function loadConfig(
  { config }: ConfigOptions,
  { env }: Pick<HostIo, "env">,
): Promise<LoadedConfig | undefined> {
  const located = locateConfig(config, env);
  if (located === undefined) return undefined;
  const [{ readConfig }, { loadPlugins }] = await Promise.all([
    import("./read-config.ts"),
    import("./plugins.ts"),
  ]);
  const { plugins = [], ...rest } = await readConfig(located.file);
  const { schemes, from, faults } = await loadPlugins(plugins, located.file);
  return { ...rest, located, schemes, from, faults };
}
