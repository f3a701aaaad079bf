import { AccessError, isAccessError } from "@anyurl/core";
import { copyBytes, type Exchange } from "@anyurl/core/exchange";
import { DRAFT, expectReply, POSIX_RENAME, type SftpDialogue, type Shown, unexpected } from "./dialogue.ts";
import {
  type FileAttributes,
  formatTimes,
  NO_ATTRIBUTES,
  PACKET,
  type PacketReader,
  string,
  uint32,
  uint64,
} from "./packet.ts";
import { readStatus, STATUS, statusError } from "./status.ts";

/** Bytes of one READ or WRITE: what every server takes (draft-ietf-secsh-filexfer-02 §3). */
const CHUNK_BYTES = 32_768;

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
  { start = 0, end = Number.POSITIVE_INFINITY, part }: { start?: number; end?: number; part?: string },
): Exchange<Begun | Uint8Array, true> {
  yield* dialogue.begin();
  const shown = { cite: `${DRAFT} §6.3`, ...(part !== undefined && { part }) };
  const handle = yield* openFile(dialogue, path, FLAG.READ, shown);
  const attributes = (yield* dialogue.ask(PACKET.FSTAT, [handle], PACKET.ATTRS, {
    cite: `${DRAFT} §6.8`,
  })).attributes();
  if (kindOf(attributes) === "directory") throw directoryError();
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
const FLAG = { READ: 0x1, WRITE: 0x2, APPEND: 0x4, CREATE: 0x8, TRUNCATE: 0x10 } as const;

/** Opens a file, and returns its handle as a string for further requests. */
function* openFile(
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
      kind === "directory" ? directoryError() : undefined,
    );
  }
}

/** "a handle … MUST NOT be longer than 256 bytes" (§6.2). */
function readHandle(reader: PacketReader): Uint8Array {
  const handle = reader.string();
  if (handle.length > 256)
    throw new AccessError("protocol-error", "the server sent a handle of more than 256 bytes");
  return handle;
}

function directoryError(): AccessError {
  return new AccessError("is-a-directory", "the path is a directory", { hint: "use list" });
}

