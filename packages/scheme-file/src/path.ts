import { AccessError, syntaxError, textOf } from "@anyurl/core";
import { isLocal, uncOf } from "./local.ts";
import { posix } from "./posix.ts";
import { type FileUrl, format, walked } from "./syntax.ts";
import type { Fault, PathSyntax, System } from "./system.ts";
import { vms } from "./vms.ts";
import { uncPath, windows } from "./windows.ts";

export type { System } from "./system.ts";

export interface ToPathOptions {
  /** Whose path: that of the machine that will open it, not of the one that asks. */
  readonly system: System;
  /** Hosts that are that machine, besides "localhost". Nothing is looked up. */
  readonly localNames?: readonly string[];
  /** On Windows: give a path on another machine, "\\server\share\…". Opening it hands out who asks. Default false. */
  readonly unc?: boolean;
}

export interface FromPathOptions {
  /** Whose path it is. */
  readonly system: System;
  /** The machine whose path it is, as it stands in a URL. Default: the one that will read the URL. */
  readonly host?: string | undefined;
}

const SYNTAX: Readonly<Record<System, PathSyntax>> = { posix, windows, vms };

export const SYSTEMS: readonly System[] = ["posix", "windows", "vms"];

/**
 * The absolute path that the URL names on a system, dot segments removed. Text that keeps its octets: `octetsOf` gives
 * what POSIX wants.
 *
 * @throws {AccessError} host-not-local: on another machine; separator-in-segment, control-octet; unsafe-name: what Windows
 *   takes for a device, or for another name; bad-path: no such path on that system; bad-host, unsupported: no UNC path.
 */
export function toPath(url: FileUrl, options: ToPathOptions): string {
  return pathOf(url, walked(url.parts.segments, options.system === "windows"), options);
}

/** As {@link toPath}, for a path that is walked already. */
export function pathOf(url: FileUrl, segments: readonly string[], options: ToPathOptions): string {
  const { system, localNames = [], unc = false } = options;
  if (isLocal(url, localNames)) return syntaxOf(system).pathOf(segments, refused);
  const there = system === "windows" && unc ? uncOf(url) : undefined;
  if (there !== undefined) return uncPath(there.server, there.segments, refused);
  throw refused(
    "host-not-local",
    "the file is on another machine",
    "give its name in localNames if it is this one",
  );
}

/**
 * The URL of an absolute path of a system. Dot segments stay, and then mean what RFC 3986 §3.3 says.
 *
 * @param path text that keeps its octets, or the octets themselves.
 * @throws {UrlSyntaxError} bad-path: not absolute, or none of that system; control-octet, separator-in-segment,
 *   unsafe-name; unsupported: of a device; bad-host; userinfo-not-allowed: a VMS node with a password.
 */
export function fromPath(path: string | Uint8Array, { system, host }: FromPathOptions): string {
  const text = typeof path === "string" ? path : textOf(path);
  const { cite, placeOf } = syntaxOf(system);
  const misfit = misfitOf(cite);
  const place = placeOf(text, misfit);
  if (place.host !== undefined && host !== undefined)
    throw misfit("bad-host", "the path names its machine itself, and another one is given");
  return format({ host: place.host ?? host, segments: place.segments });
}

/** The rule by which a system writes paths. */
export function citeOf(system: System): string {
  return syntaxOf(system).cite;
}

function syntaxOf(system: System): PathSyntax {
  if (SYSTEMS.includes(system)) return SYNTAX[system];
  throw new RangeError('a system is "posix", "windows" or "vms"');
}

const refused: Fault = (code, message, hint) => new AccessError(code, message, { scheme: "file", hint });

function misfitOf(cite: string): Fault {
  return (code, message, hint) =>
    syntaxError({
      ...{ code, message, component: "path", start: 0, end: 0, cite },
      ...(hint !== undefined && { hint }),
    });
}
