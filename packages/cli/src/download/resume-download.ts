import { copyBytes } from "@anyurl/core/exchange";
import type { ByteRange, GetResult } from "anyurl";
import { type ResumablePart, TAIL_BYTES } from "./resumable-part.ts";

/** The part of a `GetResult` that is needed to save it. */
export type DownloadInfo = Pick<GetResult, "url" | "mediaType" | "size" | "range" | "complete" | "chunks">;

/**
 * Resumes a download a few bytes before the end of the partial file. These bytes, the size and the date must be
 * unchanged; otherwise the download restarts. The returned body continues the partial file.
 */
export async function resumeDownload(
  part: ResumablePart,
  get: (range?: ByteRange) => Promise<GetResult>,
): Promise<DownloadInfo> {
  const known = await part.tail(TAIL_BYTES);
  if (known.length > 0) {
    const retrieved = await get({ start: part.length - known.length });
    const octets = retrieved.chunks();
    const rest = isSame(part, retrieved) ? await readPastKnown(known, octets) : undefined;
    if (rest !== undefined) {
      recordMetadata(part, retrieved);
      const { url, mediaType, size, range, complete } = retrieved;
      return { url, mediaType, size, range, complete, chunks: () => rest };
    }
    await octets.return();
    await part.restart();
  }
  const retrieved = await get();
  recordMetadata(part, retrieved);
  return retrieved;
}

function isSame({ facts, length }: ResumablePart, { size, modified }: GetResult): boolean {
  if (size !== undefined && (size < length || (facts.size !== undefined && facts.size !== size)))
    return false;
  return facts.modified === undefined || modified === undefined || facts.modified === modified.toISOString();
}

function recordMetadata(part: ResumablePart, { url, size, modified }: GetResult): void {
  part.note({ url: part.facts.url ?? url, size, modified: modified?.toISOString() });
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
