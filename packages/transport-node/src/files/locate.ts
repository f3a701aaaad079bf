import { type FileRoot, relativeSegments } from "@anyurl/core/exchange";
import { outsideRootError, readOnly } from "./file-errors.ts";
import { joinNativePath, resolveRealPath, systemErrorCode } from "./native.ts";
import { SYSTEM } from "./system.ts";

/**
 * A path that is resolved to a root and names. From the root on, links are not followed again: one made since is
 * rejected.
 */
export interface ResolvedPath {
  /** The path of the root. */
  readonly root: string;
  /** The path below the root; empty for the root itself. */
  readonly names: readonly string[];
  /** The path ended with a separator, so it must be a directory. */
  readonly isDirectory: boolean;
}

export interface Search {
  /** The allowed roots; `undefined` allows every path. */
  readonly roots: readonly FileRoot[] | undefined;
  readonly write: boolean;
  /** If links are followed: whether to follow the last name as well, or to use the link itself. */
  readonly last: "follow" | "keep";
}

/** A path below a root, by their texts. Both can have links. */
export interface PathBelowRoot extends ResolvedPath {
  /**
   * Resolves the root, and follows the links in the names if that is allowed.
   *
   * @throws {AccessError} path-blocked. @throws the system's error: the target of a root or of a link does not exist.
   */
  readonly resolve: () => Promise<ResolvedPath>;
  /** If nothing in the path is a link: is it in no other root? Another root can be a link to a directory in this one. */
  readonly isOnlyRoot: boolean;
  /** Is a link with the last name followed? */
  readonly followsLast: boolean;
}

/**
 * Finds the root that contains a path, without looking at files.
 *
 * @throws {AccessError} path-blocked
 */
export function findRoot(path: string, { roots = everywhere(path), write, last }: Search): PathBelowRoot {
  const { root, names } = deepest(roots, ({ path: above }) => above, path) ?? refuse(outsideRootError());
  if (write && !root.write) throw readOnly();
  const isDirectory = /[\\/]$/.test(path) && (SYSTEM === "windows" || path.endsWith("/"));
  const allowed = root.followLinks === "inside" ? [root] : roots;
  const follows = root.followLinks !== false;
  const resolve = async () => {
    const realPaths = new RealPaths();
    const real = await realPaths.resolve(root.path);
    if (!follows) return { root: real, names, isDirectory };
    const target = await resolveLinkTarget(real, names, last, realPaths);
    return { ...(await rootOfTarget(target, { roots: allowed, write }, realPaths)), isDirectory };
  };
  return {
    ...{ root: root.path, names, isDirectory, resolve },
    isOnlyRoot: !follows || allowed.length === 1,
    followsLast: follows && last === "follow",
  };
}

/**
 * Finds the root that contains a path, and follows its links.
 *
 * @throws {AccessError} path-blocked. @throws the system's error: the target of a root or of a link does not exist.
 */
export function locate(path: string, search: Search): Promise<ResolvedPath> {
  return findRoot(path, search).resolve();
}

/** Finds the root that contains the target of a path whose links were followed. */
async function rootOfTarget(
  target: string,
  { roots, write }: { readonly roots: readonly FileRoot[]; readonly write: boolean },
  realPaths: RealPaths,
): Promise<Pick<ResolvedPath, "root" | "names">> {
  const reals = await Promise.all(
    roots.map(async (root) => ({ root, real: await realPaths.resolve(root.path).catch(ignoreUnreachable) })),
  );
  const there = reals.filter((each): each is { root: FileRoot; real: string } => each.real !== undefined);
  const { root, names } = deepest(there, ({ real }) => real, target) ?? refuse(outsideRootError());
  if (write && !root.root.write) throw readOnly();
  return { root: root.real, names };
}

/**
 * Returns the real path of names below a directory. If the target does not exist, or the link itself is wanted, appends
 * the name to the real path of its directory.
 */
async function resolveLinkTarget(
  directory: string,
  names: readonly string[],
  last: Search["last"],
  realPaths: RealPaths,
): Promise<string> {
  const name = names.at(-1);
  if (name === undefined) return directory;
  if (last === "follow") {
    try {
      return await realPaths.resolve(joinNativePath(directory, names));
    } catch (error) {
      if (systemErrorCode(error) !== "ENOENT") throw error;
    }
  }
  // The directory is a real path already.
  const above = joinNativePath(directory, names.slice(0, -1));
  return joinNativePath(above === directory ? directory : await realPaths.resolve(above), [name]);
}

/** The real paths of one call: a root is asked for several times. */
class RealPaths {
  readonly #resolved = new Map<string, Promise<string>>();

  resolve(path: string): Promise<string> {
    const known = this.#resolved.get(path);
    if (known !== undefined) return known;
    const resolved = resolveRealPath(path);
    this.#resolved.set(path, resolved);
    return resolved;
  }
}

/** A root that does not exist contains no file. Any other error must not widen or narrow what the others allow. */
function ignoreUnreachable(error: unknown): undefined {
  if (!UNREACHABLE.has(systemErrorCode(error))) throw error;
}

const UNREACHABLE: ReadonlySet<unknown> = new Set(["EACCES", "ELOOP", "ENOENT", "ENOTDIR", "EPERM"]);

/** Returns the deepest root above a path. */
function deepest<R>(
  roots: readonly R[],
  pathOfRoot: (root: R) => string,
  path: string,
): { readonly root: R; readonly names: readonly string[] } | undefined {
  let found: { readonly root: R; readonly names: readonly string[] } | undefined;
  for (const root of roots) {
    const names = relativeSegments(pathOfRoot(root), path, SYSTEM);
    if (names !== undefined && (found === undefined || names.length < found.names.length))
      found = { root, names };
  }
  return found;
}

/** Returns one root: that of the file system that contains the path. */
function everywhere(path: string): readonly FileRoot[] {
  const root = SYSTEM === "windows" ? path.slice(0, 3) : "/";
  return [{ path: root, write: true, followLinks: true }];
}

function refuse(error: Error): never {
  throw error;
}
