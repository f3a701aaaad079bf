/** The metadata of one file. It does not include the owner. */
export interface FileMetadata {
  /** "special": a device, a pipe, a socket. */
  readonly kind: "file" | "directory" | "link" | "special";
  /** Bytes. Files that the system generates on read (Linux's /proc) report 0. */
  readonly size: number;
  readonly modified: Date;
  /** The name is a symbolic link, and the other facts are those of its target. */
  readonly isLink?: true;
  /** What a symbolic link leads to, as it is written in the link. Only in `entries`. */
  readonly linkTarget?: string;
}

/** One name in a directory. */
export interface FileEntry {
  /** The bytes of the operating system as text, converted by core's `textOf`. */
  readonly name: string;
  readonly facts: FileMetadata;
}

/** An open local file. Closing it waits for a pending read and is idempotent. */
export interface OpenFile extends AsyncDisposable {
  readonly facts: FileMetadata;
  /**
   * Reads bytes from `position` on into `into` and returns their number, 0 at the end. A file that is not regular has
   * no positions; it is read sequentially.
   */
  read(into: Uint8Array, position: number): Promise<number>;
  /** The current size in bytes. */
  size(): Promise<number>;
}

/** A directory that the caller declared. Only files below it are accessible. */
export interface FileRoot {
  /** Absolute. Links that lead to it are followed. */
  readonly path: string;
  /** Allow writing, removing, and renaming? */
  readonly write: boolean;
  /** Follow links below it if they stay within a root; "inside": within this one. Otherwise a link in the path is rejected. */
  readonly followLinks: boolean | "inside";
}

export interface OpenFileOptions {
  /** Also open devices, pipes, and sockets. Default false: they may never end, and opening one can have effects. */
  readonly special?: boolean;
}

/**
 * "replace": overwrite an existing file when everything is written, or not at all. "create": fail if the file exists.
 * "append": add at the end; data written before a failure stays.
 */
export type WriteMode = "replace" | "create" | "append";

/**
 * The local files, as a runtime provides them. A scheme gets the same interface, restricted to the roots of the policy.
 * Paths are absolute, without "." and "..", and are bytes of the operating system, converted by core's `textOf`. A path
 * that ends with a separator is a directory. A path of Windows is text. After an abort each method throws its reason
 * and leaves nothing open.
 *
 * A runtime throws the errors of its system; where it decides itself, an AccessError: path-blocked, unsupported,
 * is-a-directory, not-a-directory, not-found.
 */
export interface Files {
  readonly system: "posix" | "windows";
  /** Opens a regular file for reading. Never waits for a pipe or a device. */
  open(path: string, signal: AbortSignal, options?: OpenFileOptions): Promise<OpenFile>;
  /** Returns the metadata of the link itself if links are not followed. */
  facts(path: string, signal: AbortSignal): Promise<FileMetadata>;
  /** Lists a directory, without "." and "..", in no particular order. */
  entries(path: string, signal: AbortSignal): AsyncGenerator<FileEntry, void, void>;
  /** Writes a whole file, or appends to it. @param modified the modification time of a whole file. Default: now. */
  write(
    path: string,
    source: AsyncIterable<Uint8Array>,
    how: WriteMode,
    signal: AbortSignal,
    modified?: Date,
  ): Promise<void>;
  /** Removes a file, a link (not its target), or an empty directory. */
  remove(path: string, signal: AbortSignal): Promise<void>;
  /** "replace" overwrites an existing target; "create" fails if it exists. A link is renamed itself. */
  rename(path: string, to: string, how: Exclude<WriteMode, "append">, signal: AbortSignal): Promise<void>;
  /** Creates a directory. Its parent must exist. */
  makeDirectory(path: string, signal: AbortSignal): Promise<void>;
  /** Creates a symbolic link, in place of an existing link or file. Absent: not supported. */
  makeLink?(path: string, target: string, signal: AbortSignal): Promise<void>;
  /**
   * Returns the same interface restricted to these roots, whatever links say and even if files are moved meanwhile.
   * Absent: it is already restricted.
   */
  below?(roots: readonly FileRoot[]): Files;
}

/**
 * Returns the segments between a root and a path: an empty array for the root itself, `undefined` for a path that is
 * not below it. Decides by the text only. Segments such as ".." are below no root.
 */
export function relativeSegments(
  root: string,
  path: string,
  system: Files["system"],
): readonly string[] | undefined {
  const above = splitPath(root, system);
  const names = splitPath(path, system);
  if (above === undefined || names === undefined || names.length < above.length) return undefined;
  return above.every((name, i) => isSameName(name, names[i]!, system))
    ? names.slice(above.length)
    : undefined;
}

/**
 * Returns the segments of an absolute path; on Windows the first is the drive. `undefined` for a path that is not safe.
 */
function splitPath(path: string, system: Files["system"]): readonly string[] | undefined {
  if (path.includes("\0")) return undefined;
  const absolute = system === "windows" ? /^[A-Za-z]:[\\/]/.test(path) : path.startsWith("/");
  if (!absolute) return undefined;
  const names = path.split(system === "windows" ? /[\\/]/ : "/").filter((name) => name !== "");
  const sound = names.every((name, i) => name !== "." && name !== ".." && isSafeName(name, i, system));
  return sound ? names : undefined;
}

/** On Windows a ":" after the drive would open a stream, and a dot or space at the end is dropped silently. */
function isSafeName(name: string, i: number, system: Files["system"]): boolean {
  return system === "posix" || i === 0 || !/[:]|[. ]$/.test(name);
}

/** Names on Windows ignore case. In a directory that is case-sensitive, the real path is compared as well. */
function isSameName(a: string, b: string, system: Files["system"]): boolean {
  return a === b || (system === "windows" && a.toLowerCase() === b.toLowerCase());
}
