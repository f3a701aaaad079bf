import { copyBytes } from "@anyurl/core/exchange";
import type { ByteRange, GetResult } from "anyurl";
import type { PartMetadata } from "./part-metadata.ts";
import { type ResumablePart, TAIL_BYTES } from "./resumable-part.ts";

/** The part of a `GetResult` that is needed to save it. */
export type DownloadInfo = Pick<GetResult, "url" | "mediaType" | "size" | "range" | "complete" | "chunks">;

/** A download, and how it began. */
export interface Resumed {
  readonly retrieved: DownloadInfo;
  /** Why the bytes of an earlier run were discarded; `undefined` if it had no bytes, or if they are used. */
  readonly restarted: "changed" | "unknown-version" | undefined;
}

/**
 * Resumes a download a few bytes before the end of the partial file. These bytes, and what tells the version of the
 * resource, must be unchanged; otherwise the download restarts. The returned body continues the partial file.
 *
 * @param needsVersion restart also if the server tells neither an entity tag nor a modification time.
 */
export async function resumeDownload(
  part: ResumablePart,
  get: (range?: ByteRange) => Promise<GetResult>,
  needsVersion: boolean,
): Promise<Resumed> {
  const known = await part.tail(TAIL_BYTES);
  let restarted: Resumed["restarted"];
  if (known.length > 0) {
    const mayMatch = !needsVersion || hasVersion(part.facts);
    const tried = mayMatch ? await tryRest(part, known, get, needsVersion) : "unknown-version";
    if (typeof tried === "object") return { retrieved: tried, restarted: undefined };
    restarted = tried;
    await part.restart();
  }
  const retrieved = await get();
  await recordMetadata(part, retrieved);
  return { retrieved, restarted };
}

async function tryRest(
  part: ResumablePart,
  known: Uint8Array,
  get: (range?: ByteRange) => Promise<GetResult>,
  needsVersion: boolean,
): Promise<DownloadInfo | NonNullable<Resumed["restarted"]>> {
  const retrieved = await get({ start: part.length - known.length });
  const version = compareVersion(part, retrieved);
  const octets = retrieved.chunks();
  if (version === "same" || (version === "unknown" && !needsVersion)) {
    const rest = await readPastKnown(known, octets);
    if (rest !== undefined) {
      await recordMetadata(part, retrieved, part.facts);
      const { url, mediaType, size, range, complete } = retrieved;
      return { url, mediaType, size, range, complete, chunks: () => rest };
    }
  }
  await octets.return();
  return version === "unknown" && needsVersion ? "unknown-version" : "changed";
}

type Version = Pick<GetResult, "size" | "modified" | "etag">;

/** Is the resource the one that an earlier run has begun to download? */
function compareVersion(
  { facts, length }: ResumablePart,
  { size, modified, etag }: Version,
): "same" | "changed" | "unknown" {
  if (size !== undefined && (size < length || (facts.size !== undefined && facts.size !== size)))
    return "changed";
  const date = modified?.toISOString();
  if (facts.modified !== undefined && date !== undefined && facts.modified !== date) return "changed";
  if (facts.etag !== undefined && etag !== undefined && facts.etag !== etag) return "changed";
  if (isStrong(facts.etag) && etag !== undefined) return "same";
  return facts.modified !== undefined && date !== undefined ? "same" : "unknown";
}

/** Can a later run recognize the version? */
export function hasVersion({ etag, modified }: PartMetadata): boolean {
  return isStrong(etag) || modified !== undefined;
}

/** Does the entity tag change with every byte (RFC 9110 §8.8.1)? */
function isStrong(etag: string | undefined): boolean {
  return etag !== undefined && !etag.startsWith("W/");
}

/** @param before what an earlier response of the same version told. */
async function recordMetadata(
  part: ResumablePart,
  { size, modified, etag }: Version,
  before?: PartMetadata,
): Promise<void> {
  await part.note({
    url: part.facts.url,
    size: size ?? before?.size,
    modified: modified?.toISOString() ?? before?.modified,
    etag: etag ?? before?.etag,
  });
}

type Octets = AsyncGenerator<Uint8Array, void, void>;
/** Skips the known bytes and returns the rest; `undefined` if the bytes differ or end too early. */
async function readPastKnown(known: Uint8Array, octets: Octets): Promise<Octets | undefined> {
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
