import { octetsOf } from "@anyurl/core";
import { type Folder, isName, type Node } from "../tree.ts";

/** A node and its path from the root. */
export interface ResolvedNode<N extends Node = Node> {
  readonly path: readonly string[];
  readonly node: N;
}

/**
 * Resolves a pathname: "/" separates names, a leading one starts at the root, "." stays, ".." goes up, and an empty
 * segment is ignored, as on Unix. Returns `undefined` if nothing is found. A final "/" requires a directory.
 */
export function resolve(root: Folder, cwd: readonly string[], pathname: string): ResolvedNode | undefined {
  const steps = pathname.split("/");
  let nodes: Node[] = [root];
  let path: string[] = [];
  for (const step of pathname.startsWith("/") ? steps : [...cwd, ...steps]) {
    const node = nodes.at(-1)!;
    if (node.kind !== "folder") return undefined;
    if (step === "" || step === ".") continue;
    if (step === "..") {
      // The parent of the root is the root.
      nodes = nodes.length > 1 ? nodes.slice(0, -1) : nodes;
      path = path.slice(0, -1);
      continue;
    }
    const next = node.entries.get(step);
    if (next === undefined) return undefined;
    nodes.push(next);
    path.push(step);
  }
  return { path, node: nodes.at(-1)! };
}

export function isFolder(place: ResolvedNode | undefined): place is ResolvedNode<Folder> {
  return place?.node.kind === "folder";
}

/** Maximum bytes of a name, and of a pathname from the root: the usual limits of operating systems. */
const MAX_NAME_BYTES = 255;
const MAX_PATH_BYTES = 4095;

/**
 * Returns the existing directory and the name for a new node, or `undefined` if the directory does not exist or the
 * name is invalid.
 */
export function resolveNewNode(
  root: Folder,
  cwd: readonly string[],
  pathname: string,
): readonly string[] | undefined {
  const slash = pathname.lastIndexOf("/");
  const folder = resolve(root, cwd, pathname.slice(0, slash + 1));
  const name = pathname.slice(slash + 1);
  if (!isFolder(folder) || !isName(name) || octetsOf(name).length > MAX_NAME_BYTES) return undefined;
  const path = [...folder.path, name];
  return octetsOf(joinPath(path)).length > MAX_PATH_BYTES ? undefined : path;
}

/** The name of a directory may end in "/", also if the directory does not exist yet. */
export function removeTrailingSlash(pathname: string): string {
  return pathname.length > 1 && pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
}

/** Quotes a path for a 257 reply: quotes within it are doubled (RFC 959 appendix II). */
export function quotePath(path: readonly string[]): string {
  return `"${joinPath(path).replaceAll('"', '""')}"`;
}

/** Joins the segments with "/", as PWD and MLST print them. */
export function joinPath(path: readonly string[]): string {
  return `/${path.join("/")}`;
}
