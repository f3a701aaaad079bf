import { AccessError, type Entry, textOf } from "@anyurl/core";
import type { TreeTarget } from "../copy-tree.ts";
import { openMaildir } from "./maildir.ts";
import { openMbox } from "./mbox.ts";

/** The formats of archives: one message a file, or one file with all messages (mboxrd). */
export type ArchiveFormat = "maildir" | "mbox";

/** A message with line ends of LF, as archives have them. */
export interface Message {
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

/**
 * Returns a target that adds the messages of a tree to an archive, which has no directories. A message that the archive
 * has is unchanged. Any other file fails.
 *
 * @throws {TypeError} the URL does not fit the format.
 */
export function createArchiveTarget(
  format: ArchiveFormat,
  root: string,
  operations: ArchiveOperations,
): TreeTarget {
  if (root.endsWith("/") !== (format === "maildir"))
    throw new TypeError(
      format === "maildir"
        ? 'invalid Maildir: expected a URL that ends with "/"'
        : 'invalid mbox: expected the URL of a file, which does not end with "/"',
    );
  let opened: Promise<Archive> | undefined;
  const open = () => {
    opened ??= format === "maildir" ? openMaildir(root, operations) : openMbox(root, operations);
    return opened;
  };
  return {
    names: { system: "server", untrusted: false },
    makeDirectory: async () => ({ to: root, existed: true }),
    async copy({ entry }, _, signal) {
      if (entry.mediaType?.startsWith("message/") !== true)
        throw new AccessError("unsupported", "it is not a message, so the archive cannot have it");
      const archive = await open();
      const known = await archive.find(entry);
      if (known !== undefined) return { to: known };
      const octets = await operations.retrieve(entry, signal);
      const { to, existed } = await archive.add({ entry, text: textOf(octets).replaceAll("\r\n", "\n") });
      return existed ? { to } : { to, octets: octets.length };
    },
    isCaseSensitive: async () => true,
    end: async () => (await opened)?.end(),
  };
}
