import { createRegistry, isAccessError, resolveSchemeOptions } from "@anyurl/core";
import { SCHEME_LOADERS } from "anyurl/lazy";
import { type ConfigOptions, type LoadedConfig, loadConfig } from "../config/load-config.ts";
import { CONFIG_FILE_NAMES, configHome, findConfigIn } from "../config/locate.ts";
import { formatPluginError } from "../config/plugin-error.ts";
import type { Io } from "../io.ts";
import { schemeFacts } from "../scheme-facts.ts";
import { type Finding, fail, ok, warn } from "./finding.ts";
import type { Machine } from "./machine.ts";

/** Checks the config, its plugins, and all schemes. */
export async function settingsFindings(
  options: ConfigOptions,
  machine: Machine,
  io: Io,
): Promise<readonly Finding[]> {
  try {
    const configured = await loadConfig(options, io);
    return [
      configFinding(configured, io),
      ...workingDirectoryFindings(configured, machine),
      ...pluginFindings(configured),
      ...(await optionFindings(configured)),
      ...(await schemeFindings(configured)),
    ];
  } catch (error) {
    const { message, hint } = error as { readonly message: string; readonly hint?: string };
    return [
      fail("config", message, hint ?? 'correct the config, or use --config "" to ignore it'),
      ...(await schemeFindings()),
    ];
  }
}

function configFinding(configured: LoadedConfig | undefined, { env }: Io): Finding {
  if (configured !== undefined) {
    const { file, by } = configured.located;
    return ok("config", `${file}${by === "home" ? "" : ` (from ${by})`}`);
  }
  const home = configHome(env);
  return ok(
    "config",
    home === undefined ? "none" : `none (anyurl looks in ${home} for ${CONFIG_FILE_NAMES.join(", ")})`,
  );
}

/** Reports a config file in the working directory that is not read, because users may expect it to be. */
function workingDirectoryFindings(
  configured: LoadedConfig | undefined,
  { cwd }: Machine,
): readonly Finding[] {
  let file: string | undefined;
  try {
    file = findConfigIn(cwd);
  } catch {
    file = cwd;
  }
  if (file === undefined || file === configured?.located.file) return [];
  return [
    ok(
      "config",
      `${file} is ignored: the author of this directory could run any code with it`,
      "use --config . to read it",
    ),
  ];
}

function pluginFindings(configured: LoadedConfig | undefined): readonly Finding[] {
  if (configured === undefined) return [];
  const { schemes, from, faults } = configured;
  return [
    ...schemes.map((scheme) => ok("plugin", `${from.get(scheme)?.name}: ${scheme.names.join(", ")}`)),
    ...faults.map((fault) =>
      fail(
        "plugin",
        formatPluginError(fault),
        fault.hint ?? "remove it from the config, or report it to its author",
      ),
    ),
  ];
}

/** Reports options of unknown schemes, and options that their scheme rejects. */
async function optionFindings(configured: LoadedConfig | undefined): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  for (const [name, options] of Object.entries(configured?.options ?? {})) {
    const plugin = configured?.schemes.find(({ names }) => names.includes(name));
    const scheme = plugin ?? (await SCHEME_LOADERS.get(name)?.());
    if (scheme === undefined) {
      findings.push(
        warn(
          "options",
          `the config has options for ${name}:, which is not a supported scheme`,
          "check the name and the plugins",
        ),
      );
      continue;
    }
    try {
      resolveSchemeOptions(scheme, options);
    } catch (error) {
      if (!isAccessError(error)) throw error;
      findings.push(fail("options", error.message, error.hint ?? "correct it in the config"));
    }
  }
  return findings;
}

/** Loads each scheme with its access module. */
async function schemeFindings(configured?: LoadedConfig): Promise<readonly Finding[]> {
  const own = await Promise.all([...new Set(SCHEME_LOADERS.values())].map((load) => load()));
  const urls = createRegistry(...own, ...(configured?.schemes ?? []));
  const all = await Promise.all(
    urls.names().map((name) => schemeFacts(name, urls.scheme(name)!, configured)),
  );
  const faults = all.filter(({ fault }) => fault !== undefined);
  const well = all.filter(({ fault }) => fault === undefined).map(({ name }) => name);
  return [
    ok("schemes", well.join(" ")),
    ...faults.map(({ name, fault }) =>
      fail("schemes", `${name} does not load: ${fault}`, "report it to its author"),
    ),
  ];
}
