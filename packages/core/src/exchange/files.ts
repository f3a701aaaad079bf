import { octetsOf } from "../syntax/escape.ts";
import type { ByteRange } from "./entity.ts";

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

/** What is known of the resource of an incomplete file: enough to recognize this version of it. */
export interface PartFacts {
  /** The URL, without a password. */
  readonly url: string;
  readonly size?: number | undefined;
  /** The modification time in ISO 8601. */
  readonly modified?: string | undefined;
  readonly etag?: string | undefined;
  /** Which of its bytes the incomplete file has, in ascending order. Absent: all from its start to its length. */
  readonly ranges?: readonly Required<ByteRange>[] | undefined;
}

/**
 * An incomplete local file beside its target. It outlives a run that fails or is killed, so that a later run continues
 * it. Only this user can read it.
 */
export interface PartFile {
  /** Its size in bytes. */
  readonly length: number;
  /** What the last run has noted, if it is of the requested URL. Otherwise only that URL, which may be empty. */
  readonly facts: PartFacts;
  /** Why the bytes of an earlier run were discarded when it was opened; `undefined` if they were not. */
  readonly discarded: "other-url" | "changed-here" | undefined;
  /** Reads bytes from `position` on into `into` and returns their number, 0 at the end. */
  read(into: Uint8Array, position: number): Promise<number>;
  /** Writes bytes. @param position where. Default: at the end. */
  write(octets: Uint8Array, position?: number): Promise<void>;
  /** Discards the contents from a position on. */
  truncate(length: number): Promise<void>;
  /** Records the metadata of the resource for the next run, also for the case that this run is killed. */
  note(facts: PartFacts): Promise<void>;
  /** Gives the file the name of its target. @param modified its modification time. Default: now. */
  complete(modified?: Date): Promise<void>;
}

/** How an incomplete file is opened. */
export interface PartOptions {
  /** The resource, without a password. The bytes of another one are discarded. Absent: those of any are kept. */
  readonly url?: string;
  /** "replace": overwrite an existing target. "create": fail if it exists. */
  readonly how: "replace" | "create";
}

/** Why an incomplete file cannot be used. */
export interface PartRefusal {
  /**
   * "locked": another process writes it. "foreign": what is in its place is not a file of this user with one name. "link":
   * the target is a symbolic link.
   */
  readonly why: "locked" | "foreign" | "link";
  /** The name of the file in question, in the directory of the target. */
  readonly name: string;
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
  /**
   * Writes a whole file by way of an incomplete file that outlives a failure: calls `use` with it. Returns why it cannot be
   * used; then `use` was not called. Absent: not supported.
   */
  withPart?(
    path: string,
    options: PartOptions,
    signal: AbortSignal,
    use: (part: PartFile) => Promise<void>,
  ): Promise<PartRefusal | undefined>;
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

/** Maximum bytes of a name within the name of another file: file systems limit names to 255. */
const MAX_NAME = 200;

/** Returns the name of the incomplete file of a target: `.NAME.anyurl-part`. */
export function partFileName(name: string): string {
  return `.${shortenFileName(name)}.anyurl-part`;
}

/** Returns the start of a file name, to which a prefix and a suffix can be added: at most 200 bytes of whole characters. */
export function shortenFileName(name: string): string {
  let start = "";
  let bytes = 0;
  for (const char of name) {
    bytes += octetsOf(char).length;
    if (bytes > MAX_NAME) break;
    start += char;
  }
  return start;
}

/**
 * Returns the name of the target of an incomplete file, or of a file that belongs to one; `undefined` for other names. Of
 * a long name only the start is known, which has the same incomplete file.
 */
export function partTargetName(name: string): string | undefined {
  return /^\.(.+)\.anyurl-part(?:\.json(?:\.new)?|\.lock)?$/su.exec(name)?.[1];
}
