import { AccessError, isAccessError, octetsOf } from "@anyurl/core";
import { joinBytes } from "@anyurl/core/exchange";
import {
  FILE_TYPE,
  type FileAttributes,
  readPostAttributes,
  readPostHandle,
  skipWeakCache,
} from "./attributes.ts";
import { findDirectory, singleName, type Target } from "./find.ts";
import { type NfsExchange, type NfsSession, orThrow, PROCEDURE, progressError } from "./session.ts";
import { nfsError, STATUS } from "./status.ts";
import { opaque, uint32, uint64 } from "./xdr.ts";

/** A request for the next chunk. The caller sets `octets` before it continues; `undefined` ends the upload. */
export interface Pull {
  readonly pull: true;
  octets?: Uint8Array | undefined;
}

/** createmode3 and stable_how. */
const UNCHECKED = 0;
const UNSTABLE = 0;
const FILE_SYNC = 2;

const FILE_MODE = 0o644;
const DIRECTORY_MODE = 0o755;

/** sattr3: the mode, and for a file the size 0. Owner and times are those of the server. */
function newAttributes(mode: number, isFile: boolean): Uint8Array {
  const unset = uint32(0);
  return joinBytes([
    ...[uint32(1), uint32(mode), unset, unset],
    ...(isFile ? [uint32(1), uint64(0)] : [unset]),
    ...[unset, unset],
  ]);
}

/**
 * Writes a file: CREATE, which empties an existing one, WRITE to memory of the server, and COMMIT to its disk (RFC 1813
 * §4.11). Emits a Pull for the first chunk before CREATE, so that a source that fails at once changes nothing.
 *
 * @throws {AccessError} is-a-directory; unsupported: the file is a link or a device; truncated: the server restarted, and may
 *   have lost data; not-found: the directory; permission-denied, no-space, …
 */
export function* store(session: NfsSession, target: Target): NfsExchange<Pull, true> {
  if (target.isDirectory)
    throw new AccessError("is-a-directory", "cannot write to the URL: it is a directory", {
      hint: 'remove the "/" at the end of the URL, or create the directory',
    });
  const place = yield* findPlace(session, target);
  yield* checkExisting(session, place);
  const size = yield* findWriteSize(session, place.directory);
  let chunk = yield* pull();
  const handle = yield* create(session, place);
  let at = 0;
  let verifier: Uint8Array | undefined;
  let isStable = true;
  for (; chunk !== undefined; chunk = yield* pull()) {
    for (let from = 0; from < chunk.length; ) {
      const octets = chunk.subarray(from, from + size);
      const args = [opaque(handle), uint64(at), uint32(octets.length), uint32(UNSTABLE), opaque(octets)];
      const reader = yield* session.succeed(PROCEDURE.WRITE, args, { body: true });
      skipWeakCache(reader);
      const [count, committed] = [reader.uint32(), reader.uint32()];
      if (count === 0 || count > octets.length)
        throw progressError(`the server wrote ${count} of ${octets.length} bytes`);
      verifier = checkVerifier(verifier, reader.fixed(8));
      isStable &&= committed === FILE_SYNC;
      from += count;
      at += count;
    }
  }
  if (!isStable) {
    const reader = yield* session.succeed(PROCEDURE.COMMIT, [opaque(handle), uint64(0), uint32(0)]);
    skipWeakCache(reader);
    checkVerifier(verifier, reader.fixed(8));
  }
  return true;
}

/** Requests the next chunk of the source; `undefined` at its end. */
function* pull(): NfsExchange<Pull, Uint8Array | undefined> {
  const event: Pull = { pull: true };
  yield { do: "emit", event };
  return event.octets;
}

/** A server that restarts has another verifier, and no longer what it had only in memory (RFC 1813 §3.3.7). */
function checkVerifier(before: Uint8Array | undefined, now: Uint8Array): Uint8Array {
  if (before === undefined || before.every((octet, i) => octet === now[i])) return Uint8Array.from(now);
  throw new AccessError("truncated", "the server restarted during the upload, and may have lost data", {
    hint: "upload the file again",
    retryable: true,
  });
}

