import type { PartDownload } from "@anyurl/client";
import type { Attributes, ByteRange, GetResult } from "anyurl";
import type { Io } from "../io.ts";
import type { GetOptions } from "../verbs/read/get-options.ts";
import { transfer } from "../verbs/read/write-output.ts";
import type { CpOptions } from "../verbs/write/cp-options.ts";
import type { IntegrityCheck } from "./integrity.ts";
import { openPartFile } from "./part-file.ts";

/** The options of a download to a file that `get` and `cp` have. */
type SaveOptions = Pick<GetOptions, keyof GetOptions & keyof CpOptions>;

/** A download to a file, with its options. */
export interface SaveRequest {
  readonly file: string;
  readonly verb: "get" | "cp";
  readonly options: SaveOptions & Pick<GetOptions, "range">;
  /** Whether an existing file may be overwritten. */
  readonly force: boolean;
  readonly io: Io;
  /** Called with every chunk of the file, also with those of an earlier run. */
  readonly seen?: (octets: Uint8Array) => void;
  readonly check: IntegrityCheck | undefined;
  readonly get: (range: ByteRange | undefined, signal?: AbortSignal) => Promise<GetResult>;
  /** Asks for the metadata again. */
  readonly stat?: () => Promise<Attributes>;
}

export interface SaveResult extends Arrived {
  readonly size: number;
  /** Duration of the transfer, in milliseconds. */
  readonly time: number;
}

/** What is known when all bytes have arrived. */
export interface Arrived {
  readonly retrieved: Omit<PartDownload, "chunks">;
  /** Bytes that an earlier run had downloaded. */
  readonly begin: number;
  /** Ranges that were fetched at the same time, if the user asked for several. */
  readonly segments?: number;
  /** Why there were fewer than requested. */
  readonly reason?: string;
}

/** Saves a new file. Nothing is kept if it fails. */
export async function saveNew({
  file,
  options,
  force,
  io,
  seen,
  check,
  get,
}: SaveRequest): Promise<SaveResult> {
  await using part = await openPartFile(file, force);
  const start = io.elapsed();
  const retrieved = await get(options.range);
  const size = await transfer(retrieved, options, io, async (octets) => {
    seen?.(octets);
    await part.write(octets);
  });
  check?.check();
  // After Ctrl-C between the last byte and the rename, the file is not kept.
  io.signal.throwIfAborted();
  await part.complete();
  return { retrieved, size, begin: 0, time: io.elapsed() - start };
}
