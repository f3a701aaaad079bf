import { AccessError, syntaxError, textOf } from "@anyurl/core";
import { isLocal, parseUnc } from "./local.ts";
import { posix } from "./posix.ts";
import { type FileUrl, format, removeDotSegments } from "./syntax.ts";
import type { PathErrorFactory, PathSyntax, System } from "./system.ts";
import { vms } from "./vms.ts";
import { formatUncPath, windows } from "./windows.ts";

export type { System } from "./system.ts";

export interface ToPathOptions {
  /** The system of the machine that opens the path, which may not be this one. */
  readonly system: System;
  /** Other host names of that machine besides "localhost". Never looked up in DNS. */
  readonly localNames?: readonly string[];
  /**
   * On Windows: allow a path on another machine, "\\server\share\…". Opening it sends the user's credentials. Default
   * false.
   */
  readonly unc?: boolean;
}

export interface FromPathOptions {
  /** The system of the path. */
  readonly system: System;
  /** The machine of the path, as a host in a URL. Default: the machine that opens the URL. */
  readonly host?: string | undefined;
}

const SYNTAX: Readonly<Record<System, PathSyntax>> = { posix, windows, vms };

export const SYSTEMS: readonly System[] = ["posix", "windows", "vms"];

/**
 * Returns the absolute path of a URL on a system, without dot segments. The text keeps its bytes: `octetsOf` converts
 * it for POSIX.
 *
 * @throws {AccessError} host-not-local: on another machine; separator-in-segment, control-octet; unsafe-name: Windows
 *   would open a device or another name; bad-path: not a valid path on that system; bad-host, unsupported: a UNC path
 *   is not possible.
 */
export function toPath(url: FileUrl, options: ToPathOptions): string {
  return formatSystemPath(url, removeDotSegments(url.parts.segments, options.system === "windows"), options);
}

/** Like {@link toPath}, for a path without dot segments. */
export function formatSystemPath(url: FileUrl, segments: readonly string[], options: ToPathOptions): string {
  const { system, localNames = [], unc = false } = options;
  if (isLocal(url, localNames)) return pathSyntax(system).joinSegments(segments, pathSyntaxError);
  const there = system === "windows" && unc ? parseUnc(url) : undefined;
  if (there !== undefined) return formatUncPath(there.server, there.segments, pathSyntaxError);
  throw pathSyntaxError(
    "host-not-local",
    "the file is on another machine",
    "add its name to localNames if it is this machine",
  );
}

/**
 * Returns the URL of an absolute path of a system. Dot segments stay, with their meaning of RFC 3986 §3.3.
 *
 * @param path text that keeps its bytes, or the bytes.
 * @throws {UrlSyntaxError} bad-path: not absolute, or not valid on that system; control-octet, separator-in-segment,
 *   unsafe-name; unsupported: of a device; bad-host; userinfo-not-allowed: a VMS node with a password.
 */
export function fromPath(path: string | Uint8Array, { system, host }: FromPathOptions): string {
  const text = typeof path === "string" ? path : textOf(path);
  const { cite, parseAbsolutePath } = pathSyntax(system);
  const misfit = pathAccessError(cite);
  const place = parseAbsolutePath(text, misfit);
  if (place.host !== undefined && host !== undefined)
    throw misfit("bad-host", "the path contains a different host");
  return format({ host: place.host ?? host, segments: place.segments });
}

/** Returns the path rules of a system. */
export function pathRule(system: System): string {
  return pathSyntax(system).cite;
}

function pathSyntax(system: System): PathSyntax {
  if (SYSTEMS.includes(system)) return SYNTAX[system];
  throw new RangeError('invalid system: expected "posix", "windows", or "vms"');
}

const pathSyntaxError: PathErrorFactory = (code, message, hint) =>
  new AccessError(code, message, { scheme: "file", hint });

function pathAccessError(cite: string): PathErrorFactory {
  return (code, message, hint) =>
    syntaxError({
      ...{ code, message, component: "path", start: 0, end: 0, cite },
      ...(hint !== undefined && { hint }),
    });
}
