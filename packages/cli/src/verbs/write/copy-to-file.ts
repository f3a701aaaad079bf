import { stat } from "node:fs/promises";
import type { Url } from "anyurl";
import { exists } from "../../download/part-file.ts";
import type { SaveRequest } from "../../download/save-new.ts";
import { UsageError } from "../../errors.ts";
import type { Io } from "../../io.ts";
import type { Copied, OpenedClient } from "../../opener.ts";
import type { CpOptions } from "./cp-options.ts";
import { directoryPath, type Target, type UrlOrFile } from "./url-or-file.ts";

/** The result of a copy to a local file. */
export interface CopiedToFile extends Copied {
  /** Bytes that an earlier run had copied. */
  readonly resumedAt?: number;
  /** Ranges that were fetched at the same time, if the user asked for several. */
  readonly segments?: number;
  /** Why there were fewer than requested. */
  readonly segmentsReason?: string;
}

/**
 * Returns the local file that a copy writes as `get -o` does, so that an interrupted copy can continue; `undefined` if the
 * client has to write it: it is not a regular local file, or a policy says which files may be written.
 *
 * @throws {UsageError} the options need such a file.
 */
export async function findLocalFile(
  from: UrlOrFile,
  place: UrlOrFile,
  { url, shown }: Target,
  options: CpOptions,
  { configured }: Io,
): Promise<string | undefined> {
  const file = place.file === undefined ? directoryPath({ url, file: undefined }) : shown;
  const hasPolicy = options.policy !== undefined || configured?.policy !== undefined;
  const isFile = file !== undefined && (await stat(file).then((found) => found.isFile(), isMissing));
  if (from.url.scheme !== "file" && isFile && !hasPolicy) return options.resume === false ? undefined : file;
  if (options.segments === undefined && options.resume !== true) return undefined;
  throw new UsageError("--segments and --resume need a source on a server and a local file as the target");
}

function isMissing(): boolean {
  return true;
}

/** Copies a resource to a local file. What a failed run has copied is kept, and the next run continues there. */
export async function copyToFile(
  from: Url,
  file: string,
  { opener, call, options, io }: OpenedClient<CpOptions>,
): Promise<CopiedToFile> {
  const { saveResumable } = await import("../../download/save-resumable.ts");
  // The user has agreed that an existing file is overwritten.
  const force = options.force === true || (await exists(file));
  const get: SaveRequest["get"] = (range, own) => {
    const signal = own === undefined ? call.signal : AbortSignal.any([own, io.signal]);
    return opener.get(from, { ...call, range, metadata: "version", signal });
  };
  const saving = { file, verb: "cp", options, force, io, check: undefined, get } as const;
  const saved = await saveResumable(from, { ...saving, stat: () => opener.stat(from, call) });
  const { retrieved, size, begin, segments, reason } = saved;
  const complete = (await retrieved.complete) === true ? true : "unknown";
  return {
    ...{ octets: size, complete },
    ...(begin > 0 && { resumedAt: begin }),
    ...(segments !== undefined && { segments, ...(reason !== undefined && { segmentsReason: reason }) }),
  };
}
