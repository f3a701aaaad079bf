import { constants } from "node:fs";
import { unlink, writeFile } from "node:fs/promises";
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
    const { url, size, modified, etag, length, tail } = JSON.parse(text);
    return { url, size, modified, etag, length, tail };
  } catch {
    return undefined;
  }
}

export async function writeNotes(path: NativePath, notes: PartNotes): Promise<void> {
  // Create a new file each time: the existing one may be a link.
  await unlink(path).catch(() => {});
  await writeFile(path, `${JSON.stringify(notes)}\n`, { flag: "wx", mode: 0o600 });
}
