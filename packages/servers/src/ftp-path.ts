import { octetsOf } from "./name.ts";
import { type Folder, isName, type Node } from "./tree.ts";

/** A node and how it is reached from the root. */
export interface Place<N extends Node = Node> {
  readonly path: readonly string[];
  readonly node: N;
}

/**
 * What a pathname names: "/" separates, a leading one starts at the root, "." stays and ".." goes up, and an
 * empty segment means nothing, as on Unix. `undefined`: nothing. A "/" at the end wants a folder.
 */
export function resolve(root: Folder, cwd: readonly string[], pathname: string): Place | undefined {
  const steps = pathname.split("/");
  let nodes: Node[] = [root];
  let path: string[] = [];
  for (const step of pathname.startsWith("/") ? steps : [...cwd, ...steps]) {
    const node = nodes.at(-1)!;
    if (node.kind !== "folder") return undefined;
    if (step === "" || step === ".") continue;
    if (step === "..") {
      // Above the root is the root.
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

export function isFolder(place: Place | undefined): place is Place<Folder> {
  return place?.node.kind === "folder";
}

/** Octets of a name, and of a pathname from the root: the limits that most systems have. */
const MAX_NAME = 255;
const MAX_PATH = 4095;

/**
 * Where a new node would be: its name, in a folder that is there. `undefined`: there is no such folder, or no such
 * name can be.
 */
export function newPlace(
  root: Folder,
  cwd: readonly string[],
  pathname: string,
): readonly string[] | undefined {
  const slash = pathname.lastIndexOf("/");
  const folder = resolve(root, cwd, pathname.slice(0, slash + 1));
  const name = pathname.slice(slash + 1);
  if (!isFolder(folder) || !isName(name) || octetsOf(name).length > MAX_NAME) return undefined;
  const path = [...folder.path, name];
  return octetsOf(pathnameOf(path)).length > MAX_PATH ? undefined : path;
}

/** A folder may be named with a "/" at its end, one that is yet to be as well. */
export function withoutSlash(pathname: string): string {
  return pathname.length > 1 && pathname.endsWith("/") ? pathname.slice(0, -1) : pathname;
}

/** As it stands in a 257 reply: within quotes, those in it doubled (RFC 959 appendix II). */
export function quoted(path: readonly string[]): string {
  return `"${pathnameOf(path).replaceAll('"', '""')}"`;
}

/** "/" and the segments, as PWD and MLST print it. */
export function pathnameOf(path: readonly string[]): string {
  return `/${path.join("/")}`;
}
