/** What a file system says of one name. Never whose it is. */
export interface FileFacts {
  /** "special": a device, a pipe, a socket. */
  readonly kind: "file" | "directory" | "link" | "special";
  /** Octets. What the system makes up while it is read (Linux's /proc) says 0. */
  readonly size: number;
  readonly modified: Date;
}

/** One name in a directory. */
export interface FileEntry {
  /** Octets of the operating system, in the text that core's `textOf` makes of them. */
  readonly name: string;
  readonly facts: FileFacts;
}

/** An open file of this machine. Disposing of it waits for a read that is under way, and is idempotent. */
export interface OpenFile extends AsyncDisposable {
  readonly facts: FileFacts;
  /**
   * Fills what it can of `into` with the octets from `position` on; gives how many, 0 at the end. What is no regular
   * file has no positions, and is read from where it stands.
   */
  read(into: Uint8Array, position: number): Promise<number>;
  /** Octets that it has by now. */
  size(): Promise<number>;
}

/** A directory that somebody has declared: what lies in it may be touched, and nothing else. */
export interface FileRoot {
  /** Absolute. Links that lead to it are followed. */
  readonly path: string;
  /** May there be written, removed, renamed? */
  readonly write: boolean;
  /** Follow links within it, as long as they end in a root. Otherwise a link on the way is refused. */
  readonly followLinks: boolean;
}

export interface OpenFileOptions {
  /** A device, a pipe or a socket, too. Default false: they may never end, and opening one may do something. */
  readonly special?: boolean;
}

/**
 * "replace": a file that is there is replaced when all is written, or not at all. "create": there must be none. "append":
 * behind what is there; what was written before a failure stays.
 */
export type WriteMode = "replace" | "create" | "append";

/**
 * The files of this machine, as a runtime gives them; what a scheme gets is the same below the roots that the policy
 * names. Paths are absolute, without "." and "..", and are octets of the operating system in the text that core's
 * `textOf` makes of them; a path that ends with a separator is a directory's. A path of Windows is text. After an abort
 * each method throws its reason, and leaves nothing open.
 *
 * A runtime throws its system's own errors; where it is the judge itself, an AccessError: path-blocked, unsupported,
 * is-a-directory, not-a-directory, not-found.
 */
export interface Files {
  readonly system: "posix" | "windows";
  /** Opens a regular file for reading; never waits for a pipe or a device. */
  open(path: string, signal: AbortSignal, options?: OpenFileOptions): Promise<OpenFile>;
  /** Of the link itself, where links are not followed. */
  facts(path: string, signal: AbortSignal): Promise<FileFacts>;
  /** What is in a directory, without "." and "..", in no order. */
  entries(path: string, signal: AbortSignal): AsyncGenerator<FileEntry, void, void>;
  /** Writes a whole file, or adds to its end. */
  write(path: string, source: AsyncIterable<Uint8Array>, how: WriteMode, signal: AbortSignal): Promise<void>;
  /** A file, a link (and not what it leads to), or an empty directory. */
  remove(path: string, signal: AbortSignal): Promise<void>;
  /** "replace": what has the name already goes; "create": then it fails. A link is renamed itself. */
  rename(path: string, to: string, how: Exclude<WriteMode, "append">, signal: AbortSignal): Promise<void>;
  /** The directories above it are there already. */
  makeDirectory(path: string, signal: AbortSignal): Promise<void>;
  /**
   * The same, and nothing outside of these roots, whatever links say and whoever moves things meanwhile. Absent: here
   * this has been done.
   */
  below?(roots: readonly FileRoot[]): Files;
}

/**
 * The names on the way from a root to a path: none for the root itself, `undefined` for what is not below it. Judged by
 * the text alone. Names that are not names, as "..", are below nothing.
 */
export function namesBelow(
  root: string,
  path: string,
  system: Files["system"],
): readonly string[] | undefined {
  const above = namesOf(root, system);
  const names = namesOf(path, system);
  if (above === undefined || names === undefined || names.length < above.length) return undefined;
  return above.every((name, i) => sameName(name, names[i]!, system)) ? names.slice(above.length) : undefined;
}

/** The names in an absolute path; on Windows the drive is the first. `undefined` where it is no path to trust. */
function namesOf(path: string, system: Files["system"]): readonly string[] | undefined {
  if (path.includes("\0")) return undefined;
  const absolute = system === "windows" ? /^[A-Za-z]:[\\/]/.test(path) : path.startsWith("/");
  if (!absolute) return undefined;
  const names = path.split(system === "windows" ? /[\\/]/ : "/").filter((name) => name !== "");
  const sound = names.every((name, i) => name !== "." && name !== ".." && isSound(name, i, system));
  return sound ? names : undefined;
}

/** On Windows a ":" behind the drive would open a stream, and a dot or blank at the end goes away unseen. */
function isSound(name: string, i: number, system: Files["system"]): boolean {
  return system === "posix" || i === 0 || !/[:]|[. ]$/.test(name);
}

/** Names on Windows have no case; where a directory has one all the same, the real path is compared as well. */
function sameName(a: string, b: string, system: Files["system"]): boolean {
  return a === b || (system === "windows" && a.toLowerCase() === b.toLowerCase());
}