/** Servers report most errors as FAILURE: looks at the file to know more. */
function* explain(
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

function* stat(dialogue: SftpDialogue, path: Uint8Array, shown: Shown = {}): Exchange<never, FileAttributes> {
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

/** An entry of a directory. */
export interface Listed {
  /** The bytes of the name. */
  readonly name: Uint8Array;
  readonly attributes: FileAttributes;
}

/**
 * Lists a directory, without "." and "..".
 *
 * @throws {AccessError} not-a-directory, not-found, permission-denied, too-large: maxListing, maxEntries.
 */
export function* list(dialogue: SftpDialogue, path: Uint8Array, part?: string): Exchange<Listed> {
  yield* dialogue.begin();
  const { maxEntries, maxListing } = dialogue.limits;
  const shown = { cite: `${DRAFT} §6.7` };
  const handle = yield* openDirectory(dialogue, path, part === undefined ? shown : { ...shown, part });
  let octets = 0;
  for (let count = 0; ; ) {
    const id = yield* dialogue.send(PACKET.READDIR, [handle], shown);
    const reply = yield* dialogue.receive(id, "body");
    if (reply.type === PACKET.STATUS) {
      const status = readStatus(reply.reader);
      if (status.code === STATUS.EOF) break;
      throw status.code === STATUS.OK ? unexpected() : statusError(status);
    }
    const reader = expectReply(reply, PACKET.NAME);
    const entries = reader.uint32();
    if (entries === 0) throw new AccessError("protocol-error", "the server sent an empty part of a listing");
    for (let i = 0; i < entries; i++) {
      const name = copyBytes(reader.string());
      octets += name.length + reader.string().length;
      const attributes = reader.attributes();
      if (octets > maxListing) throw listingError("bytes", "maxListing", maxListing);
      if (isDots(name)) continue;
      if (++count > maxEntries) throw listingError("entries", "maxEntries", maxEntries);
      yield { do: "emit", event: { name, attributes } };
    }
  }
  yield* dialogue.do(PACKET.CLOSE, [handle], { cite: `${DRAFT} §6.3` });
}

function* openDirectory(dialogue: SftpDialogue, path: Uint8Array, shown: Shown): Exchange<never, Uint8Array> {
  try {
    return string(readHandle(yield* dialogue.ask(PACKET.OPENDIR, [string(path)], PACKET.HANDLE, shown)));
  } catch (error) {
    // OpenSSH reports a file as NO_SUCH_FILE or FAILURE.
    const { replyCode } = error as AccessError;
    if (replyCode !== STATUS.FAILURE && replyCode !== STATUS.NO_SUCH_FILE) throw error;
    let kind: FileKind | undefined;
    try {
      kind = kindOf(yield* stat(dialogue, path));
    } catch {
      throw error;
    }
    if (kind === "directory") throw error;
    throw new AccessError("not-a-directory", "the path is not a directory", { hint: "use get" });
  }
}

const DOT = 0x2e;

function isDots(name: Uint8Array): boolean {
  return name.length <= 2 && name.length > 0 && name.every((octet) => octet === DOT);
}

function listingError(unit: string, limit: string, most: number): AccessError {
  return new AccessError("too-large", `the listing exceeds the limit of ${most} ${unit}`, {
    hint: `increase the limit ${limit}`,
  });
}

/** Asks for the next bytes of an upload: the performer sets `octets`, `undefined` at the end. */
export interface Wanted {
  octets: Uint8Array | undefined;
}

/** How a file is written. */
export interface StoreInit {
  readonly start?: number;
  readonly isAppend?: boolean;
  /** The modification time that the file gets, if the server can set it. */
  readonly modified?: Date | undefined;
  readonly part?: string;
}

/**
 * Writes a file: from its beginning, from an offset, or at its end. Emits a Wanted for the first chunk before OPEN, which
 * empties the file, so that a source that fails at once changes nothing.
 *
 * @throws {AccessError} is-a-directory, permission-denied, no-space, …
 */
export function* store(
  dialogue: SftpDialogue,
  path: Uint8Array,
  { start = 0, isAppend = false, modified, part }: StoreInit,
): Exchange<Wanted> {
  yield* dialogue.begin();
  const flags = isAppend ? FLAG.APPEND | FLAG.CREATE : start > 0 ? 0 : FLAG.CREATE | FLAG.TRUNCATE;
  const shown = { cite: `${DRAFT} §6.3`, ...(part !== undefined && { part }) };
  const first = yield* pull();
  const handle = yield* openTarget(dialogue, path, FLAG.WRITE | flags, shown);
  const at = isAppend || start > 0 ? yield* sizeOf(dialogue, handle) : 0;
  if (start > at)
    throw new AccessError("bad-argument", `cannot resume at byte ${start}: the file has ${at} bytes`, {
      target: "unchanged",
    });
  yield* writeAll(dialogue, handle, first, isAppend ? at : start);
  const times = modified && formatTimes(modified);
  if (times !== undefined) yield* setTimes(dialogue, handle, times);
  yield* dialogue.do(PACKET.CLOSE, [handle], { cite: `${DRAFT} §6.3` });
}

/** Opens a file to write. If the server refuses, the error says that the file is unchanged. */
function* openTarget(
  dialogue: SftpDialogue,
  path: Uint8Array,
  flags: number,
  shown: Shown,
): Exchange<never, Uint8Array> {
  try {
    return yield* openFile(dialogue, path, flags, shown);
  } catch (error) {
    // Without a reply, the server may have emptied the file.
    if (!isAccessError(error) || (error.replyCode === undefined && error.code !== "is-a-directory"))
      throw error;
    throw new AccessError(error.code, error.message, { ...error, cause: error.cause, target: "unchanged" });
  }
}

/** Sets the times of an open file. A server that refuses leaves it with the time of the upload. */
function* setTimes(dialogue: SftpDialogue, handle: Uint8Array, times: Uint8Array): Exchange<never> {
  const id = yield* dialogue.send(PACKET.FSETSTAT, [handle, times], { cite: `${DRAFT} §6.9` });
  const reply = yield* dialogue.receive(id);
  if (reply.type !== PACKET.STATUS) throw unexpected();
}

function* sizeOf(dialogue: SftpDialogue, handle: Uint8Array): Exchange<never, number> {
  const reader = yield* dialogue.ask(PACKET.FSTAT, [handle], PACKET.ATTRS, { cite: `${DRAFT} §6.8` });
  const { size } = reader.attributes();
  if (size === undefined)
    throw new AccessError("unsupported", "the server does not tell the size of the file");
  return size;
}

function* pull(): Exchange<Wanted, Uint8Array | undefined> {
  const wanted: Wanted = { octets: undefined };
  yield { do: "emit", event: wanted };
  return wanted.octets;
}

function* writeAll(
  dialogue: SftpDialogue,
  handle: Uint8Array,
  first: Uint8Array | undefined,
  start: number,
): Exchange<Wanted> {
  const writes: number[] = [];
  const finish = function* (): Exchange<never> {
    expectReply(yield* dialogue.receive(writes.shift()!), PACKET.STATUS);
  };
  let at = start;
  for (let octets = first; octets !== undefined; octets = yield* pull()) {
    for (let from = 0; from < octets.length; from += CHUNK_BYTES) {
      const chunk = octets.subarray(from, from + CHUNK_BYTES);
      if (writes.length >= dialogue.requests) yield* finish();
      const fields = [handle, uint64(at), string(chunk)];
      writes.push(yield* dialogue.send(PACKET.WRITE, fields, { body: true, cite: `${DRAFT} §6.4` }));
      at += chunk.length;
    }
  }
  while (writes.length > 0) yield* finish();
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
      if (kind === "directory") return directoryError();
      return isDirectory && kind !== undefined
        ? new AccessError("not-a-directory", "the path is not a directory")
        : undefined;
    });
  }
}

/** Renames a file or directory, over an existing file if the server can. */
export function* rename(dialogue: SftpDialogue, from: Uint8Array, to: Uint8Array): Exchange<never> {
  yield* dialogue.begin();
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

function existsError(kind: FileKind | undefined): AccessError | undefined {
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

/** The type of a file in its mode, as in POSIX. */
export function kindOf({ mode }: FileAttributes): FileKind {
  return (mode === undefined ? undefined : KINDS.get(mode & 0o170000)) ?? "unknown";
}

const KINDS: ReadonlyMap<number, FileKind> = new Map([
  [0o040000, "directory"],
  [0o100000, "file"],
  [0o120000, "link"],
]);
