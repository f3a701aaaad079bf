import { type RangeRequest, redact } from "@anyurl/core";
import { copyBytes, type PartFacts, type PartFile } from "@anyurl/core/exchange";
import type { Interval } from "../segments/byte-ranges.ts";
import type { GetResult } from "./get-result.ts";
import { restOfVersion } from "./range.ts";

/** Number of bytes at the end of an incomplete file that are fetched again and compared. */
const OVERLAP = 4 * 1024;

/** The members of a `GetResult` that are needed to save it. */
export type PartDownload = Pick<
  GetResult,
  "url" | "mediaType" | "size" | "modified" | "range" | "complete" | "chunks"
>;

/** A download into an incomplete file, and how it began. */
export interface Continued {
  readonly retrieved: PartDownload;
  /** Why the bytes of an earlier run were discarded; `undefined` if it had no bytes, or if they are used. */
  readonly restarted: "changed" | "unknown-version" | undefined;
}

/**
 * Resumes a download a few bytes before the end of an incomplete file. These bytes, and what tells the version of the
 * resource, must be unchanged; otherwise the download restarts. The returned body continues the file.
 *
 * @param needsVersion restart also if the server tells neither an entity tag nor a modification time.
 */
export async function continuePart(
  part: PartFile,
  get: (range?: RangeRequest) => Promise<GetResult>,
  needsVersion: boolean,
): Promise<Continued> {
  // Without the ranges of a download in segments that are not at its start.
  const { ranges } = part.facts;
  if (ranges !== undefined) await part.truncate(findPrefix(ranges));
  const known = await readTail(part);
  let restarted: Continued["restarted"];
  if (known.length > 0) {
    const mayMatch = !needsVersion || hasVersion(part.facts);
    const tried = mayMatch ? await tryRest(part, known, get, needsVersion) : "unknown-version";
    if (typeof tried === "object") return { retrieved: tried, restarted: undefined };
    restarted = tried;
    await part.truncate(0);
  }
  const retrieved = await get();
  await part.note(toFacts(part.facts.url, retrieved));
  return { retrieved, restarted };
}

async function tryRest(
  part: PartFile,
  known: Uint8Array,
  get: (range?: RangeRequest) => Promise<GetResult>,
  needsVersion: boolean,
): Promise<PartDownload | NonNullable<Continued["restarted"]>> {
  const retrieved = await get(restOfVersion(part.length - known.length, part.facts.etag));
  const version = compareVersion(part, retrieved);
  const octets = retrieved.chunks();
  if (version === "same" || (version === "unknown" && !needsVersion)) {
    const rest = await readPastKnown(known, octets);
    if (rest !== undefined) {
      await part.note(toFacts(part.facts.url, retrieved, part.facts));
      const { url, mediaType, size, modified, range, complete } = retrieved;
      return { url, mediaType, size, modified, range, complete, chunks: () => rest };
    }
  }
  await octets.return();
  return version === "unknown" && needsVersion ? "unknown-version" : "changed";
}

/** Returns the length of the range that begins at 0. */
export function findPrefix([first]: readonly Interval[]): number {
  return first?.start === 0 ? first.end : 0;
}

/** Reads the last bytes before a position. */
export async function readTail(part: PartFile, end: number = part.length): Promise<Uint8Array> {
  const tail = new Uint8Array(Math.min(OVERLAP, end));
  const start = end - tail.length;
  let at = 0;
  for (let more = 1; more > 0 && at < tail.length; at += more)
    more = await part.read(tail.subarray(at), start + at);
  return tail.subarray(0, at);
}

export type Version = Pick<GetResult, "size" | "modified" | "etag">;

/** Is the resource the one that an earlier run has begun to download? */
export function compareVersion(
  { facts, length }: Pick<PartFile, "facts" | "length">,
  { size, modified, etag }: Version,
): "same" | "changed" | "unknown" {
  if (size !== undefined && (size < length || (facts.size !== undefined && facts.size !== size)))
    return "changed";
  const date = modified?.toISOString();
  if (facts.modified !== undefined && date !== undefined && facts.modified !== date) return "changed";
  if (facts.etag !== undefined && etag !== undefined && opaqueTag(facts.etag) !== opaqueTag(etag))
    return "changed";
  if (isStrong(facts.etag) && isStrong(etag)) return "same";
  return facts.modified !== undefined && date !== undefined ? "same" : "unknown";
}

/** Can a later run recognize the version? */
export function hasVersion({ etag, modified }: PartFacts): boolean {
  return isStrong(etag) || modified !== undefined;
}

/** Apache makes a tag strong only a second after the file was changed. Weak comparison: RFC 9110 §8.8.3.2. */
function opaqueTag(etag: string): string {
  return etag.replace(/^W\//, "");
}

/** Does the entity tag change with every byte (RFC 9110 §8.8.1)? */
export function isStrong(etag: string | undefined): boolean {
  return etag !== undefined && !etag.startsWith("W/");
}

/** Returns what is recorded. @param before what an earlier response of the same version told. */
export function toFacts(url: string, { size, modified, etag }: Version, before?: PartFacts): PartFacts {
  return {
    url,
    size: size ?? before?.size,
    modified: modified?.toISOString() ?? before?.modified,
    etag: etag ?? before?.etag,
  };
}

type Octets = AsyncGenerator<Uint8Array, void, void>;
/** Skips the known bytes and returns the rest; `undefined` if the bytes differ or end too early. */
export async function readPastKnown(known: Uint8Array, octets: Octets): Promise<Octets | undefined> {
  let seen = 0;
  let rest: Uint8Array = new Uint8Array(0);
  while (seen < known.length) {
    const next = await octets.next();
    if (next.done === true) return undefined;
    const same = Math.min(next.value.length, known.length - seen);
    if (!next.value.subarray(0, same).every((octet, i) => octet === known[seen + i])) return undefined;
    seen += same;
    rest = copyBytes(next.value, same);
  }
  return prependChunk(rest, octets);
}

async function* prependChunk(first: Uint8Array, octets: Octets): Octets {
  try {
    if (first.length > 0) yield first;
    yield* octets;
  } finally {
    await octets.return();
  }
}

/** Returns the URL by which an incomplete file is known: the next run can have the password from somewhere else. */
export function withoutPassword(url: string): string {
  return redact(url).replace(":***@", "@");
}
