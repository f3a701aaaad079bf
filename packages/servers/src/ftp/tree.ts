import { sizeOf } from "../library/content.ts";
import { type Document, type Folder, folder, type Node, withNode } from "../tree.ts";

/** Bytes that an entry counts in addition to its content, so that many empty files also reach the limit. */
export const ENTRY: number = 256;

/**
 * The tree that all sessions of a server share, and its remaining space. A directory that was returned does not change:
 * a change creates another one.
 */
export class FtpTree {
  #root: Folder;
  /** Bytes used. */
  readonly #max: number;
  #held: number;
  /** Bytes of unfinished uploads. */
  #reserved = 0;
  /** Paths of unfinished uploads. */
  readonly #busy: Set<string> = new Set();

  /**
   * @param max maximum bytes, including {@link ENTRY} for each entry. Generated content counts as 0.
   *
   * @throws {RangeError} `max` is not a number of bytes.
   */
  constructor(root: Folder, max: number) {
    if (!Number.isSafeInteger(max) || max < 0)
      throw new RangeError("invalid option maxTree: expected a number of bytes");
    this.#root = root;
    this.#max = max;
    this.#held = costOf(root);
  }

  get root(): Folder {
    return this.#root;
  }

  at(path: readonly string[]): Node | undefined {
    let node: Node | undefined = this.#root;
    for (const name of path) node = node?.kind === "folder" ? node.entries.get(name) : undefined;
    return node;
  }

  /** Reserves space. Returns false if there is not enough. */
  reserve(octets: number): boolean {
    if (this.#held + this.#reserved + octets > this.#max) return false;
    this.#reserved += octets;
    return true;
  }

  release(octets: number): void {
    this.#reserved -= octets;
  }

  /** Marks a path as the target of an upload. Returns false if it is marked already. */
  enter(path: readonly string[]): boolean {
    if (this.#busy.has(keyOf(path))) return false;
    this.#busy.add(keyOf(path));
    return true;
  }

  leave(path: readonly string[]): void {
    this.#busy.delete(keyOf(path));
  }

  /** Returns whether an upload to this path, or to one below it, is unfinished. */
  isBusy(path: readonly string[]): boolean {
    const key = keyOf(path);
    return [...this.#busy].some((busy) => busy === key || busy.startsWith(`${key}/`));
  }

  /** Puts a node at a path. The caller has checked the space. */
  put(path: readonly string[], node: Node): void {
    this.#change(path, node, new Date());
  }

  /** Returns false if there is no space for one more entry. */
  makeFolder(path: readonly string[]): boolean {
    if (!this.reserve(ENTRY)) return false;
    this.release(ENTRY);
    this.put(path, folder({}, { modified: new Date() }));
    return true;
  }

  remove(path: readonly string[]): void {
    this.#change(path, undefined, new Date());
  }

  /** Removes a node, and everything in a directory. */
  move(from: readonly string[], to: readonly string[]): void {
    const node = this.at(from);
    this.remove(from);
    if (node !== undefined) this.put(to, node);
  }

  /** Sets the date of a node. The date of its directory stays. */
  touch(path: readonly string[], modified: Date): void {
    const node = this.at(path);
    if (node === undefined) return;
    if (path.length === 0 && node.kind === "folder") this.#root = { ...node, modified };
    else this.#change(path, { ...node, modified });
  }

  #change(path: readonly string[], node: Node | undefined, now?: Date): void {
    const before = this.at(path);
    this.#root = withNode(this.#root, path, node, now);
    this.#held += (node === undefined ? 0 : entryCost(node)) - (before === undefined ? 0 : entryCost(before));
  }
}

function keyOf(path: readonly string[]): string {
  return path.map((name) => `/${name}`).join("");
}

function entryCost(node: Node): number {
  return ENTRY + (node.kind === "document" ? heldBy(node) : costOf(node));
}

/** Iterative, because clients can create directories of any depth. */
function costOf(folder: Folder): number {
  let cost = 0;
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    for (const node of next.entries.values()) {
      cost += ENTRY;
      if (node.kind === "folder") folders.push(node);
      else cost += heldBy(node);
    }
  }
  return cost;
}

function heldBy({ content }: Document): number {
  return content instanceof Uint8Array ? sizeOf(content) : 0;
}
