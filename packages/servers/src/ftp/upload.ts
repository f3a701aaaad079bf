import { document } from "../tree.ts";
import type { WritableTree } from "../writable-tree.ts";
import { ENTRY_OVERHEAD_BYTES } from "../writable-tree.ts";

/**
 * An unfinished upload. Until it is complete, it is kept outside the tree, and counts in addition to the document that
 * it replaces.
 */
export class Upload {
  readonly #tree: WritableTree;
  readonly #path: readonly string[];
  #octets: Uint8Array<ArrayBuffer> = new Uint8Array(0);
  #length = 0;

  private constructor(tree: WritableTree, path: readonly string[]) {
    this.#tree = tree;
    this.#path = path;
  }

  /** "busy": another upload to that path is unfinished. "full": there is no space for one more entry. */
  static begin(tree: WritableTree, path: readonly string[]): Upload | "busy" | "full" {
    if (!tree.enter(path)) return "busy";
    if (tree.reserve(ENTRY_OVERHEAD_BYTES)) return new Upload(tree, path);
    tree.leave(path);
    return "full";
  }

  /** Returns false if there is no space for these bytes; then none of them is stored. */
  add(octets: Uint8Array): boolean {
    if (!this.#tree.reserve(octets.length)) return false;
    const length = this.#length + octets.length;
    if (length > this.#octets.length) this.#grow(length);
    this.#octets.set(octets, this.#length);
    this.#length = length;
    return true;
  }

  /** Puts the document into the tree. */
  keep(): void {
    this.#release();
    this.#tree.put(this.#path, document(this.#octets.slice(0, this.#length), { modified: new Date() }));
  }

  /** Discards the upload: the tree stays unchanged. */
  drop(): void {
    this.#release();
  }

  #grow(length: number): void {
    const larger = new Uint8Array(Math.max(length, 2 * this.#octets.length));
    larger.set(this.#octets.subarray(0, this.#length));
    this.#octets = larger;
  }

  #release(): void {
    this.#tree.release(ENTRY_OVERHEAD_BYTES + this.#length);
    this.#tree.leave(this.#path);
  }
}
