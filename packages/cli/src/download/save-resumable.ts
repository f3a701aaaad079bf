import { continuePart, hasVersion, withoutPassword } from "@anyurl/client";
import type { PartFile } from "@anyurl/core/exchange";
import type { Url } from "anyurl";
import { LocalError } from "../errors.ts";
import { transfer } from "../verbs/read/write-output.ts";
import { readPart, tell, tellBeginning } from "./beginning.ts";
import { rememberKept } from "./kept.ts";
import { type Refused, withOwnPart } from "./own-part.ts";
import { type Arrived, type SaveRequest, type SaveResult, saveNew } from "./save-new.ts";

/**
 * Downloads to a file, and continues the download of an earlier run that was interrupted. If this run fails, its partial
 * file is kept for the next one, and its error says so.
 */
export async function saveResumable(url: Url, request: SaveRequest): Promise<SaveResult> {
  const { file, verb, options, force, io } = request;
  let saved: SaveResult | undefined;
  const how = { url: withoutPassword(url.href), force, signal: NEVER };
  const refused = await withOwnPart(file, how, async (part) => {
    try {
      const start = io.elapsed();
      const isSegmented = options.segments !== undefined;
      const arrived = isSegmented
        ? await (await import("./save-segments.ts")).saveSegments(part, request)
        : await saveTo(part, request);
      await completePart(part, request);
      saved = { ...arrived, size: part.length, time: io.elapsed() - start };
    } catch (error) {
      const { facts } = part;
      const size = countKept(part);
      if (size > 0 && options.recursive !== true)
        rememberKept(error, {
          ...{ file, url: url.href, verb, size },
          ...(facts.size !== undefined && { total: facts.size }),
          ...(!hasVersion(facts) && options.resume !== true && { add: "--resume" }),
        });
      throw error;
    }
  });
  if (refused === undefined) return saved!;
  const why = describeRefusal(refused, options.resume === true);
  if (options.quiet !== true) await tell(file, why, io);
  return saveNew(request);
}

/** Returns how many bytes have arrived. */
function countKept({ length, facts: { ranges } }: PartFile): number {
  return ranges === undefined ? length : ranges.reduce((sum, { start, end }) => sum + end - start, 0);
}

/** A chunk that has arrived when the user presses Ctrl-C is written. */
const NEVER = new AbortController().signal;

async function saveTo(part: PartFile, { file, options, io, seen, get }: SaveRequest): Promise<Arrived> {
  const { retrieved, restarted } = await continuePart(part, get, options.resume !== true);
  const begin = part.length;
  if (options.quiet !== true)
    await tellBeginning(file, { part, begin, total: retrieved.size, restarted }, io);
  if (seen !== undefined) await readPart(part, seen);
  const take = async (octets: Uint8Array) => {
    seen?.(octets);
    await part.write(octets);
  };
  await transfer(retrieved, options, io, take, begin);
  return { retrieved, begin };
}

/** Gives a file whose bytes have arrived its name. @throws {LocalError} it has another hash: its bytes are discarded. */
async function completePart(part: PartFile, { check, io }: SaveRequest): Promise<void> {
  try {
    check?.check();
  } catch (error) {
    await part.truncate(0);
    throw error;
  }
  // After Ctrl-C between the last byte and the rename, the file does not get its name.
  io.signal.throwIfAborted();
  await part.complete();
}

/**
 * Returns why the partial file cannot be used: the download then has a file of its own, which is not kept.
 *
 * @param isAsked whether the user asked to resume. Then a file of another origin is an error.
 */
function describeRefusal({ why, path }: Refused, isAsked: boolean): string {
  if (why === "locked") return "another process downloads this file; this download cannot be resumed";
  if (why === "link") return "this download cannot be resumed: the file is a symbolic link";
  const error = new LocalError(
    "not-ours",
    `${path}: not a partial download of anyurl`,
    "remove the file, or add --no-resume",
  );
  if (isAsked) throw error;
  return `this download cannot be resumed: ${error.message}`;
}
