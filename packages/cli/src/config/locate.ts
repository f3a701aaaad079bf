import { readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import { dirname, isAbsolute, join, resolve } from "node:path";
import process from "node:process";
import { displayText } from "anyurl";
import { LocalError, toLocalError } from "../errors.ts";
import type { HostIo } from "../host-io.ts";

/** A config file, and who says that it is one. */
export interface ConfigLocation {
  /** Absolute. */
  readonly file: string;
  readonly by: "--config" | "ANYURL_CONFIG" | "home";
}

/** What a config file is called. */
export const CONFIG_FILE_NAMES: readonly string[] = ["ts", "js", "json"].map(
  (suffix) => `anyurl.config.${suffix}`,
);

/**
 * Where the config is: what `--config` names, or ANYURL_CONFIG, or else the user's own directory of settings. The working
 * directory counts only where one of the two says so ("."): a config is a program, and whoever has made the directory
 * may have put it there. "" is none.
 *
 * @throws {LocalError} bad-config: there are two of them, or another user could have written it, or its directory; enoent.
 */
export function locateConfig(given: string | undefined, env: HostIo["env"]): ConfigLocation | undefined {
  const { ANYURL_CONFIG: named } = env;
  if (given !== undefined) return given === "" ? undefined : findGivenConfig(given, "--config");
  if (named !== undefined) return named === "" ? undefined : findGivenConfig(named, "ANYURL_CONFIG");
  const home = configHome(env);
  const file = home === undefined ? undefined : findConfigIn(home);
  if (file === undefined) return undefined;
  checkOwnership(file, ANY_WRITE);
  return { file, by: "home" };
}

/** The user's own directory of settings (XDG Base Directory Specification); `undefined` where there is no home. */
export function configHome(env: HostIo["env"]): string | undefined {
  const { XDG_CONFIG_HOME: settings = "", APPDATA: roaming = "", HOME: home = "" } = env;
  // "All paths … must be absolute. If an implementation encounters a relative path … it should … ignore it."
  if (isAbsolute(settings)) return join(settings, "anyurl");
  if (process.platform === "win32" && isAbsolute(roaming)) return join(roaming, "anyurl");
  return isAbsolute(home) ? join(home, ".config", "anyurl") : undefined;
}

/** The config file of a directory; `undefined` where it has none. @throws {LocalError} bad-config: there are two. */
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
    return []; // there is no such directory, or none that we may look into
  }
}

/** A file, or the directory that has one. */
function findGivenConfig(given: string, by: ConfigLocation["by"]): ConfigLocation {
  const path = resolve(given);
  const file = statGiven(path, given).isDirectory() ? findConfigIn(path) : path;
  if (file === undefined) {
    throw new LocalError(
      "bad-config",
      displayText(`${given}: no config file in this directory`),
      `create ${CONFIG_FILE_NAMES.join(", or ")}`,
    );
  }
  checkOwnership(file, WORLD_WRITE);
  return { file, by };
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

/** Write permission for the group and for all others; for all others alone. */
const ANY_WRITE = 0o022;
const WORLD_WRITE = 0o002;
/** In such a directory nobody renames or removes a file of another user. */
const STICKY = 0o1000;

/**
 * What others can write, others can run as us: the file and its directory. Of a config that nobody has named the
 * directories above as well, as sshd does with StrictModes, for a link there would lead to another config of ours.
 *
 * @param how who must not be able to write the file and its directory.
 */
function checkOwnership(file: string, how: typeof ANY_WRITE | typeof WORLD_WRITE): void {
  // Windows has no such mode; its homes are private by themselves.
  if (process.getuid === undefined) return;
  checkNotWritable(file, how, "who could run any code with it");
  // Where the path has links both its directory and that of the real file count.
  const directories = new Set([dirname(file), dirname(realpathSync(file))]);
  for (const directory of directories) checkNotWritable(directory, how, IN_DIRECTORY);
  if (how === WORLD_WRITE) return;
  for (const above of new Set([...directories].flatMap(directoriesAbove))) {
    const isSticky = (statGiven(above, above).mode & STICKY) !== 0;
    checkNotWritable(above, isSticky ? 0 : WORLD_WRITE, IN_DIRECTORY);
  }
}

const IN_DIRECTORY = "who could replace the config in it";

function directoriesAbove(directory: string): readonly string[] {
  const above = dirname(directory);
  return above === directory ? [] : [above, ...directoriesAbove(above)];
}

/** @throws {LocalError} bad-config: another user owns it, or may write it. */
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
