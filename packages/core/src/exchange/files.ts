/** What a file system says of one name. */
export interface FileFacts {
  readonly kind: "file" | "directory" | "link" | "special";
  /** Octets. */
  readonly size: number;
  readonly modified: Date;
}

/** An open file of this machine. */
export interface OpenFile extends AsyncDisposable {
  readonly facts: FileFacts;
  /** Fills what it can of `into` with the octets from `position` on; gives how many, 0 at the end. */
  read(into: Uint8Array, position: number): Promise<number>;
}

/**
 * The files of this machine, as a runtime gives them; what a scheme gets is the same below the roots that the policy
 * names. Paths are absolute, and are octets of the operating system in the text that core's `textOf` makes of them.
 */
export interface Files {
  readonly system: "posix" | "windows";
  /** Opens a regular file or a directory for reading; never waits for a pipe or a device. */
  open(path: string, signal: AbortSignal): Promise<OpenFile>;
  facts(path: string, signal: AbortSignal): Promise<FileFacts>;
  /** The names in a directory, without "." and "..". */
  names(path: string, signal: AbortSignal): AsyncGenerator<string, void, void>;
  /** Writes a whole file, or adds to its end. A file that is replaced is replaced when all is written, or not at all. */
  write(
    path: string,
    source: AsyncIterable<Uint8Array>,
    how: "replace" | "create" | "append",
    signal: AbortSignal,
  ): Promise<void>;
  remove(path: string, signal: AbortSignal): Promise<void>;
  rename(path: string, to: string, signal: AbortSignal): Promise<void>;
  makeDirectory(path: string, signal: AbortSignal): Promise<void>;
}
