import type { Stats } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import { type Netrc, type NetrcError, parseNetrc } from "@anyurl/client";
import { LocalError } from "../errors.ts";
import { readTextFile } from "../read-text-file.ts";

/**
 * Returns the path of the user's netrc file: NETRC, or `.netrc` in the home directory. @throws {LocalError} there is no
 * home directory.
 */
export function netrcPath(env: Readonly<Record<string, string | undefined>>): string {
  const { NETRC: path, HOME: home = env["USERPROFILE"] } = env;
  if (path !== undefined && path !== "") return path;
  if (home === undefined || home === "") {
    throw new LocalError("no-netrc", "cannot find .netrc: no home directory", "use --netrc-file FILE");
  }
  return join(home, ".netrc");
}

/**
 * Reads a netrc file that only this user can read. The checks and the read use one handle, so the file cannot be
 * replaced in between.
 *
 * @throws {LocalError} open-to-others: other users can read it; bad-netrc: the problems and their lines, without
 *   quoting the file; system errors.
 */
export function readNetrcFile(path: string): Netrc {
  const text = readTextFile(path, "bad-netrc", (file) => checkPrivate(path, file));
  try {
    return parseNetrc(text);
  } catch (error) {
    if (!(error instanceof Error) || error.name !== "NetrcError") throw error;
    const { problems } = error as NetrcError;
    const lines = problems.map(({ line, message }) => `line ${line}: ${message}`);
    throw new LocalError("bad-netrc", `${path}: ${lines.join("; ")}`, problems[0]?.hint);
  }
}

function checkPrivate(path: string, { mode, uid }: Stats): void {
  // Windows has no such mode; home directories there are private.
  const own = process.getuid?.();
  if (own === undefined) return;
  if (uid !== own && uid !== 0)
    throw new LocalError(
      "open-to-others",
      `${path} belongs to another user, who can read it; it was not used`,
    );
  if ((mode & 0o077) === 0) return;
  throw new LocalError(
    "open-to-others",
    `${path} is readable or writable by other users; it was not used`,
    `run "chmod 600 ${path}"`,
  );
}
