import type { Entry, EntryKind } from "@anyurl/core";
import { type FileEntry, type FileMetadata, type Files, guessMediaType } from "@anyurl/core/exchange";
import { posix } from "./posix.ts";
import { type FileUrl, format, formatNormalHost, removeDotSegments } from "./syntax.ts";
import type { PathErrorFactory } from "./system.ts";
import { windows } from "./windows.ts";

const KINDS: Readonly<Record<FileMetadata["kind"], EntryKind>> = {
  file: "file",
  directory: "directory",
  link: "link",
  special: "unknown",
};

export function entryKind({ kind }: FileMetadata): EntryKind {
  return KINDS[kind];
}

/** Returns the time of a file. Some file systems have only whole seconds. */
export function toDate({ modified }: FileMetadata): Pick<Entry, "modified" | "modifiedPrecision"> {
  return modified.getTime() % 1000 === 0 ? { modified } : { modified, modifiedPrecision: "millisecond" };
}

/**
 * Returns the entry of a name in a directory, with its URL. A name that the system would change when it is opened has
 * no URL.
 */
export function toEntry({ name, facts }: FileEntry, directory: FileUrl, system: Files["system"]): Entry {
  const { size, isLink, linkTarget } = facts;
  const entry = {
    ...{ name, kind: entryKind(facts), ...toDate(facts) },
    ...(isLink && { isLink }),
    ...(linkTarget !== undefined && { linkTarget }),
  };
  const segments = removeDotSegments(directory.parts.segments);
  const path = [...(segments.at(-1) === "" ? segments.slice(0, -1) : segments), name];
  const unsafe = pathProblem(path, system);
  if (unsafe !== undefined) return { ...entry, url: undefined, unsafe };
  const host = formatNormalHost(directory.host ?? "");
  const url = format({ host, segments: entry.kind === "directory" ? [...path, ""] : path });
  if (entry.kind !== "file") return { ...entry, url };
  const mediaType = guessMediaType(name);
  return { ...entry, url, size, ...(mediaType !== undefined && { mediaType }) };
}

/** Returns the reason why a path has no URL; `undefined` if it has one. */
function pathProblem(path: readonly string[], system: Files["system"]): string | undefined {
  const name = path.at(-1);
  if (name === "" || name === "." || name === "..") return "the name is not valid";
  const fault: PathErrorFactory = (_, message) => new PathProblem(message);
  try {
    (system === "windows" ? windows : posix).joinSegments(path, fault);
    return undefined;
  } catch (error) {
    if (error instanceof PathProblem) return error.message;
    throw error;
  }
}

class PathProblem extends Error {}
