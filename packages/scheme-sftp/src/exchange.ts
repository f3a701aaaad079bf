import { AccessError } from "@anyurl/core";
import type { Exchange } from "@anyurl/core/exchange";
import { DRAFT, expectReply, POSIX_RENAME, type SftpDialogue, type Shown, unexpected } from "./dialogue.ts";
import {
  type FileAttributes,
  NO_ATTRIBUTES,
  PACKET,
  PacketReader,
  string,
  uint32,
  uint64,
} from "./packet.ts";
import { readStatus, STATUS, statusError } from "./status.ts";

/** Bytes of one READ or WRITE: what every server takes (draft-ietf-secsh-filexfer-02 §3). */
export const CHUNK_BYTES = 32_768;

/** A file has been opened. */
export interface Begun {
  readonly begun: FileAttributes;
}

interface Read {
  readonly id: number;
  readonly start: number;
  readonly length: number;
}

/**
 * Retrieves the bytes of a file from `start` up to before `end`. Emits `begun` first.
 *
 * @throws {AccessError} is-a-directory, not-found, permission-denied, truncated: the file became shorter.
 */
export function* retrieve(
  dialogue: SftpDialogue,
  path: Uint8Array,
  {
    start = 0,
    end = Number.POSITIVE_INFINITY,
    part,
  }: { start?: number; end?: number; part?: string | undefined },
): Exchange<Begun | Uint8Array, true> {
  yield* dialogue.begin();
  const shown = { cite: `${DRAFT} §6.3`, ...(part !== undefined && { part }) };
  const handle = yield* openFile(dialogue, path, FLAG.READ, shown);
  const attributes = yield* describeHandle(dialogue, handle);
  if (kindOf(attributes) === "directory") throw directoryError("use list");
  yield { do: "emit", event: { begun: attributes } };
  // Files that the system generates on read (/proc of Linux) have the size 0: only EOF ends them.
  const isSized = attributes.size !== undefined && attributes.size > 0;
  const stop = isSized ? Math.min(attributes.size!, end) : end;
  const reads: Read[] = [];
  let next = start;
  for (let at = start; at < stop; ) {
    while (reads.length < dialogue.requests && next < stop && (isSized || reads.length === 0)) {
      const length = Math.min(CHUNK_BYTES, end - next);
      reads.push({ id: yield* sendRead(dialogue, handle, next, length), start: next, length });
      next += length;
    }
    const read = reads.shift()!;
    const octets = yield* receiveData(dialogue, read);
    if (octets === undefined) {
      if (isSized) throw new AccessError("truncated", "the file became shorter", { retryable: true });
      break;
    }
    at += octets.length;
    yield { do: "emit", event: octets };
    const rest = read.length - octets.length;
    // The server can send less than was requested.
    if (rest > 0 && at < stop)
      reads.unshift({ id: yield* sendRead(dialogue, handle, at, rest), start: at, length: rest });
  }
  yield* dialogue.do(PACKET.CLOSE, [handle], { cite: `${DRAFT} §6.3` });
  return true;
}

/** Returns the attributes of an open file. Some servers do not tell them: small ones, which only send files. */
function* describeHandle(dialogue: SftpDialogue, handle: Uint8Array): Exchange<never, FileAttributes> {
  const cite = `${DRAFT} §6.8`;
  try {
    return (yield* dialogue.ask(PACKET.FSTAT, [handle], PACKET.ATTRS, { cite })).attributes();
  } catch (error) {
    if ((error as AccessError).replyCode !== STATUS.UNSUPPORTED) throw error;
    return new PacketReader(NO_ATTRIBUTES).attributes();
  }
}

function sendRead(
  dialogue: SftpDialogue,
  handle: Uint8Array,
  start: number,
  length: number,
): Exchange<never, number> {
  return dialogue.send(PACKET.READ, [handle, uint64(start), uint32(length)], { cite: `${DRAFT} §6.4` });
}

/** Returns the data of a reply; `undefined` at the end of the file. */
function* receiveData(dialogue: SftpDialogue, { id, length }: Read): Exchange<never, Uint8Array | undefined> {
  const reply = yield* dialogue.receive(id, "body");
  if (reply.type === PACKET.STATUS) {
    const status = readStatus(reply.reader);
    if (status.code === STATUS.EOF) return undefined;
    throw status.code === STATUS.OK ? unexpected() : statusError(status);
  }
  const octets = expectReply(reply, PACKET.DATA).string();
  if (octets.length === 0 || octets.length > length)
    throw new AccessError("protocol-error", `the server sent ${octets.length} bytes instead of ${length}`);
  return octets;
}

/** Flags of OPEN (§6.3). */
export const FLAG = { READ: 0x1, WRITE: 0x2, APPEND: 0x4, CREATE: 0x8, TRUNCATE: 0x10 } as const;

