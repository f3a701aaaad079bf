import { AccessError, displayText, textOf, tooLongError } from "@anyurl/core";
import { FILE_TYPE, readPostAttributes } from "./attributes.ts";
import { type Elsewhere, type NfsPath, resolveLink, type Server } from "./link.ts";
import { mount } from "./mount.ts";
import {
  type Found,
  type NfsExchange,
  type NfsSession,
  orThrow,
  PROCEDURE,
  PUBLIC_HANDLE,
} from "./session.ts";
import { STATUS } from "./status.ts";
import { canonicalPath } from "./syntax.ts";
import { opaque } from "./xdr.ts";

/** What an exchange opens: a path on a server. */
export interface Target extends NfsPath {
  readonly server: Server;
  /** Does the URL end with "/": must it be a directory? */
  readonly isDirectory: boolean;
  /** The part of the URL with the last name, for a plan. */
  readonly part: string | undefined;
}

/** Statuses of a server that does not know the public file handle (RFC 2224 §7). */
const NO_PUBLIC_HANDLE: ReadonlySet<number> = new Set([STATUS.STALE, STATUS.INVAL, STATUS.BADHANDLE]);

/** The symbolic links that an operation has followed, so that a loop ends. */
interface Trail {
  links: number;
}

/** A file, and its path without the links that the client has followed. */
interface Reached extends Found {
  readonly path: NfsPath;
}

/**
 * Finds a file, and follows symbolic links on the same server, as the option `links` allows. A link to another resource
 * is returned, and never opened here.
 *
 * @throws {AccessError} not-found, permission-denied, not-a-directory, too-many-redirects; protocol-error: the text of a
 *   link; redirect-refused: a link with the option `links` "none".
 */
export function* find(session: NfsSession, target: Target): NfsExchange<never, Found | Elsewhere> {
  const trail: Trail = { links: 0 };
  for (let path: NfsPath = target; ; ) {
    const found = yield* findPath(session, path, target, trail);
    const { type } = found.attributes;
    if (type !== FILE_TYPE.link) {
      if (target.isDirectory && type !== FILE_TYPE.directory)
        throw new AccessError("not-a-directory", 'the URL ends with "/", but it is not a directory', {
          hint: 'remove the "/" at the end of the URL',
        });
      return found;
    }
    const next = yield* follow(session, found, found.path, target.server, trail);
    if ("elsewhere" in next) return next;
    path = next;
  }
}

/** Finds a directory. A link to another server is an error. */
export function* findDirectory(session: NfsSession, target: Target): NfsExchange<never, Found> {
  const found = yield* find(session, target);
  if ("elsewhere" in found) throw elsewhereError(found);
  if (found.attributes.type !== FILE_TYPE.directory)
    throw new AccessError("not-a-directory", "this is not a directory", { hint: "use get" });
  return found;
}

/** READLINK, and what its text names. */
function* follow(
  session: NfsSession,
  { handle }: Found,
  path: NfsPath,
  server: Server,
  trail: Trail,
): NfsExchange<never, NfsPath | Elsewhere> {
  const { links, linkText, maxLinks } = session.settings;
  const reader = yield* session.succeed(PROCEDURE.READLINK, [opaque(handle)]);
  readPostAttributes(reader);
  const text = textOf(reader.opaque());
  if (links === "none") throw linkRefusedError(text, 'set the nfs option links to "server" to follow it');
  if (trail.links++ >= maxLinks) {
    throw new AccessError("too-many-redirects", `more than ${maxLinks} symbolic links, or a loop`, {
      hint: "increase the nfs option maxLinks",
    });
  }
  return resolveLink(text, path, server, linkText);
}

export function elsewhereError({ elsewhere }: Elsewhere): AccessError {
  return linkRefusedError(elsewhere, 'open that URL, or use get with the nfs option links "any"');
}

function linkRefusedError(text: string, hint: string): AccessError {
  return new AccessError("redirect-refused", "the symbolic link was not followed", {
    reply: displayText(text),
    hint,
  });
}

/** Finds a path, with one multi-component LOOKUP from the public file handle, or by MOUNT. */
function* findPath(
  session: NfsSession,
  path: NfsPath,
  { server, part }: Target,
  trail: Trail,
): NfsExchange<never, Reached> {
  if (session.hasPublicHandle !== false) {
    const lookup = canonicalPath(path.absolute, path.names);
    const found = yield* session.lookup(PUBLIC_HANDLE, lookup, part);
    if (typeof found !== "number") session.hasPublicHandle = true;
    const isUnknown = typeof found === "number" && NO_PUBLIC_HANDLE.has(found);
    if (!isUnknown || session.hasPublicHandle === true) return { ...orThrow(found), path };
    if (!session.settings.fallback) {
      throw new AccessError("unsupported", "the server does not know the public file handle of WebNFS", {
        replyCode: found,
        hint: "set the nfs option fallback to true, to use MOUNT",
      });
    }
    session.hasPublicHandle = false;
  }
  return yield* walk(session, path, server, trail);
}

/** Mounts a directory and looks up one name after the other. The client resolves the links between them. */
function* walk(
  session: NfsSession,
  path: NfsPath,
  server: Server,
  trail: Trail,
): NfsExchange<never, Reached> {
  const { maxSegments } = session.settings.limits;
  const names = path.names.map(singleName);
  if (names.length > maxSegments) {
    throw tooLongError(`the path has more than ${maxSegments} segments`, "maxSegments");
  }
  const { handle, rest } = yield* mount(session, names);
  let found: Found = { handle, attributes: yield* session.attributesOf(handle) };
  for (const [i, name] of rest.entries()) {
    found = orThrow(yield* session.lookup(found.handle, name));
    const after = rest.slice(i + 1);
    if (found.attributes.type !== FILE_TYPE.link || after.length === 0) continue;
    const here = { absolute: path.absolute, names: names.slice(0, names.length - after.length) };
    const next = yield* follow(session, found, here, server, trail);
    if ("elsewhere" in next) throw elsewhereError(next);
    return yield* walk(session, { ...next, names: [...next.names, ...after] }, server, trail);
  }
  return { ...found, path };
}

/** Returns a name to send by itself. @throws {AccessError} unsafe-name: a server would take it for a path. */
export function singleName(name: string): string {
  if (!name.includes("/")) return name;
  throw new AccessError("unsafe-name", 'a file name on the server cannot contain "/"', {
    hint: 'write "/" in place of "%2F" to separate names',
  });
}
