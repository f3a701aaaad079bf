import type { Folder, Node } from "./tree.ts";

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

/** "/" and the segments, as PWD and MLST print it. */
export function pathnameOf(path: readonly string[]): string {
  return `/${path.join("/")}`;
}
