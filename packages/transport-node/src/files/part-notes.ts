import { constants } from "node:fs";
import { rename, unlink, writeFile } from "node:fs/promises";
import type { ByteRange } from "@anyurl/core";
import type { PartFacts } from "@anyurl/core/exchange";
import { type NativePath, systemErrorCode } from "./native.ts";
import { openOwnFile } from "./own-file.ts";

/** The file beside an incomplete file. */
export interface PartNotes extends PartFacts {
  /** Length of the incomplete file. Absent while it is written, and after its process was killed. */
  readonly length?: number | undefined;
  /** SHA-256 of its last bytes. */
  readonly tail?: string | undefined;
}

/** Maximum size of the file, in bytes. */
const MAX_NOTES = 64 * 1024;

/**
 * Reads the notes of the previous run; `undefined` if the file is missing or not JSON.
 *
 * @returns "foreign": it is not a file of this user, or too long.
 */
export async function readNotes(path: NativePath): Promise<PartNotes | "foreign" | undefined> {
  try {
    const handle = await openOwnFile(path, constants.O_RDONLY);
    if (handle === undefined) return "foreign";
    try {
      const bytes = new Uint8Array(MAX_NOTES + 1);
      let length = 0;
      for (let more = 1; more > 0 && length < bytes.length; length += more) {
        more = (await handle.read(bytes, length, bytes.length - length)).bytesRead;
      }
      return length > MAX_NOTES ? "foreign" : parseNotes(new TextDecoder().decode(bytes.subarray(0, length)));
    } finally {
      await handle.close();
    }
  } catch (error) {
    if (systemErrorCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

function parseNotes(text: string): PartNotes | undefined {
  try {
    const { url, size, modified, etag, ranges, length, tail } = JSON.parse(text);
    return { url, size, modified, etag, ranges: parseRanges(ranges), length, tail };
  } catch {
    return undefined;
  }
}

/** Returns ranges in ascending order that do not overlap. Those that are not valid are left out. */
function parseRanges(given: unknown): readonly Required<ByteRange>[] | undefined {
  if (given === undefined) return undefined;
  const ranges: Required<ByteRange>[] = [];
  for (const { start, end } of given as readonly Required<ByteRange>[])
    if (Number.isSafeInteger(end) && start >= (ranges.at(-1)?.end ?? 0) && start < end)
      ranges.push({ start, end });
  return ranges;
}

/** Writes the notes in one step, so that a run that is killed leaves the old ones or the new ones. */
export async function writeNotes(fresh: NativePath, path: NativePath, notes: PartNotes): Promise<void> {
  // Create a new file each time: the existing one may be a link.
  await unlink(fresh).catch(() => {});
  try {
    await writeFile(fresh, `${JSON.stringify(notes)}\n`, { flag: "wx", mode: 0o600 });
    await rename(fresh, path);
  } catch (error) {
    await unlink(fresh).catch(() => {});
    throw error;
  }
}
