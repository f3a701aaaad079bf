import type { Entry } from "@anyurl/core";

/** A message with line ends of LF, as archives have them. */
interface Message {
  readonly entry: Entry;
  readonly text: string;
}

/** The operations of a client that an archive uses. */
export interface ArchiveOperations {
  /** Retrieves a whole message. @throws {AccessError} truncated, too-large, … */
  retrieve(entry: Entry, signal: AbortSignal): Promise<Uint8Array>;
  /** Reads a file of the archive, up to `end`. */
  read(url: string, end?: number): AsyncIterable<Uint8Array>;
  /** Replaces a file of the archive. */
  put(url: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<void>;
  append(url: string, content: Uint8Array): Promise<void>;
  rename(from: string, to: string): Promise<void>;
  remove(url: string): Promise<void>;
  list(url: string): AsyncIterable<Entry>;
  /** Creates a directory, unless it exists. */
  ensureDirectory(url: string): Promise<void>;
}

/** An archive of messages. */
export interface Archive {
  /** Has the archive the message of this entry? `undefined`: the message itself tells. */
  find(entry: Entry): Promise<string | undefined>;
  /** Adds a message. Returns where it is, and whether the archive had it. */
  add(message: Message): Promise<{ readonly to: string; readonly existed: boolean }>;
  /** Ends a run in which nothing of the archive was left incomplete. */
  end(): Promise<void>;
}
