import { decodeText } from "@anyurl/core";
import { document, type Folder, findNode, folder, isName, type Node, replaceNode } from "../tree.ts";

/** A tree that requests can change. The given tree stays as it was. */
export class HttpStore {
  #root: Folder;

  constructor(root: Folder) {
    this.#root = root;
  }

  /** Returns the node at a path of segments. */
  at(path: readonly string[]): Node | undefined {
    return findNode(this.#root, path);
  }

  /** Stores a document. "no place": the parent directory does not exist, or a directory has this name. */
  put(path: readonly string[], octets: Uint8Array): "created" | "replaced" | "no place" {
    const before = this.at(path);
    if (before?.kind === "folder" || this.at(path.slice(0, -1))?.kind !== "folder") return "no place";
    this.#root = replaceNode(this.#root, path, document(octets, { modified: new Date() }));
    return before === undefined ? "created" : "replaced";
  }

  /** Returns false if the document does not exist. */
  remove(path: readonly string[]): boolean {
    if (this.at(path)?.kind !== "document") return false;
    this.#root = replaceNode(this.#root, path, undefined);
    return true;
  }

  /** Removes a document, or a directory with everything in it. Returns false for nothing, and for the root. */
  removeTree(path: readonly string[]): boolean {
    if (path.length === 0 || this.at(path) === undefined) return false;
    this.#root = replaceNode(this.#root, path, undefined);
    return true;
  }

  /** Makes a directory. "no place": its parent does not exist. */
  makeFolder(path: readonly string[]): "created" | "exists" | "no place" {
    if (this.at(path) !== undefined) return "exists";
    if (this.at(path.slice(0, -1))?.kind !== "folder") return "no place";
    this.#root = replaceNode(this.#root, path, folder([], { modified: new Date() }));
    return "created";
  }

  /** Moves a node in place of another one. "no place": the parent of the target does not exist, or is in the node. */
  move(from: readonly string[], to: readonly string[]): "created" | "replaced" | "no place" {
    const node = this.at(from);
    const isInside = from.every((name, i) => to[i] === name);
    if (node === undefined || isInside || this.at(to.slice(0, -1))?.kind !== "folder") return "no place";
    const before = this.at(to);
    this.#root = replaceNode(replaceNode(this.#root, from, undefined), to, node);
    return before === undefined ? "created" : "replaced";
  }

  get root(): Folder {
    return this.#root;
  }
}

/** Returns the decoded segments of a request target; `undefined` if a name is invalid or a dot segment. */
export function parsePath(target: string): readonly string[] | undefined {
  const [path = ""] = target.split("?", 1);
  if (!path.startsWith("/") || /%(?![0-9A-Fa-f]{2})/.test(path)) return undefined;
  const names = path.slice(1).split("/").map(decodeText);
  if (names.at(-1) === "") names.pop();
  return names.every(isName) ? names : undefined;
}
