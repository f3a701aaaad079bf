import { AccessError, isAccessError, textOf } from "@anyurl/core";
import { listingTooLargeError } from "@anyurl/core/exchange";
import { FILE_TYPE, type FileAttributes, readPostAttributes, readPostHandle } from "./attributes.ts";
import { elsewhereError, find, findDirectory, type Target } from "./find.ts";
import type { Elsewhere } from "./link.ts";
import { type Found, type NfsExchange, type NfsSession, PROCEDURE, progressError } from "./session.ts";
import { nfsError, STATUS } from "./status.ts";
import { opaque, uint32, uint64, type XdrReader } from "./xdr.ts";

/** The attributes of a file whose first bytes have arrived. */
export interface Begun {
  readonly begun: FileAttributes;
}

/** One name of a directory. */
export interface DirectoryEntry {
  readonly name: string;
  readonly attributes: FileAttributes | undefined;
}

/**
 * Reads a file in chunks (READ, RFC 1813 §3.3.6). Emits `begun` before its first bytes; for a link to another resource
 * only its URL.
 *
 * @throws {AccessError} is-a-directory, not-found, permission-denied; changed: the file was replaced meanwhile; truncated.
 */
export function* retrieve(
  session: NfsSession,
  target: Target,
  range: { readonly start: number; readonly end?: number } = { start: 0 },
): NfsExchange<Begun | Uint8Array | Elsewhere, true> {
  const first = yield* find(session, target);
  if ("elsewhere" in first) {
    yield { do: "emit", event: first };
    return true;
  }
  if (first.attributes.type === FILE_TYPE.directory)
    throw new AccessError("is-a-directory", "cannot download a directory", { hint: "use list" });
  let found = first;
  let isRenewed = false;
  let hasBegun = false;
  // A server that gives less than it is asked for has a smaller maximum (RFC 2054 §4.1).
  let size = session.transferSize;
  const end = range.end ?? Number.MAX_SAFE_INTEGER;
  for (let at = range.start; ; ) {
    const count = Math.min(size, end - at);
    const args = [opaque(found.handle), uint64(at), uint32(count)];
    const { status, reader } = yield* session.call(PROCEDURE.READ, args, { phase: "body" });
    if (status === STATUS.STALE && !isRenewed) {
      isRenewed = true;
      found = yield* findAgain(session, target, found);
      continue;
    }
    if (status !== 0) throw nfsError(status);
    readPostAttributes(reader);
    const got = reader.uint32();
    const isEnd = reader.bool();
    const octets = reader.opaque(count);
    if (got !== octets.length)
      throw progressError(`the server sent ${octets.length} bytes, and says that they are ${got}`);
    if (!hasBegun) yield { do: "emit", event: { begun: found.attributes } };
    hasBegun = true;
    if (octets.length > 0) yield { do: "emit", event: octets };
    at += octets.length;
    if (isEnd || at >= end) return true;
    if (octets.length === 0) throw progressError("the server sent no bytes before the end of the file");
    size = Math.min(size, octets.length);
  }
}

/** Finds a file again whose handle is stale. @throws {AccessError} changed: it is not the same file any more. */
function* findAgain(session: NfsSession, target: Target, before: Found): NfsExchange<never, Found> {
  const found = yield* find(session, target);
  if ("elsewhere" in found) throw elsewhereError(found);
  const [a, b] = [before.attributes, found.attributes];
  if (a.fileid !== b.fileid || a.size !== b.size || a.version !== b.version)
    throw new AccessError("changed", "the file was replaced while it was downloaded", {
      hint: "download it from the beginning",
    });
  return found;
}

/** Returns the attributes of a file or directory, or where its link leads if that is not this server. */
export function* stat(session: NfsSession, target: Target): NfsExchange<never, FileAttributes | Elsewhere> {
  const found = yield* find(session, target);
  return "elsewhere" in found ? found : found.attributes;
}

