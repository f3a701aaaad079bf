import { existsSync, readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import process from "node:process";
import { displayText } from "anyurl";
import { LocalError, toLocalError } from "../errors.ts";
import type { HostIo } from "../host-io.ts";
import { findPluginList, isPluginList } from "./plugin-list.ts";

/** The path of a config file, and where that path came from. */
export interface ConfigLocation {
  /** The absolute path. */
  readonly file: string;
  readonly by: "--config" | "ANYURL_CONFIG" | "home";
  /** The plugin list beside it, if there is one. It is the file itself if there is no config file. */
  readonly list?: string;
}

/** The possible names of a config file. */
export const CONFIG_FILE_NAMES: readonly string[] = ["ts", "js", "json"].map(
  (suffix) => `anyurl.config.${suffix}`,
);

/**
 * Finds the config: from `--config`, else from ANYURL_CONFIG, else in the user's config directory. The working
 * directory counts only if one of the first two names it ("."), because a config is a program, and the author of the
 * directory may have put it there. "" means no config.
 *
 * @throws {LocalError} bad-config: the directory has two config files, or another user could have written the file or
 *   its directory; enoent.
 */
export function locateConfig(given: string | undefined, env: HostIo["env"]): ConfigLocation | undefined {
  const { ANYURL_CONFIG: named } = env;
  if (given !== undefined) return given === "" ? undefined : findGivenConfig(given, "--config");
  if (named !== undefined) return named === "" ? undefined : findGivenConfig(named, "ANYURL_CONFIG");
  const home = configHome(env);
  return home === undefined ? undefined : locateIn(home, ANY_WRITE, "home");
}

/**
 * Returns the user's config directory (XDG Base Directory Specification), or `undefined` if there is no home directory.
 */
export function configHome(env: HostIo["env"]): string | undefined {
  const { XDG_CONFIG_HOME: settings = "", APPDATA: roaming = "", HOME: home = "" } = env;
  // "All paths … must be absolute. If an implementation encounters a relative path … it should … ignore it."
  if (isAbsolute(settings)) return join(settings, "anyurl");
  if (process.platform === "win32" && isAbsolute(roaming)) return join(roaming, "anyurl");
  return isAbsolute(home) ? join(home, ".config", "anyurl") : undefined;
}

/**
 * Returns the config file in a directory, or `undefined` if it has no config file.
 *
 * @throws {LocalError} bad-config: the directory has two config files.
 */
export function findConfigIn(directory: string): string | undefined {
  const [first, second] = readNames(directory).filter((name) => CONFIG_FILE_NAMES.includes(name));
  if (second !== undefined) {
    throw new LocalError(
      "bad-config",
      displayText(`${directory} has two config files: ${first} and ${second}`),
      "use --config to select one",
    );
  }
  return first === undefined ? undefined : join(directory, first);
}

function readNames(directory: string): readonly string[] {
  try {
    return readdirSync(directory);
  } catch {
    return []; // the directory is missing or not readable
  }
}

/** Returns the path if it is a file, or else the config file in that directory. */
function findGivenConfig(given: string, by: ConfigLocation["by"]): ConfigLocation {
  const path = resolve(given);
  const isDirectory = statGiven(path, given).isDirectory();
  const located = isDirectory ? locateIn(path, WORLD_WRITE, by) : checkLocation(path, WORLD_WRITE, by);
  if (located === undefined) {
    throw new LocalError(
      "bad-config",
      displayText(`${given}: no config file in this directory`),
      `create ${CONFIG_FILE_NAMES.join(", or ")}`,
    );
  }
  return located;
}

/** Finds the config file or the plugin list of a directory. */
function locateIn(directory: string, how: WriteAccess, by: ConfigLocation["by"]): ConfigLocation | undefined {
  const file = findConfigIn(directory) ?? findPluginList(directory);
  return file === undefined ? undefined : checkLocation(file, how, by);
}

function checkLocation(file: string, how: WriteAccess, by: ConfigLocation["by"]): ConfigLocation {
  checkOwnership(file, how);
  const list = isPluginList(file) ? file : findPluginList(dirname(file));
  if (list === undefined) return { file, by };
  if (list !== file) checkOwnership(list, how);
  return { file, by, list };
}

function statGiven(path: string, given: string): Stats {
  try {
    return statSync(path);
  } catch (error) {
    if ((error as { code?: unknown }).code === "ENOENT")
      throw new LocalError("enoent", displayText(`${given}: no such file`));
    throw toLocalError(error, displayText(given));
  }
}

/** Write permission for the group and all others, and for all others only. */
const ANY_WRITE = 0o022;
const WORLD_WRITE = 0o002;
type WriteAccess = typeof ANY_WRITE | typeof WORLD_WRITE;
/** In a sticky directory, users cannot rename or remove files of other users. */
const STICKY = 0o1000;

/**
 * Checks that no other user can write the file or its directory, because the config is a program that runs as this
 * user. For a config that was not named explicitly, the parent directories are checked as well, as sshd does with
 * StrictModes: a link there could lead to another config.
 *
 * @param how the users who must not be able to write the file and its directory.
 */
function checkOwnership(file: string, how: WriteAccess): void {
  // Windows has no such mode; home directories there are private.
  if (process.getuid === undefined) return;
  checkNotWritable(file, how, "who could run any code with it");
  // If the path contains links, check both its directory and the directory of the real file.
  const directories = new Set([dirname(file), dirname(realpathSync(file))]);
  for (const directory of directories) checkNotWritable(directory, how, IN_DIRECTORY);
  if (how === WORLD_WRITE) return;
  for (const above of new Set([...directories].flatMap(directoriesAbove))) {
    const isSticky = (statGiven(above, above).mode & STICKY) !== 0;
    checkNotWritable(above, isSticky ? 0 : WORLD_WRITE, IN_DIRECTORY);
  }
}

/**
 * Checks that no other user can write a directory, before plugins are installed in it.
 *
 * @throws {LocalError} bad-config.
 */
export function checkConfigDirectory(directory: string): void {
  if (process.getuid !== undefined && existsSync(directory))
    checkNotWritable(directory, WORLD_WRITE, IN_DIRECTORY);
}

const IN_DIRECTORY = "who could replace the config in it";

function directoriesAbove(directory: string): readonly string[] {
  const above = dirname(directory);
  return above === directory ? [] : [above, ...directoriesAbove(above)];
}

/** @throws {LocalError} bad-config: the path belongs to another user, or other users can write it. */
function checkNotWritable(path: string, forbidden: number, risk: string): void {
  const { mode, uid } = statGiven(path, path);
  if (uid !== process.getuid?.() && uid !== 0) {
    throw new LocalError(
      "bad-config",
      displayText(`${path} belongs to another user, ${risk}; it was not used`),
    );
  }
  if ((mode & forbidden) === 0) return;
  throw new LocalError(
    "bad-config",
    displayText(`${path} is writable by other users, ${risk}; it was not used`),
    displayText(`run "chmod go-w ${path}"`),
  );
}