/** FSINFO: the preferred size of a WRITE. */
function* findWriteSize(session: NfsSession, directory: Uint8Array): NfsExchange<never, number> {
  const reader = yield* session.succeed(PROCEDURE.FSINFO, [opaque(directory)]);
  readPostAttributes(reader);
  reader.fixed(12); // rtmax, rtpref, rtmult
  const [max, preferred] = [reader.uint32(), reader.uint32()];
  const size = Math.min(max || preferred, preferred || max);
  return Math.min(session.transferSize, size || session.transferSize);
}

/**
 * Checks that the name is that of a file, or not in use. CREATE would follow a link on some servers, and empty the file that
 * it names.
 */
function* checkExisting(session: NfsSession, { directory, name }: Place): NfsExchange<never> {
  const found = yield* session.lookup(directory, name);
  if (typeof found !== "number") checkFile(found.attributes);
  else if (found !== STATUS.NOENT) throw nfsError(found);
}

/** CREATE. */
function* create(session: NfsSession, { args, directory, name }: Place): NfsExchange<never, Uint8Array> {
  const how = [uint32(UNCHECKED), newAttributes(FILE_MODE, true)];
  const reader = yield* session.succeed(PROCEDURE.CREATE, [...args, ...how]);
  const handle = readPostHandle(reader);
  const attributes = readPostAttributes(reader);
  const made =
    handle !== undefined && attributes !== undefined
      ? { handle, attributes }
      : orThrow(yield* session.lookup(directory, name));
  checkFile(made.attributes);
  return made.handle;
}

function checkFile({ type }: FileAttributes): void {
  if (type === FILE_TYPE.file) return;
  if (type === FILE_TYPE.directory)
    throw new AccessError("is-a-directory", "cannot write to a directory", { target: "unchanged" });
  throw new AccessError("unsupported", "cannot write to a symbolic link or a device", {
    target: "unchanged",
    hint: "write to the file that the link names, or remove it first",
  });
}

/** MKDIR */
export function* makeDirectory(session: NfsSession, target: Target): NfsExchange<never, true> {
  const { args } = yield* findPlace(session, target);
  return yield* change(session, PROCEDURE.MKDIR, [...args, newAttributes(DIRECTORY_MODE, false)]);
}

/** REMOVE, or RMDIR for a directory, whose URL ends with "/". A link itself is removed. */
export function* remove(session: NfsSession, target: Target): NfsExchange<never, true> {
  const { args } = yield* findPlace(session, target);
  return yield* change(session, target.isDirectory ? PROCEDURE.RMDIR : PROCEDURE.REMOVE, args);
}

/** RENAME, which replaces an existing file. */
export function* rename(session: NfsSession, target: Target, to: Target): NfsExchange<never, true> {
  const from = yield* findPlace(session, target);
  const there = yield* findPlace(session, to);
  return yield* change(session, PROCEDURE.RENAME, [...from.args, ...there.args]);
}

/** A name in a directory: diropargs3. */
interface Place {
  readonly directory: Uint8Array;
  readonly name: string;
  readonly args: readonly Uint8Array[];
}

/** Finds the directory of a target, which need not exist itself. */
function* findPlace(session: NfsSession, target: Target): NfsExchange<never, Place> {
  const { names } = target;
  const last = names.at(-1);
  if (last === undefined)
    throw new AccessError("is-a-directory", "cannot change the public directory of the server");
  const name = singleName(last);
  const above = { ...target, names: names.slice(0, -1), isDirectory: true };
  const { handle } = yield* findDirectory(session, above);
  return { directory: handle, name, args: [opaque(handle), opaque(octetsOf(name))] };
}

/** Sends the call that makes the change. Without its reply, the outcome is unknown, and the call must not be repeated. */
function* change(
  session: NfsSession,
  procedure: number,
  args: readonly Uint8Array[],
): NfsExchange<never, true> {
  try {
    yield* session.succeed(procedure, args);
    return true;
  } catch (error) {
    if (!isAccessError(error) || error.replyCode !== undefined || error.code === "desync") throw error;
    const { code, message, cause } = error;
    throw new AccessError(code, `${message}; the change may have been made`, {
      cause,
      hint: "check the result on the server before you try again",
      retryable: false,
    });
  }
}
