import {
  copyBytes,
  type FileEntry,
  type FileMetadata,
  type Files,
  joinBytes,
  type OpenFile,
} from "@anyurl/core/exchange";
import { systemError } from "./memory-pipe.ts";

/** A call to the system. */
export interface FileCall {
  readonly name:
    | "open"
    | "read"
    | "size"
    | "facts"
    | "entries"
    | "write"
    | "remove"
    | "rename"
    | "makeDirectory";
  readonly path: string;
}

export interface MemoryFilesInit {
  /** The files by absolute path, with their bytes, and the directories, with `undefined`. "/" exists. */
  readonly files?: Readonly<Record<string, Uint8Array | undefined>>;
  /** Called before each call; it may wait, or throw the error of the call. */
  readonly onCall?: (call: FileCall) => void | Promise<void>;
  /** Called with each chunk that is written. */
  readonly onWrite?: (chunk: Uint8Array) => void;
  /** The names of a directory, in place of the paths below it. */
  readonly names?: (path: string) => Iterable<string>;
  /** Maximum bytes of one read. Default: unlimited. */
  readonly maxRead?: number;
}

/** Local files in memory, with the paths of POSIX and without links. */
export interface MemoryFiles extends Files {
  /** The bytes of files by path, and `undefined` for directories. A test may change them while they are read. */
  readonly tree: Map<string, Uint8Array | undefined>;
  /** Number of open files and unfinished listings. */
  readonly unclosed: number;
}

const MODIFIED: Date = new Date(Date.UTC(2001, 1, 3, 4, 5, 6));

/** Creates files in memory. */
export function memoryFiles(init: MemoryFilesInit = {}): MemoryFiles {
  const { onCall, onWrite, maxRead = Number.POSITIVE_INFINITY } = init;
  const tree = new Map<string, Uint8Array | undefined>([
    ["/", undefined],
    ...Object.entries(init.files ?? {}),
  ]);
  let open = 0;

  async function enter(name: FileCall["name"], path: string, signal?: AbortSignal): Promise<void> {
    signal?.throwIfAborted();
    await onCall?.({ name, path });
    signal?.throwIfAborted();
  }

  /** @throws ENOENT, EISDIR, ENOTDIR */
  function find(path: string): { readonly path: string; readonly facts: FileMetadata } {
    const isNamedDirectory = path.endsWith("/");
    const key = path.length > 1 ? path.replace(/\/$/, "") : path;
    if (!tree.has(key)) throw systemError("open", "ENOENT");
    const octets = tree.get(key);
    if (octets !== undefined && isNamedDirectory) throw systemError("open", "ENOTDIR");
    const kind = octets === undefined ? "directory" : "file";
    return { path: key, facts: { kind, size: octets?.length ?? 0, modified: MODIFIED } };
  }

  const isThere = (path: string) => tree.has(path.replace(/\/$/, ""));
  const listNames = (path: string) =>
    [...tree.keys()]
      .filter(
        (each) => each !== "/" && each.slice(0, each.lastIndexOf("/") + 1) === `${path.replace(/\/$/, "")}/`,
      )
      .map((each) => each.slice(each.lastIndexOf("/") + 1));

  const files: MemoryFiles = {
    tree,
    get unclosed() {
      return open;
    },
    system: "posix",
    below: () => files,
    async open(path, signal) {
      await enter("open", path, signal);
      const { path: key, facts } = find(path);
      if (facts.kind === "directory") throw systemError("open", "EISDIR");
      return openFile(key, facts);
    },
    async facts(path, signal) {
      await enter("facts", path, signal);
      return find(path).facts;
    },
    async *entries(path, signal): AsyncGenerator<FileEntry, void, void> {
      await enter("entries", path, signal);
      const { path: key, facts } = find(path);
      if (facts.kind !== "directory") throw systemError("scandir", "ENOTDIR");
      open++;
      try {
        for (const name of init.names?.(key) ?? listNames(key)) {
          signal.throwIfAborted();
          const own = `${key === "/" ? "" : key}/${name}`;
          yield {
            name,
            facts: tree.has(own) ? find(own).facts : { kind: "file", size: 32, modified: MODIFIED },
          };
        }
      } finally {
        open--;
      }
    },
    async write(path, source, how, signal) {
      await enter("write", path, signal);
      if (how === "create" && isThere(path)) throw systemError("open", "EEXIST");
      const before = how === "append" ? tree.get(path) : undefined;
      const chunks = before === undefined ? [] : [before];
      for await (const chunk of source) {
        signal.throwIfAborted();
        onWrite?.(copyBytes(chunk));
        chunks.push(copyBytes(chunk));
      }
      signal.throwIfAborted();
      tree.set(path, joinBytes(chunks));
    },
    async remove(path, signal) {
      await enter("remove", path, signal);
      const { path: key } = find(path);
      if (listNames(key).length > 0) throw systemError("rmdir", "ENOTEMPTY");
      tree.delete(key);
    },
    async rename(path, to, how, signal) {
      await enter("rename", path, signal);
      const { path: key } = find(path);
      if (how === "create" && isThere(to)) throw systemError("rename", "EEXIST");
      const octets = tree.get(key);
      tree.delete(key);
      tree.set(to.replace(/\/$/, ""), octets);
    },
    async makeDirectory(path, signal) {
      await enter("makeDirectory", path, signal);
      if (isThere(path)) throw systemError("mkdir", "EEXIST");
      tree.set(path.replace(/\/$/, ""), undefined);
    },
  };

  function openFile(path: string, facts: FileMetadata): OpenFile {
    let isOpen = true;
    open++;
    return {
      facts,
      async read(into, position) {
        await enter("read", path);
        if (!isOpen) throw systemError("read", "EBADF");
        const octets = tree.get(path) ?? new Uint8Array(0);
        const part = octets.subarray(position, position + Math.min(into.length, maxRead));
        into.set(part);
        return part.length;
      },
      async size() {
        await enter("size", path);
        return tree.get(path)?.length ?? 0;
      },
      async [Symbol.asyncDispose]() {
        if (isOpen) open--;
        isOpen = false;
      },
    };
  }

  return files;
}
