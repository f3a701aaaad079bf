import {
  AccessError,
  asciiLowerCase,
  decodeSegments,
  displayText,
  isSyntaxError,
  parse as parseGeneric,
  parseLogin,
  parseReference,
  type Reference,
  throwOnError,
  type Url,
} from "@anyurl/core";
import { check, DEFAULT_PORT, parse, removeDots } from "./syntax.ts";

/** A path on the server, as names: without dot segments, empty names, and escapes. */
export interface NfsPath {
  readonly absolute: boolean;
  readonly names: readonly string[];
}

/** Another resource than a file of this server. */
export interface Elsewhere {
  readonly elsewhere: string;
}

/** The server of a URL: a host in lower case, and a port. */
export interface Server {
  readonly hostname: string;
  readonly port: number;
}

export function serverOf(url: Url): Server {
  const { hostname, port } = parseLogin(url, DEFAULT_PORT);
  return { hostname: asciiLowerCase(hostname), port };
}

/**
 * Resolves the text of a symbolic link against the path that led to it.
 *
 * As a URL (RFC 2224 §6.2): a relative reference, or a whole URL. "/c" is a path from the public directory, and an absolute
 * path stays absolute if the reference is relative. As a path: names of the server, and "/c" is a path from its root.
 *
 * @throws {AccessError} protocol-error: the text is not such a reference or path.
 */
export function resolveLink(
  text: string,
  from: NfsPath,
  server: Server,
  how: "url" | "path",
): NfsPath | Elsewhere {
  if (text === "" || text.includes("\0")) throw linkError(text, "is empty or contains NUL");
  if (how === "path") return resolvePath(text.startsWith("/"), text.split("/"), from);
  const reference = readReference(text);
  if (reference.scheme !== undefined || reference.authority !== undefined)
    return resolveWhole(reference.scheme === undefined ? `nfs:${text}` : text, server);
  if (reference.query !== undefined || reference.fragment !== undefined)
    throw linkError(text, "has a query or a fragment");
  const { path } = reference;
  const isRooted = path.startsWith("/");
  const segments = decodeSegments(path, isRooted ? 1 : 0, path.length);
  if (segments.some((segment) => segment.includes("\0"))) throw linkError(text, "contains NUL");
  // "/c" names the public directory's c, whatever the link's own path is relative to.
  return isRooted
    ? { absolute: false, names: namesIn(segments) }
    : { absolute: from.absolute, names: namesIn([...from.names.slice(0, -1), ...segments]) };
}

function resolvePath(isRooted: boolean, segments: readonly string[], from: NfsPath): NfsPath {
  const above = isRooted ? [] : from.names.slice(0, -1);
  return { absolute: isRooted || from.absolute, names: namesIn([...above, ...segments]) };
}

/** Returns the names of a path: ".." removes the name before it, and has no effect at the top. */
function namesIn(segments: readonly string[]): readonly string[] {
  const names: string[] = [];
  for (const segment of segments) {
    if (segment === "..") names.pop();
    else if (segment !== "." && segment !== "") names.push(segment);
  }
  return names;
}

/** A whole URL: a path on this server, or another resource. */
function resolveWhole(text: string, server: Server): NfsPath | Elsewhere {
  if (!/^nfs:/i.test(text)) return { elsewhere: text };
  try {
    const url = parseGeneric(text) as Url;
    check(url, throwOnError);
    const there = serverOf(url);
    if (there.hostname !== server.hostname || there.port !== server.port) return { elsewhere: text };
    const { absolute, segments } = removeDots(parse(url));
    if (segments.some((segment) => segment.includes("\0"))) throw linkError(text, "contains NUL");
    return { absolute, names: namesIn(segments) };
  } catch (error) {
    if (!isSyntaxError(error)) throw error;
    throw linkError(text, "is not a valid nfs URL");
  }
}

function readReference(text: string): Reference {
  try {
    return parseReference(text);
  } catch (error) {
    if (!isSyntaxError(error)) throw error;
    throw linkError(text, "is not a URL reference");
  }
}

function linkError(text: string, why: string): AccessError {
  return new AccessError("protocol-error", `the text of a symbolic link ${why}`, {
    reply: displayText(text),
    hint: 'set the nfs option linkText to "path" if it is a path of the server',
  });
}
