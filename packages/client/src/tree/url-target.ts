import { AccessError, type Entry, encodeText, isAccessError, UNRESERVED } from "@anyurl/core";
import type { TreeTarget } from "./copy-tree.ts";
import type { TargetNames } from "./target-name.ts";
import type { TreeEntry } from "./walk.ts";

/** The operations of a client on the target of a tree. */
export interface TargetOperations {
  /** Copies a file, and keeps its modification time if possible. */
  copy(from: Entry, to: string, signal: AbortSignal): Promise<{ readonly octets: number }>;
  /** Writes a whole file. */
  put(url: string, content: Uint8Array, signal: AbortSignal): Promise<void>;
  makeDirectory(url: string): Promise<void>;
  /** Returns the names of the incomplete files in a directory. Absent: the scheme keeps none. */
  partNames?(url: string): Promise<readonly string[]>;
  /** Removes the incomplete file of a target, if it belongs to the source. */
  removePart?(url: string): Promise<void>;
  /** Creates a symbolic link. Absent: the scheme cannot. */
  makeLink?(url: string, target: string, signal: AbortSignal): Promise<void>;
  /** Lists a directory, and returns whether it exists. */
  exists(url: string): Promise<boolean>;
  /** Lists a directory, and returns whether it has an entry of this name; `undefined` if the server does not list it. */
  has(url: string, name: string): Promise<boolean | undefined>;
  remove(url: string): Promise<void>;
}

/** Errors of a directory that may exist. Servers rarely say more than that they did not create it. */
const MAY_EXIST_CODES: ReadonlySet<string> = new Set([
  ...["already-exists", "permission-denied", "not-found", "is-a-directory", "unsupported"],
]);

/** Returns a target below the URL of a directory, which ends with "/". */
export function createUrlTarget(root: string, names: TargetNames, operations: TargetOperations): TreeTarget {
  const join = (path: readonly string[]) => joinUrl(root, path);
  const joinDirectory = (path: readonly string[]) => joinDirectoryUrl(root, path);
  const { makeLink, partNames, removePart } = operations;
  /** The directories that this copy has created. */
  const created = new Set<string>();
  const checkName = async (path: readonly string[]) => {
    const name = path.at(-1);
    if (names.system === "server" && name !== undefined)
      await checkStoredName(joinDirectory(path.slice(0, -1)), name, operations);
  };
  return {
    ...(makeLink !== undefined && {
      async makeLink(_: TreeEntry, target: string, path: readonly string[], signal: AbortSignal) {
        const to = join(path);
        await makeLink(to, target, signal);
        return { to, octets: 0 };
      },
    }),
    ...(partNames !== undefined && {
      async partNames(directory: readonly string[]) {
        const url = joinDirectory(directory);
        return created.has(url) ? [] : partNames(url);
      },
    }),
    ...(removePart !== undefined && { removePart: (path: readonly string[]) => removePart(join(path)) }),
    names,
    async makeDirectory(path) {
      const url = joinDirectory(path);
      if (await ensureDirectory(url, operations)) created.add(url);
      await checkName(path);
      return { to: url };
    },
    async copy({ entry, content }, path, signal) {
      const to = join(path);
      if (content !== undefined) {
        await operations.put(to, content, signal);
        return { to, octets: content.length };
      }
      const { octets } = await operations.copy(entry, to, signal);
      await checkName(path);
      return { to, octets };
    },
    isCaseSensitive: (directory) => isCaseSensitive(joinDirectory(directory), operations),
    canHave: (directory, ending) => canHave(joinDirectory(directory), ending, operations),
  };
}

/** Returns the URL of a file below a directory. */
export function joinUrl(root: string, path: readonly string[]): string {
  return root + path.map((name) => encodeText(name, UNRESERVED)).join("/");
}

/** Returns the URL of a directory below another one; of an empty path, that of the other one. */
export function joinDirectoryUrl(root: string, path: readonly string[]): string {
  return joinUrl(root, [...path, ""]);
}

/**
 * Names that some servers change: with white space at an end, invisible characters, or bytes that are not UTF-8; and "~", which
 * is another directory for some.
 */
const CHANGEABLE = /^\s|\s$|\p{C}|^~$/u;

/** Checks that a server has an entry of a name that it may have changed. @throws {AccessError} unsafe-name */
async function checkStoredName(directory: string, name: string, { has }: TargetOperations): Promise<void> {
  // A listing can lack hidden files.
  if (!CHANGEABLE.test(name) || name.startsWith(".")) return;
  if ((await has(directory, name)) !== false) return;
  throw new AccessError(
    "unsafe-name",
    "the server gave it another name, and may have replaced another file",
    {
      hint: "rename it",
    },
  );
}

/** Returns whether it was created. */
async function ensureDirectory(url: string, { makeDirectory, exists }: TargetOperations): Promise<boolean> {
  try {
    await makeDirectory(url);
    return true;
  } catch (error) {
    if (!isAccessError(error) || !MAY_EXIST_CODES.has(error.code)) throw error;
    // "The name exists" can be said of a file.
    if (!(await exists(url))) throw error;
    return false;
  }
}

/** Creates a directory with this ending of its name, and looks for it in a listing. */
async function canHave(
  directory: string,
  ending: string,
  { makeDirectory, has, remove }: TargetOperations,
): Promise<boolean> {
  const name = `anyurl-name-${crypto.randomUUID().slice(0, 8)}${ending}`;
  const url = `${directory}${encodeText(name, UNRESERVED)}/`;
  try {
    await makeDirectory(url);
  } catch (error) {
    if (error instanceof AccessError && error.code === "aborted") throw error;
    return false;
  }
  try {
    return (await has(directory, name)) === true;
  } finally {
    await remove(url).catch(() => {});
  }
}

/** Creates a directory, and looks for it with other letters. If that is not possible, the answer is no. */
async function isCaseSensitive(
  directory: string,
  { makeDirectory, exists, remove }: TargetOperations,
): Promise<boolean> {
  const name = `anyurl-case-${crypto.randomUUID().slice(0, 8)}`;
  try {
    await makeDirectory(`${directory}${name}/`);
  } catch (error) {
    if (error instanceof AccessError && error.code === "aborted") throw error;
    return false;
  }
  try {
    return !(await exists(`${directory}${name.toUpperCase()}/`));
  } catch {
    return false;
  } finally {
    await remove(`${directory}${name}/`).catch(() => {});
  }
}
