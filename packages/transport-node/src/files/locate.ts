import { type FileRoot, relativeSegments } from "@anyurl/core/exchange";
import { outsideRootError, readOnly } from "./file-errors.ts";
import { joinNativePath, resolveRealPath, systemErrorCode } from "./native.ts";
import { SYSTEM } from "./system.ts";

/**
 * A path that is resolved to a root and names. From the root on, links are not followed again: one made since is
 * rejected.
 */
export interface ResolvedPath {
  /** The real path of the root. */
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

/**
 * Finds the root that contains a path.
 *
 * @throws {AccessError} path-blocked. @throws the system's error: the target of a root or of a link does not exist.
 */
export async function locate(
  path: string,
  { roots = everywhere(path), write, last }: Search,
): Promise<ResolvedPath> {
  const { root, names } = deepest(roots, ({ path: above }) => above, path) ?? refuse(outsideRootError());
  if (write && !root.write) throw readOnly();
  const isDirectory = /[\\/]$/.test(path) && (SYSTEM === "windows" || path.endsWith("/"));
  const real = await resolveRealPath(root.path);
  if (!root.followLinks) return { root: real, names, isDirectory };
  const allowed = root.followLinks === "inside" ? [root] : roots;
  return {
    ...(await followed(joinNativePath(real, names), names.at(-1), { roots: allowed, write, last })),
    isDirectory,
  };
}

/** Follows the links of a path and finds the root that contains the target. */
async function followed(
  path: string,
  name: string | undefined,
  { roots = everywhere(path), write, last }: Search,
): Promise<Pick<ResolvedPath, "root" | "names">> {
  const target = await resolveLinkTarget(path, name, last);
  const reals = await Promise.all(
    roots.map(async (root) => ({ root, real: await resolveRealPath(root.path).catch(ignoreUnreachable) })),
  );
  const there = reals.filter((each): each is { root: FileRoot; real: string } => each.real !== undefined);
  const { root, names } = deepest(there, ({ real }) => real, target) ?? refuse(outsideRootError());
  if (write && !root.root.write) throw readOnly();
  return { root: root.real, names };
}

/**
 * Returns the real path. If the target does not exist, or the link itself is wanted, appends the name to the real path
 * of its directory.
 */
async function resolveLinkTarget(
  path: string,
  name: string | undefined,
  last: Search["last"],
): Promise<string> {
  if (name === undefined) return resolveRealPath(path);
  if (last === "follow") {
    try {
      return await resolveRealPath(path);
    } catch (error) {
      if (systemErrorCode(error) !== "ENOENT") throw error;
    }
  }
  return joinNativePath(await resolveRealPath(path.slice(0, -name.length)), [name]);
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
