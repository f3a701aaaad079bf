import { octetsOf, textOf } from "@anyurl/core";
import { contentSize, readRange } from "../library/content.ts";
import { document, isName, linkTarget, type Node } from "../tree.ts";
import { ENTRY_OVERHEAD_BYTES, type WritableTree } from "../writable-tree.ts";
import type { Value } from "./xdr.ts";

/** nfsstat3 (RFC 1813 §2.6). */
export const NFS3 = {
  OK: 0,
  NOENT: 2,
  IO: 5,
  ACCES: 13,
  EXIST: 17,
  NOTDIR: 20,
  ISDIR: 21,
  INVAL: 22,
  NOSPC: 28,
  ROFS: 30,
  NOTEMPTY: 66,
  STALE: 70,
  BADHANDLE: 10_001,
} as const;

/** A status other than NFS3_OK. */
export class NfsStatus extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`status ${status}`);
    this.status = status;
  }
}

const MAX_LINKS = 8;
/** The handles of one server differ from those of the next one. */
const HANDLE_BYTES = 12;

/**
 * An exported tree with file handles and symbolic links. A handle stays with its file when that is renamed, and is stale
 * when it is removed.
 */
export class NfsExport {
  readonly tree: WritableTree;
  readonly #prefix: Uint8Array = crypto.getRandomValues(new Uint8Array(HANDLE_BYTES - 4));
  /** By file id, from 1. */
  readonly #paths: (string | undefined)[] = [undefined];
  readonly #ids: Map<string, number> = new Map();

  constructor(tree: WritableTree) {
    this.tree = tree;
  }

  /** @throws {NfsStatus} NOENT */
  at(path: readonly string[]): Node {
    const node = this.tree.at(path);
    if (node === undefined) throw new NfsStatus(NFS3.NOENT);
    return node;
  }

  /** The names in a directory, without "." and "..". */
  names(path: readonly string[]): readonly string[] {
    const node = this.at(path);
    if (node.kind !== "folder") throw new NfsStatus(NFS3.NOTDIR);
    return [...node.entries.keys()];
  }

  /** Evaluates the links in a path, but not the last name (RFC 2055 §6.2). @throws {NfsStatus} NOENT, ACCES */
  resolve(names: readonly string[], links = 0): readonly string[] {
    const path: string[] = [];
    for (const [i, name] of names.entries()) {
      if (name === "." || name === "") continue;
      if (name === "..") {
        if (path.length === 0) throw new NfsStatus(NFS3.ACCES);
        path.pop();
        continue;
      }
      const target = linkTarget(this.at([...path, name]));
      if (target === undefined || i === names.length - 1) path.push(name);
      else if (links >= MAX_LINKS) throw new NfsStatus(NFS3.IO);
      else {
        const above = target.startsWith("/") ? [] : path;
        return this.resolve([...above, ...target.split("/"), ...names.slice(i + 1)], links + 1);
      }
    }
    this.at(path);
    return path;
  }

  idOf(path: readonly string[]): number {
    const key = path.join("/");
    const known = this.#ids.get(key);
    if (known !== undefined) return known;
    this.#ids.set(key, this.#paths.length);
    return this.#paths.push(key) - 1;
  }

