import { contentSize } from "./library/content.ts";
import { type Document, type Folder, findNode, folder, type Node, replaceNode } from "./tree.ts";

/** Bytes that an entry counts in addition to its content, so that many empty files also reach the limit. */
export const ENTRY_OVERHEAD_BYTES: number = 256;

/**
 * The tree that all sessions of a server share, and its remaining space. A directory that was returned does not change:
 * a change creates another one.
 */
export class WritableTree {
  #root: Folder;
  /** Bytes used. */
  readonly #max: number;
  #held: number;
  /** Bytes of unfinished uploads. */
  #reserved = 0;
  /** Paths of unfinished uploads. */
  readonly #busy: Set<string> = new Set();

  /**
   * @param max maximum bytes, including {@link ENTRY_OVERHEAD_BYTES} for each entry. Generated content counts as 0.
   *
   * @throws {RangeError} `max` is not a number of bytes.
   */
  constructor(root: Folder, max: number) {
    if (!Number.isSafeInteger(max) || max < 0)
      throw new RangeError("invalid option maxTree: expected a number of bytes");
    this.#root = root;
    this.#max = max;
    this.#held = measureFolder(root);
  }

  get root(): Folder {
    return this.#root;
  }

  at(path: readonly string[]): Node | undefined {
    return findNode(this.#root, path);
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
    if (this.#busy.has(toPathKey(path))) return false;
    this.#busy.add(toPathKey(path));
    return true;
  }

  leave(path: readonly string[]): void {
    this.#busy.delete(toPathKey(path));
  }

  /** Returns whether an upload to this path, or to one below it, is unfinished. */
  isBusy(path: readonly string[]): boolean {
    const key = toPathKey(path);
    return [...this.#busy].some((busy) => busy === key || busy.startsWith(`${key}/`));
  }

  /** Puts a node at a path. The caller has checked the space. */
  put(path: readonly string[], node: Node): void {
    this.#change(path, node, new Date());
  }

  /** Returns false if there is no space for one more entry. */
  makeFolder(path: readonly string[]): boolean {
    if (!this.reserve(ENTRY_OVERHEAD_BYTES)) return false;
    this.release(ENTRY_OVERHEAD_BYTES);
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
    this.#root = replaceNode(this.#root, path, node, now);
    this.#held +=
      (node === undefined ? 0 : measureEntry(node)) - (before === undefined ? 0 : measureEntry(before));
  }
}

function toPathKey(path: readonly string[]): string {
  return path.map((name) => `/${name}`).join("");
}

function measureEntry(node: Node): number {
  return ENTRY_OVERHEAD_BYTES + (node.kind === "document" ? measureContent(node) : measureFolder(node));
}

/** Iterative, because clients can create directories of any depth. */
function measureFolder(folder: Folder): number {
  let cost = 0;
  const folders = [folder];
  for (let next = folders.pop(); next !== undefined; next = folders.pop()) {
    for (const node of next.entries.values()) {
      cost += ENTRY_OVERHEAD_BYTES;
      if (node.kind === "folder") folders.push(node);
      else cost += measureContent(node);
    }
  }
  return cost;
}

function measureContent({ content }: Document): number {
  return content instanceof Uint8Array ? contentSize(content) : 0;
}
