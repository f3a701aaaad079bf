import { type Continued, continuePart, hasVersion } from "@anyurl/client";
import type { PartFile } from "@anyurl/core/exchange";
import { displayText, redact, type Url } from "anyurl";
import { LocalError } from "../errors.ts";
import type { Io } from "../io.ts";
import { say } from "../language.ts";
import { formatSize } from "../render/progress-line.ts";
import { transfer } from "../verbs/read/write-output.ts";
import { rememberKept } from "./kept.ts";
import { type Refused, withOwnPart } from "./own-part.ts";
import { type SaveRequest, type SaveResult, saveNew } from "./save-new.ts";

/**
 * Downloads to a file, and continues the download of an earlier run that was interrupted. If this run fails, its partial
 * file is kept for the next one, and its error says so.
 */
export async function saveResumable(url: Url, request: SaveRequest): Promise<SaveResult> {
  const { file, options, force, io } = request;
  let saved: SaveResult | undefined;
  const how = { url: withoutPassword(url), force, signal: NEVER };
  const refused = await withOwnPart(file, how, async (part) => {
    try {
      saved = await saveTo(part, request);
    } catch (error) {
      const { length, facts } = part;
      if (length > 0 && options.recursive !== true)
        rememberKept(error, {
          ...{ file, url: url.href, size: length },
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

/** A chunk that has arrived when the user presses Ctrl-C is written. */
const NEVER = new AbortController().signal;

async function saveTo(
  part: PartFile,
  { file, options, io, seen, check, get }: SaveRequest,
): Promise<SaveResult> {
  const start = io.now();
  const { retrieved, restarted } = await continuePart(part, get, options.resume !== true);
  const begin = part.length;
  const said = describeBeginning(part, retrieved.size, restarted);
  if (said !== undefined && options.quiet !== true) await tell(file, said, io);
  if (options.json === true || check !== undefined) await readPart(part, seen);
  const take = async (octets: Uint8Array) => {
    seen(octets);
    await part.write(octets);
  };
  await transfer(retrieved, options, io, take, begin);
  try {
    check?.check();
  } catch (error) {
    await part.truncate(0);
    throw error;
  }
  // After Ctrl-C between the last byte and the rename, the file does not get its name.
  io.signal.throwIfAborted();
  await part.complete();
  return { retrieved, size: part.length, begin, time: io.now() - start };
}

/** Passes on the bytes of an earlier run. */
async function readPart(part: PartFile, seen: (octets: Uint8Array) => void): Promise<void> {
  const buffer = new Uint8Array(256 * 1024);
  for (let at = 0; at < part.length; ) {
    const length = await part.read(buffer.subarray(0, Math.min(buffer.length, part.length - at)), at);
    if (length === 0) break;
    seen(buffer.subarray(0, length));
    at += length;
  }
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

const DISCARDED: Readonly<Record<NonNullable<PartFile["discarded"]>, string>> = {
  "other-url": "starting again: the partial download is of another URL",
  "changed-here": "starting again: another program has changed the partial download",
};

const RESTARTED: Readonly<Record<NonNullable<Continued["restarted"]>, string>> = {
  changed: "starting again: the file has changed on the server",
  "unknown-version":
    "starting again: the server does not tell the version of the file; --resume continues nevertheless",
};

function describeBeginning(
  { length, discarded }: PartFile,
  total: number | undefined,
  restarted: Continued["restarted"],
): string | undefined {
  if (restarted !== undefined) return RESTARTED[restarted];
  if (discarded !== undefined) return DISCARDED[discarded];
  if (length === 0) return undefined;
  return total === undefined
    ? `continuing after ${formatSize(length)}`
    : `continuing after ${formatSize(length)} of ${formatSize(total)}`;
}

async function tell(file: string, message: string, { stderr }: Io): Promise<void> {
  await stderr.write(`${displayText(file)}: ${displayText(say(message))}\n`);
}

/** The next run can have the password from somewhere else. */
export function withoutPassword({ href }: Url): string {
  return redact(href).replace(":***@", "@");
}
