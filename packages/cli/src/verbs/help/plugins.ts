import { statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { displayText } from "anyurl";
import { type LoadedConfig, loadConfig } from "../../config/load-config.ts";
import { checkConfigDirectory, configHome, locateConfig } from "../../config/locate.ts";
import { formatPluginError } from "../../config/plugin-error.ts";
import {
  findPluginList,
  PLUGIN_LIST_NAME,
  readPluginList,
  writePluginList,
} from "../../config/plugin-list.ts";
import { LocalError, UsageError } from "../../errors.ts";
import type { HostIo } from "../../host-io.ts";
import { succeed, writeAnswer } from "../../json.ts";
import { say } from "../../language.ts";
import { addPlugin } from "../../plugins/add-plugin.ts";
import { pluginLines } from "../../plugins/describe-plugin.ts";
import { changePackages } from "../../plugins/package-manager.ts";
import { parsePackageSpec } from "../../plugins/package-spec.ts";
import { alignColumns } from "../../render/columns.ts";
import { createPainter } from "../../render/style.ts";
import { confirm } from "../../terminal/confirm.ts";
import { defineVerb, type Verb, type VerbOptions } from "../verb.ts";

const OPTIONS = {
  yes: { short: "y", description: "add without asking; required without a terminal" },
} as const;

type PluginOptions = VerbOptions<typeof OPTIONS>;

/** Lists, installs, and removes plugins. */
export const verb: Verb = defineVerb({
  description:
    "List, add, or remove plugins. A plugin is an npm package with schemes; its keyword is anyurl-scheme. It is installed " +
    "beside the config file, and listed in anyurl.plugins.json there.",
  loadsConfig: true,
  args: [
    { usage: "<action>", description: "what to do", choices: ["list", "add", "remove"] },
    { usage: "[package]", description: "for add: NAME, NAME@VERSION, or a .tgz file; for remove: NAME" },
  ],
  options: OPTIONS,
  examples: [
    "anyurl plugins list",
    "anyurl plugins add anyurl-scheme-x-demo",
    "anyurl plugins remove anyurl-scheme-x-demo",
  ],
  async run([action, name], options, io) {
    if (action === "list") {
      if (name !== undefined) throw new UsageError("plugins list takes no package");
      return list(options, io);
    }
    if (name === undefined) throw new UsageError(`missing package: what should plugins ${action}?`);
    return action === "add" ? add(name, options, io) : remove(name, options, io);
  },
});

async function add(text: string, options: PluginOptions, io: HostIo): Promise<void> {
  const spec = parsePackageSpec(text);
  if (options.yes !== true && io.askLine === undefined)
    throw new UsageError("cannot ask whether to add the plugin without a terminal", "use --yes");
  const directory = findDirectory(options.config, io);
  checkConfigDirectory(directory);
  const agrees = async (facts: Parameters<typeof pluginLines>[0]) => {
    if (options.quiet !== true || options.yes !== true)
      await io.stderr.write(`${pluginLines(facts).join("\n")}\n`);
    return options.yes === true || (await confirm("Add this plugin? It runs with your rights.", io)) === true;
  };
  const facts = await addPlugin(spec, directory, agrees, options, io);
  const file = join(directory, PLUGIN_LIST_NAME);
  if (options.json === true) await writeAnswer(succeed({ file, ...facts }), options, io);
  else await io.stdout.write(displayText(say(`added ${facts.package} to ${file}`)).concat("\n"));
}

async function remove(name: string, options: PluginOptions, io: HostIo): Promise<void> {
  const directory = findDirectory(options.config, io);
  checkConfigDirectory(directory);
  const file = join(directory, PLUGIN_LIST_NAME);
  const listed = findPluginList(directory) === undefined ? [] : readPluginList(file);
  if (!listed.includes(name))
    throw new LocalError(
      "no-such-plugin",
      displayText(`${name} is not in ${file}`),
      'run "anyurl plugins list" to see where each plugin is named',
    );
  writePluginList(
    file,
    listed.filter((each) => each !== name),
  );
  await changePackages("remove", name, directory, io);
  if (options.json === true) await writeAnswer(succeed({ file, package: name }), options, io);
  else await io.stdout.write(displayText(say(`removed ${name} from ${file}`)).concat("\n"));
}

async function list(options: PluginOptions, io: HostIo): Promise<void> {
  const rows = listPlugins(await loadConfig(options, io));
  if (options.json === true) return writeAnswer(succeed({ plugins: rows }), options, io);
  const paint = createPainter(io.stdout, io.env);
  const cells = rows.map(({ name, version = "", schemes, file, fault }) => {
    const text = fault === undefined ? schemes.join(" ") : displayText(say(`does not load: ${fault}`));
    return [
      { text: displayText(name), painted: paint("bold", displayText(name)) },
      { text: displayText(version) },
      fault === undefined ? { text } : { text, painted: paint("red", text) },
      { text: displayText(file), painted: paint("dim", displayText(file)) },
    ];
  });
  for (const line of alignColumns(cells)) await io.stdout.write(`${line}\n`);
}

interface PluginRow {
  /** The package, or "plugin 2" of a config file. */
  readonly name: string;
  readonly version?: string;
  readonly schemes: readonly string[];
  /** The file that names it. */
  readonly file: string;
  /** Why it does not load. */
  readonly fault?: string;
}

function listPlugins(configured: LoadedConfig | undefined): readonly PluginRow[] {
  const { from, faults = [] } = configured ?? {};
  const rows = new Map<string, PluginRow>();
  for (const [{ names }, { name, package: packageName = name, version, file }] of from ?? []) {
    const schemes = [...(rows.get(name)?.schemes ?? []), ...names];
    rows.set(name, { name: packageName, ...(version !== undefined && { version }), schemes, file });
  }
  const failed = faults.map((fault) => ({
    ...{ name: fault.plugin.replaceAll('"', ""), schemes: fault.schemes, file: fault.file },
    fault: formatPluginError(fault),
  }));
  return [...rows.values(), ...failed];
}

/** Returns the directory of the config file, also if it has no config file yet. */
function findDirectory(given: string | undefined, { env }: HostIo): string {
  const named = given ?? env["ANYURL_CONFIG"];
  if (named === "") throw new UsageError("plugins are installed beside a config file, and --config is empty");
  if (named !== undefined && isDirectory(named)) return resolve(named);
  const located = locateConfig(given, env);
  const directory = located === undefined ? configHome(env) : dirname(located.file);
  if (directory !== undefined) return directory;
  throw new UsageError("the home directory is unknown", "use --config with a directory");
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}
