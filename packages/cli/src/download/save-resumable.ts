import { displayText, redact, type Url } from "anyurl";
import { LocalError } from "../errors.ts";
import type { Io } from "../io.ts";
import { say } from "../language.ts";
import { formatSize } from "../render/progress-line.ts";
import { transfer } from "../verbs/read/write-output.ts";
import { rememberKept } from "./kept.ts";
import { openResumablePart, type ResumablePart } from "./resumable-part.ts";
import { hasVersion, type Resumed, resumeDownload } from "./resume-download.ts";
import { type SaveRequest, type SaveResult, saveNew } from "./save-new.ts";

/**
 * Downloads to a file, and continues the download of an earlier run that was interrupted. If this run fails, its partial
 * file is kept for the next one, and its error says so.
 */
export async function saveResumable(url: Url, request: SaveRequest): Promise<SaveResult> {
  const { file, options, force, io } = request;
  const part = await openPart(file, withoutPassword(url), force, options.resume === true);
  if (typeof part === "string") {
    if (options.quiet !== true) await tell(file, part, io);
    return saveNew(request);
  }
  await using closing = part;
  try {
    return await saveTo(closing, request);
  } catch (error) {
    const { length, facts } = part;
    if (length > 0)
      rememberKept(error, {
        ...{ file, url: url.href, size: length },
        ...(facts.size !== undefined && { total: facts.size }),
        ...(!hasVersion(facts) && options.resume !== true && { add: "--resume" }),
      });
    throw error;
  }
}

async function saveTo(
  part: ResumablePart,
  { file, options, io, seen, check, get }: SaveRequest,
): Promise<SaveResult> {
  const start = io.now();
  const { retrieved, restarted } = await resumeDownload(part, get, options.resume !== true);
  const begin = part.length;
  const said = describeBeginning(part, retrieved.size, restarted);
  if (said !== undefined && options.quiet !== true) await tell(file, said, io);
  if (options.json === true || check !== undefined) await part.read(seen);
  const take = async (octets: Uint8Array) => {
    seen(octets);
    await part.write(octets);
  };
  await transfer(retrieved, options, io, take, begin);
  try {
    check?.check();
  } catch (error) {
    await part.restart();
    throw error;
  }
  // After Ctrl-C between the last byte and the rename, the file does not get its name.
  io.signal.throwIfAborted();
  await part.complete();
  return { retrieved, size: part.length, begin, time: io.now() - start };
}

/**
 * Opens the partial file. Returns a reason if it cannot be used: the download then has a file of its own, which is not
 * kept.
 *
 * @param isAsked whether the user asked to resume. Then a file of another origin is an error.
 */
async function openPart(
  file: string,
  url: string,
  force: boolean,
  isAsked: boolean,
): Promise<ResumablePart | string> {
  try {
    return (
      (await openResumablePart(file, url, force)) ??
      "another process downloads this file; this download cannot be resumed"
    );
  } catch (error) {
    if (isAsked || !(error instanceof LocalError) || error.code !== "not-ours") throw error;
    return `this download cannot be resumed: ${error.message}`;
  }
}

const DISCARDED: Readonly<Record<NonNullable<ResumablePart["discarded"]>, string>> = {
  "other-url": "starting again: the partial download is of another URL",
  "changed-here": "starting again: another program has changed the partial download",
};

const RESTARTED: Readonly<Record<NonNullable<Resumed["restarted"]>, string>> = {
  changed: "starting again: the file has changed on the server",
  "unknown-version":
    "starting again: the server does not tell the version of the file; --resume continues nevertheless",
};

function describeBeginning(
  { length, discarded }: ResumablePart,
  total: number | undefined,
  restarted: Resumed["restarted"],
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
function withoutPassword({ href }: Url): string {
  return redact(href).replace(":***@", "@");
}
