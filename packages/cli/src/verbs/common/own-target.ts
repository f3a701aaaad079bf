import { realpath } from "node:fs/promises";
import { basename, dirname, isAbsolute, join, relative, sep } from "node:path";
import { AccessError } from "anyurl";

/**
 * Rejects a copy of a local directory into itself, or into a directory inside it, also if links lead there: it would
 * have no end.
 *
 * @param tree the path of the source; `undefined` if it is not local, as for the target.
 * @throws {AccessError} bad-argument
 */
export async function rejectOwnTarget(tree: string | undefined, target: string | undefined): Promise<void> {
  if (tree === undefined || target === undefined) return;
  const path = relative(await resolveLinks(tree), await resolveLinks(target));
  if (path === ".." || path.startsWith(`..${sep}`) || isAbsolute(path)) return;
  throw new AccessError("bad-argument", "cannot copy a directory into itself", {
    hint: "choose a target outside of the tree",
  });
}

/** Returns a path without links. Directories at its end need not exist. */
async function resolveLinks(path: string): Promise<string> {
  try {
    return await realpath(path);
  } catch {
    const parent = dirname(path);
    return parent === path ? path : join(await resolveLinks(parent), basename(path));
  }
}
