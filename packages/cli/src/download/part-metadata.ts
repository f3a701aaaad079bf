import { constants } from "node:fs";
import { unlink, writeFile } from "node:fs/promises";
import { toLocalError } from "../errors.ts";
import { foreignFileError, openOwnFile } from "./own-file.ts";
import { exists } from "./part-file.ts";

/** What is known of the resource of a partial file: enough to recognize this version of it. */
export interface PartMetadata {
  /** The URL, without a password. */
  readonly url: string;
  readonly size?: number | undefined;
  /** The modification time in ISO 8601. */
  readonly modified?: string | undefined;
  readonly etag?: string | undefined;
}

/** The file beside a partial file. */
export interface SideFile extends PartMetadata {
  /** Length of the partial file. Absent while it is written, and after its process was killed. */
  readonly length?: number | undefined;
  /** SHA-256 of its last bytes. */
  readonly tail?: string | undefined;
}

/** Maximum size of a side file, in bytes. */
const MAX_SIDE = 64 * 1024;

/**
 * Reads the metadata of the previous run; `undefined` if the file is missing or not JSON.
 *
 * @throws {LocalError} not-ours
 */
export async function readSide(side: string): Promise<SideFile | undefined> {
  if (!(await exists(side))) return undefined;
  const handle = await openOwnFile(side, constants.O_RDONLY);
  try {
    const octets = new Uint8Array(MAX_SIDE + 1);
    let read = 0;
    for (let more = 1; more > 0 && read < octets.length; read += more) {
      more = (await handle.read(octets, read, octets.length - read)).bytesRead;
    }
    if (read > MAX_SIDE) throw foreignFileError(side);
    return parseSideFile(new TextDecoder().decode(octets.subarray(0, read)));
  } finally {
    await handle.close();
  }
}

function parseSideFile(text: string): SideFile | undefined {
  try {
    const { url, size, modified, etag, length, tail } = JSON.parse(text);
    return { url, size, modified, etag, length, tail };
  } catch {
    return undefined;
  }
}

export async function writeSide(side: string, known: SideFile): Promise<void> {
  // Create a new file each time: the existing one may be a link.
  await unlink(side).catch(() => {});
  await writeFile(side, `${JSON.stringify(known)}\n`, { flag: "wx", mode: 0o600 }).catch((error: unknown) => {
    throw toLocalError(error, side);
  });
}