/**
 * Reads a directory with READDIRPLUS (RFC 1813 §3.3.17), or with READDIR if the server does not support that. Then, and for
 * entries without attributes, each name is looked up.
 *
 * @throws {AccessError} not-a-directory, not-found, permission-denied; changed: the directory changed meanwhile; too-large;
 *   protocol-error: the cookies form a loop.
 */
export function* list(session: NfsSession, target: Target): NfsExchange<DirectoryEntry> {
  const { handle } = yield* findDirectory(session, target);
  const { maxEntries, maxListing } = session.settings.limits;
  let [cookie, verifier] = [0n, new Uint8Array(8)];
  let isPlus = true;
  let size = 0;
  const cookies = new Set<bigint>();
  for (let isEnd = false; !isEnd; ) {
    const reader = yield* readDirectory(session, handle, [uint64(cookie), verifier], isPlus);
    if (reader === undefined) {
      isPlus = false;
      continue;
    }
    readPostAttributes(reader);
    verifier = Uint8Array.from(reader.fixed(8));
    const before = cookie;
    while (reader.bool()) {
      const fileid = reader.uint64();
      const octets = reader.opaque();
      cookie = reader.uint64();
      const attributes = isPlus ? readPostAttributes(reader) : undefined;
      if (isPlus) readPostHandle(reader);
      size += octets.length;
      if (cookies.size >= maxEntries) throw listingTooLargeError("entries", "maxEntries", maxEntries);
      if (size > maxListing) throw listingTooLargeError("bytes", "maxListing", maxListing);
      if (cookies.has(cookie)) throw progressError(`the server lists a directory in a loop (file ${fileid})`);
      cookies.add(cookie);
      const name = textOf(octets);
      if (name === "." || name === "..") continue;
      yield {
        do: "emit",
        event: { name, attributes: attributes ?? (yield* attributesOfName(session, handle, name)) },
      };
    }
    isEnd = reader.bool();
    if (!isEnd && cookie === before)
      throw progressError("the server sent no entries before the end of the directory");
  }
}

/** Sends READDIRPLUS or READDIR. Returns `undefined` if the server does not support READDIRPLUS. */
function* readDirectory(
  session: NfsSession,
  handle: Uint8Array,
  position: readonly [cookie: Uint8Array, verifier: Uint8Array],
  isPlus: boolean,
): NfsExchange<never, XdrReader | undefined> {
  const args = [opaque(handle), ...position];
  // dircount counts only the names, maxcount the whole reply.
  const count = session.transferSize;
  if (!isPlus) return yield* session.succeed(PROCEDURE.READDIR, [...args, uint32(count)], { phase: "body" });
  try {
    const counts = [uint32(Math.ceil(count / NAMES_SHARE)), uint32(count)];
    return yield* session.succeed(PROCEDURE.READDIRPLUS, [...args, ...counts], { phase: "body" });
  } catch (error) {
    if (isAccessError(error) && error.replyCode === STATUS.NOTSUPP) return undefined;
    throw error;
  }
}

/** An entry with attributes and a handle has about eight times the size of its name. */
const NAMES_SHARE = 8;

/** LOOKUP for its attributes. They are missing for a name that cannot be looked up. */
function* attributesOfName(
  session: NfsSession,
  directory: Uint8Array,
  name: string,
): NfsExchange<never, FileAttributes | undefined> {
  if (unsafeName(name) !== undefined) return undefined;
  const found = yield* session.lookup(directory, name);
  return typeof found === "number" ? undefined : found.attributes;
}

/** Why no URL is made of a name that a server sent; `undefined` if it is a name of one file. */
export function unsafeName(name: string): string | undefined {
  if (name === "" || name === "." || name === "..") return "the name is not valid";
  if (/[\0\r\n]/.test(name)) return "the name contains NUL, CR, or LF";
  return name.includes("/") ? "the name is a path" : undefined;
}
