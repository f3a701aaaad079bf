import { sizeOf } from "./content.ts";
import { type Document, type Folder, folder, type Node, withNode } from "./tree.ts";

/** What an entry counts beside its content, in octets, so that empty ones are not without number either. */
export const ENTRY: number = 256;

/**
 * The tree that all sessions of a server share, and the room that is left in it. A folder that was asked for stays
 * as it was: a change makes another one.
 */
export class FtpTree {
  #root: Folder;
  /** Octets. */
  readonly #max: number;
  #held: number;
  /** Octets of what is on its way in. */
  #reserved = 0;
  /** Where something is on its way in. */
  readonly #busy: Set<string> = new Set();

  /**
   * @param max octets that it may hold, {@link ENTRY} for each entry among them. Content that is made while it is
   * sent counts nothing.
   * @throws {RangeError} `max` is no number of octets.
   */
  constructor(root: Folder, max: number) {
    if (!Number.isSafeInteger(max) || max < 0) throw new RangeError("maxTree is a number of octets");
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

  /** Sets room aside. False: there is not so much. */
  reserve(octets: number): boolean {
    if (this.#held + this.#reserved + octets > this.#max) return false;
    this.#reserved += octets;
    return true;
  }

  release(octets: number): void {
    this.#reserved -= octets;
  }

  /** Marks a path as one where a document is on its way in. False: there is one already. */
  enter(path: readonly string[]): boolean {
    if (this.#busy.has(keyOf(path))) return false;
    this.#busy.add(keyOf(path));
    return true;
  }

  leave(path: readonly string[]): void {
    this.#busy.delete(keyOf(path));
  }

  /** Is a document on its way to this path, or to one below it? */
  isBusy(path: readonly string[]): boolean {
    const key = keyOf(path);
    return [...this.#busy].some((busy) => busy === key || busy.startsWith(`${key}/`));
  }

  /** Puts a node in place of what is there. Whether there is room for it was asked before. */
  put(path: readonly string[], node: Node): void {
    this.#change(path, node, new Date());
  }

  /** False: there is no room for one more. */
  makeFolder(path: readonly string[]): boolean {
    if (!this.reserve(ENTRY)) return false;
    this.release(ENTRY);
    this.put(path, folder({}, { modified: new Date() }));
    return true;
  }

  remove(path: readonly string[]): void {
    this.#change(path, undefined, new Date());
  }

  /** A folder takes with it what is in it. */
  move(from: readonly string[], to: readonly string[]): void {
    const node = this.at(from);
    this.remove(from);
    if (node !== undefined) this.put(to, node);
  }

  /** Another date for a node: its folder keeps its own. */
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

/** Without recursion: clients make folders as deep as they like. */
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
