import { createHash } from "node:crypto";
import type { GetResult, Url } from "anyurl";
import { IntegrityCheck, parseIntegrity } from "../../download/integrity.ts";
import { exists } from "../../download/part-file.ts";
import { type SaveRequest, saveNew } from "../../download/save-new.ts";
import type { Io } from "../../io.ts";
import { succeed, writeAnswer } from "../../json.ts";
import { withClient } from "../../opener.ts";
import { reportTransferred } from "../common/report-transferred.ts";
import { confirmOverwrite } from "../write/overwrite.ts";
import type { GetOptions } from "./get-options.ts";
import { describeTransfer } from "./write-output.ts";

/** Downloads to a file, which gets its name only when it is complete. */
export async function save(url: Url, file: string, options: GetOptions, io: Io): Promise<void> {
  const hash = options.json === true ? createHash("sha256") : undefined;
  const check =
    options.integrity === undefined ? undefined : new IntegrityCheck(parseIntegrity(options.integrity));
  const isRead = hash !== undefined || check !== undefined;
  const seen = (octets: Uint8Array) => {
    hash?.update(octets);
    check?.update(octets);
  };
  const force = options.force === true || (await checkOverwriteFile(file, options, io));
  let last: GetResult | undefined;
  const isResumable = options.resume !== false && options.range === undefined;
  const { retrieved, size, begin, time, segments, reason } = await withClient(
    { urls: [url], options, io },
    async ({ opener, call }) => {
      const metadata = isResumable ? "version" : "size";
      const get: SaveRequest["get"] = async (range, own) => {
        const signal = own === undefined ? call.signal : AbortSignal.any([own, io.signal]);
        last = await opener.get(url, { ...call, range, metadata, signal });
        return last;
      };
      const stat = () => opener.stat(url, call);
      const own = { file, verb: "get", options, force, io, check, get, stat } as const;
      const saving: SaveRequest = { ...own, ...(isRead && { seen }) };
      return isResumable
        ? (await import("../../download/save-resumable.ts")).saveResumable(url, saving)
        : saveNew(saving);
    },
  );
  const complete = await retrieved.complete;
  if (hash !== undefined) {
    const { url: shown, mediaType } = retrieved;
    const members = {
      ...(last && describeTransfer(last)),
      ...{ url: shown, file, mediaType, size, ...(begin > 0 && { resumedAt: begin }) },
      ...{ sha256: hash.digest("hex"), complete },
      ...(segments !== undefined && { segments, ...(reason !== undefined && { segmentsReason: reason }) }),
    };
    await writeAnswer(succeed(members), options, io);
  } else await reportTransferred(file, { octets: size, begin, time, complete }, options, io);
}

/** Returns false also if the user was not asked: then an existing file is an error. */
async function checkOverwriteFile(file: string, options: GetOptions, io: Io): Promise<boolean> {
  return (await exists(file)) && (await confirmOverwrite(file, options, io)) === true;
}

/** Saves what `get` returns as a new file, and returns its size. An existing file is overwritten only if the user agrees. */
export async function saveNewFile(
  file: string,
  options: GetOptions,
  io: Io,
  get: () => Promise<GetResult>,
): Promise<number> {
  const force = options.force === true || (await checkOverwriteFile(file, options, io));
  const { size } = await saveNew({ file, verb: "get", options, force, io, check: undefined, get });
  return size;
}

/** Downloads one of several files, and returns its size. */
export async function saveFile(
  file: string,
  options: GetOptions,
  io: Io,
  get: SaveRequest["get"],
): Promise<number> {
  const silent = { ...options, quiet: true };
  const { size } = await saveNew({
    file,
    verb: "get",
    options: silent,
    force: true,
    io,
    check: undefined,
    get,
  });
  return size;
}
