import { type FileRoot, relativeSegments } from "@anyurl/core/exchange";
import { outsideRootError, readOnly } from "./file-errors.ts";
import { pathOf, realPathOf, SYSTEM, systemErrorCode } from "./native.ts";

/** Where something is. From the root on no link is followed any more: who has made one since is refused. */
export interface ResolvedPath {
  /** The real path of the root. */
  readonly root: string;
  /** The way from there; none for the root itself. */
  readonly names: readonly string[];
  /** The path ended with a separator: it is a directory that is meant. */
  readonly isDirectory: boolean;
}

export interface Search {
  /** Where anything may be; `undefined`: anywhere. */
  readonly roots: readonly FileRoot[] | undefined;
  readonly write: boolean;
  /** Where links are followed: is the last name followed, too, or does it name the link itself? */
  readonly last: "follow" | "keep";
}

/**
 * The place of a path in one of the roots.
 *
 * @throws {AccessError} path-blocked. @throws the system's error: a root or a link leads nowhere.
 */
export async function locate(
  path: string,
  { roots = everywhere(path), write, last }: Search,
): Promise<ResolvedPath> {
  const { root, names } = deepest(roots, ({ path: above }) => above, path) ?? refuse(outsideRootError());
  if (write && !root.write) throw readOnly();
  const isDirectory = /[\\/]$/.test(path) && (SYSTEM === "windows" || path.endsWith("/"));
  const real = await realPathOf(root.path);
  if (!root.followLinks) return { root: real, names, isDirectory };
  return { ...(await followed(pathOf(real, names), names.at(-1), { roots, write, last })), isDirectory };
}

/** Where a path leads when its links are followed: into a root again, or nowhere. */
async function followed(
  path: string,
  name: string | undefined,
  { roots = everywhere(path), write, last }: Search,
): Promise<Pick<ResolvedPath, "root" | "names">> {
  const target = await targetOf(path, name, last);
  const reals = await Promise.all(
    roots.map(async (root) => ({ root, real: await realPathOf(root.path).catch(() => undefined) })),
  );
  const there = reals.filter((each): each is { root: FileRoot; real: string } => each.real !== undefined);
  const { root, names } = deepest(there, ({ real }) => real, target) ?? refuse(outsideRootError());
  if (write && !root.root.write) throw readOnly();
  return { root: root.real, names };
}

/** The real path; of what is not there, or is meant itself, that of its directory with its name behind. */
async function targetOf(path: string, name: string | undefined, last: Search["last"]): Promise<string> {
  if (name === undefined) return realPathOf(path);
  if (last === "follow") {
    try {
      return await realPathOf(path);
    } catch (error) {
      if (systemErrorCode(error) !== "ENOENT") throw error;
    }
  }
  return pathOf(await realPathOf(path.slice(0, -name.length)), [name]);
}

/** The root that lies deepest above a path. */
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

/** All of the file system that a path is in. */
function everywhere(path: string): readonly FileRoot[] {
  const root = SYSTEM === "windows" ? path.slice(0, 3) : "/";
  return [{ path: root, write: true, followLinks: true }];
}

function refuse(error: Error): never {
  throw error;
}
