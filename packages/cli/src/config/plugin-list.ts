import { existsSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import process from "node:process";
import { displayText } from "anyurl";
import { LocalError, toLocalError } from "../errors.ts";
import { readJsonFile } from "../read-text-file.ts";
import { PACKAGE_NAME } from "./package-name.ts";

/**
 * The file beside a config file with the plugins that `anyurl plugins add` installed. It is separate because a config
 * file can be a program of the user's, which no command should rewrite.
 */
export const PLUGIN_LIST_NAME = "anyurl.plugins.json";

/** Returns the plugin list in a directory, or `undefined` if it has none. */
export function findPluginList(directory: string): string | undefined {
  const file = join(directory, PLUGIN_LIST_NAME);
  return existsSync(file) ? file : undefined;
}

export function isPluginList(file: string): boolean {
  return basename(file) === PLUGIN_LIST_NAME;
}

/** Returns the names of the packages in a plugin list. @throws {LocalError} bad-config. */
export function readPluginList(file: string): readonly string[] {
  const found = readJsonFile(file, "bad-config");
  const { plugins, ...others } = Object(found) as { readonly plugins?: unknown };
  if (Array.isArray(plugins) && plugins.every(isPackageName) && Object.keys(others).length === 0)
    return plugins as readonly string[];
  throw new LocalError(
    "bad-config",
    displayText(`${file}: invalid plugin list: expected an object with "plugins", a list of package names`),
    'correct it, or remove it and use "anyurl plugins add"',
  );
}

/** Writes a plugin list, replacing the file as a whole. Only its owner can write it, whatever the umask. */
export function writePluginList(file: string, plugins: readonly string[]): void {
  const part = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
    writeFileSync(part, `${JSON.stringify({ plugins }, null, 2)}\n`, { mode: 0o644, flag: "wx" });
    renameSync(part, file);
  } catch (error) {
    rmSync(part, { force: true });
    throw toLocalError(error, displayText(file));
  }
}

function isPackageName(value: unknown): boolean {
  return typeof value === "string" && PACKAGE_NAME.test(value);
}