/** Opens a file, and returns its handle as a string for further requests. */
export function* openFile(
  dialogue: SftpDialogue,
  path: Uint8Array,
  flags: number,
  shown: Shown,
): Exchange<never, Uint8Array> {
  try {
    const reader = yield* dialogue.ask(
      PACKET.OPEN,
      [string(path), uint32(flags), NO_ATTRIBUTES],
      PACKET.HANDLE,
      shown,
    );
    return string(readHandle(reader));
  } catch (error) {
    throw yield* explain(dialogue, path, error, (kind) =>
      kind === "directory"
        ? directoryError((flags & FLAG.WRITE) === 0 ? "use list" : "add a name")
        : undefined,
    );
  }
}

/** "a handle … MUST NOT be longer than 256 bytes" (§6.2). */
export function readHandle(reader: PacketReader): Uint8Array {
  const handle = reader.string();
  if (handle.length > 256)
    throw new AccessError("protocol-error", "the server sent a handle of more than 256 bytes");
  return handle;
}

export function directoryError(hint: string): AccessError {
  return new AccessError("is-a-directory", "the path is a directory", { hint });
}

/** Servers report most errors as FAILURE: looks at the file to know more. */
export function* explain(
  dialogue: SftpDialogue,
  path: Uint8Array,
  error: unknown,
  find: (kind: FileKind | undefined) => AccessError | undefined,
): Exchange<never, unknown> {
  if ((error as AccessError).replyCode !== STATUS.FAILURE) return error;
  let kind: FileKind | undefined;
  try {
    kind = kindOf(yield* stat(dialogue, path));
  } catch (failure) {
    if ((failure as AccessError).replyCode !== STATUS.NO_SUCH_FILE) return error;
  }
  return find(kind) ?? error;
}

export function* stat(
  dialogue: SftpDialogue,
  path: Uint8Array,
  shown: Shown = {},
): Exchange<never, FileAttributes> {
  const reader = yield* dialogue.ask(PACKET.STAT, [string(path)], PACKET.ATTRS, {
    cite: `${DRAFT} §6.8`,
    ...shown,
  });
  return reader.attributes();
}

/** Returns the attributes of a file; the server follows links. */
export function* describeFile(
  dialogue: SftpDialogue,
  path: Uint8Array,
  part?: string,
): Exchange<never, FileAttributes> {
  yield* dialogue.begin();
  return yield* stat(dialogue, path, part === undefined ? {} : { part });
}

/** Removes a file, a link, or an empty directory. */
export function* remove(dialogue: SftpDialogue, path: Uint8Array, isDirectory: boolean): Exchange<never> {
  yield* dialogue.begin();
  const [type, section] = isDirectory ? [PACKET.RMDIR, "6.6"] : [PACKET.REMOVE, "6.5"];
  try {
    yield* dialogue.do(type, [string(path)], { cite: `${DRAFT} §${section}` });
  } catch (error) {
    throw yield* explain(dialogue, path, error, (kind) => {
      if (kind === "directory" && isDirectory)
        return new AccessError("not-empty", "the directory is not empty");
      if (kind === "directory") return directoryError('add "/" to the end of the URL');
      return isDirectory && kind !== undefined && kind !== "unknown"
        ? new AccessError("not-a-directory", "the path is not a directory")
        : undefined;
    });
  }
}

/** Renames a file or directory, over an existing file if the server can. */
export function* rename(dialogue: SftpDialogue, from: Uint8Array, to: Uint8Array): Exchange<never> {
  yield* dialogue.begin();
  yield* renamePath(dialogue, from, to);
}

/** The same in a dialogue that has begun. */
export function* renamePath(dialogue: SftpDialogue, from: Uint8Array, to: Uint8Array): Exchange<never> {
  const paths = [string(from), string(to)];
  const cite = `${DRAFT} §6.5`;
  if (dialogue.renamesOver)
    return yield* dialogue.do(PACKET.EXTENDED, [string(new TextEncoder().encode(POSIX_RENAME)), ...paths], {
      cite,
    });
  try {
    yield* dialogue.do(PACKET.RENAME, paths, { cite });
  } catch (error) {
    throw yield* explain(dialogue, to, error, existsError);
  }
}

export function existsError(kind: FileKind | undefined): AccessError | undefined {
  return kind === undefined ? undefined : new AccessError("already-exists", "the target exists already");
}

/** Makes a directory. @throws {AccessError} already-exists, not-found: its parent, permission-denied. */
export function* makeDirectory(dialogue: SftpDialogue, path: Uint8Array): Exchange<never> {
  yield* dialogue.begin();
  try {
    yield* dialogue.do(PACKET.MKDIR, [string(path), NO_ATTRIBUTES], { cite: `${DRAFT} §6.6` });
  } catch (error) {
    throw yield* explain(dialogue, path, error, existsError);
  }
}

export type FileKind = "file" | "directory" | "link" | "unknown";

/** The bits of a mode with the type, as in POSIX. */
export const TYPE_BITS = 0o170000;

/** The type of a file in its mode, or in its line of a listing. */
export function kindOf({ mode = 0, type = 0 }: FileAttributes): FileKind {
  return KINDS.get(mode & TYPE_BITS || type) ?? "unknown";
}

const KINDS: ReadonlyMap<number, FileKind> = new Map([
  [0o040000, "directory"],
  [0o100000, "file"],
  [0o120000, "link"],
]);