  handleOf(path: readonly string[]): Uint8Array {
    const id = Buffer.alloc(4);
    id.writeUInt32BE(this.idOf(path));
    return Buffer.concat([this.#prefix, id]);
  }

  /** @throws {NfsStatus} BADHANDLE: of another server; STALE: the file no longer exists. */
  pathOf(handle: Uint8Array): readonly string[] {
    const octets = Buffer.from(handle);
    if (octets.length !== HANDLE_BYTES || !octets.subarray(0, -4).equals(this.#prefix))
      throw new NfsStatus(NFS3.BADHANDLE);
    const key = this.#paths[octets.readUInt32BE(HANDLE_BYTES - 4)];
    if (key === undefined) throw new NfsStatus(NFS3.STALE);
    const path = key === "" ? [] : key.split("/");
    if (this.tree.at(path) === undefined) throw new NfsStatus(NFS3.STALE);
    return path;
  }

  /** fattr3 */
  attributes(path: readonly string[]): Value {
    const node = this.at(path);
    const target = linkTarget(node);
    const [type, mode, size] =
      node.kind === "folder"
        ? [2, 0o755, node.entries.size * ENTRY_OVERHEAD_BYTES]
        : target === undefined
          ? [1, 0o644, contentSize(node.content)]
          : [5, 0o777, octetsOf(target).length];
    const modified = node.modified.getTime();
    const time = [Math.floor(modified / 1000), (modified % 1000) * 1_000_000];
    const owner = [NOBODY, NOBODY];
    return [
      type,
      mode,
      1,
      owner,
      BigInt(size),
      BigInt(size),
      0,
      0,
      1n,
      BigInt(this.idOf(path)),
      time,
      time,
      time,
    ];
  }

  read(
    path: readonly string[],
    offset: number,
    count: number,
  ): { readonly octets: Uint8Array; readonly isEnd: boolean } {
    const node = this.#file(path);
    const size = contentSize(node.content);
    const end = Math.min(size, offset + count);
    const octets =
      offset >= size ? Buffer.alloc(0) : Buffer.concat([...readRange(node.content, offset, end)]);
    return { octets, isEnd: end >= size || offset >= size };
  }

  /** @throws {NfsStatus} NOSPC */
  write(path: readonly string[], offset: number, octets: Uint8Array): void {
    const { content } = this.#file(path);
    const before = Buffer.concat([...readRange(content, 0, contentSize(content))]);
    const size = Math.max(before.length, offset + octets.length);
    if (!this.#hasRoom(size - before.length)) throw new NfsStatus(NFS3.NOSPC);
    const after = new Uint8Array(size);
    after.set(before);
    after.set(octets, offset);
    this.tree.put(path, document(after, { modified: new Date() }));
  }

  /** Creates an empty file, or empties an existing one. */
  create(path: readonly string[]): void {
    const existing = this.tree.at(path);
    if (existing?.kind === "folder") throw new NfsStatus(NFS3.ISDIR);
    if (existing !== undefined && linkTarget(existing) !== undefined) return;
    if (existing === undefined && !this.#hasRoom(ENTRY_OVERHEAD_BYTES)) throw new NfsStatus(NFS3.NOSPC);
    this.tree.put(path, document(new Uint8Array(0), { modified: new Date() }));
  }

  makeDirectory(path: readonly string[]): void {
    if (this.tree.at(path) !== undefined) throw new NfsStatus(NFS3.EXIST);
    if (!this.tree.makeFolder(path)) throw new NfsStatus(NFS3.NOSPC);
  }

  remove(path: readonly string[], isDirectory: boolean): void {
    const node = this.at(path);
    if (isDirectory !== (node.kind === "folder")) throw new NfsStatus(isDirectory ? NFS3.NOTDIR : NFS3.ISDIR);
    if (node.kind === "folder" && this.names(path).length > 0) throw new NfsStatus(NFS3.NOTEMPTY);
    this.tree.remove(path);
    this.#forget(path);
  }

  rename(from: readonly string[], to: readonly string[]): void {
    const node = this.at(from);
    if (from.join("/") === to.join("/")) return;
    if (node.kind === "folder" && from.every((name, i) => name === to[i])) throw new NfsStatus(NFS3.INVAL);
    if (this.tree.at(to) !== undefined) this.remove(to, node.kind === "folder");
    this.tree.move(from, to);
    this.#moveHandles(from.join("/"), to.join("/"));
  }

  /** Checks a name of a new entry, and its directory. @throws {NfsStatus} */
  entry(directory: Uint8Array, name: Uint8Array): readonly string[] {
    const path = this.pathOf(directory);
    if (this.at(path).kind !== "folder") throw new NfsStatus(NFS3.NOTDIR);
    const text = textOf(name);
    if (!isName(text)) throw new NfsStatus(NFS3.INVAL);
    return [...path, text];
  }

  #file(path: readonly string[]) {
    const node = this.at(path);
    if (node.kind === "document" && linkTarget(node) === undefined) return node;
    throw new NfsStatus(node.kind === "folder" ? NFS3.ISDIR : NFS3.INVAL);
  }

  #hasRoom(octets: number): boolean {
    if (!this.tree.reserve(octets)) return false;
    this.tree.release(octets);
    return true;
  }

  #forget(path: readonly string[]): void {
    const id = this.#ids.get(path.join("/"));
    if (id === undefined) return;
    this.#paths[id] = undefined;
    this.#ids.delete(path.join("/"));
  }

  #moveHandles(from: string, to: string): void {
    for (const [key, id] of [...this.#ids]) {
      if (key !== from && !key.startsWith(`${from}/`)) continue;
      const moved = to + key.slice(from.length);
      this.#ids.delete(key);
      this.#ids.set(moved, id);
      this.#paths[id] = moved;
    }
  }
}

const NOBODY = 65_534;
