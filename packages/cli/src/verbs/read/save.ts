import { createHash } from "node:crypto";
import {
  type Anyurl,
  type ByteRange,
  type CallOptions,
  displayText,
  type Entry,
  type GetResult,
  redact,
  type Url,
} from "anyurl";
import { IntegrityCheck, integrityOf } from "../../download/integrity.ts";
import { exists, openPartFile } from "../../download/part-file.ts";
import { openKeptPart } from "../../download/resumable-part.ts";
import { type Coming, goOn } from "../../download/resume-download.ts";
import type { Io } from "../../io.ts";
import { jsonText } from "../../json.ts";
import { opening } from "../../opener.ts";
import type { BoardLine } from "../../progress.ts";
import { sizeText } from "../../render/progress-line.ts";
import { isWanted } from "../write/overwrite.ts";
import type { GetOptions } from "./get.ts";
import { transfer } from "./write-output.ts";

/** What is being saved, where, and with what. */
interface Saving {
  readonly file: string;
  readonly options: GetOptions;
  /** A file that is there may be replaced. */
  readonly force: boolean;
  readonly io: Io;
  /** Told of every octet of the file. */
  readonly seen: (octets: Uint8Array) => void;
  readonly check: IntegrityCheck | undefined;
  readonly get: (range: ByteRange | undefined) => Promise<GetResult>;
}

interface Saved {
  readonly retrieved: Coming;
  readonly size: number;
}

/** To a file, which has its name only when all of it is there. */
export async function save(url: Url, file: string, options: GetOptions, io: Io): Promise<void> {
  const hash = options.json === true ? createHash("sha256") : undefined;
  const check =
    options.integrity === undefined ? undefined : new IntegrityCheck(integrityOf(options.integrity));
  const seen = (octets: Uint8Array) => {
    hash?.update(octets);
    check?.update(octets);
  };
  const force = options.force === true || (await mayReplaceFile(file, options, io));
  const { retrieved, size } = await opening([url], options, io, (opener, call) => {
    const get = (range: ByteRange | undefined) => opener.get(url, { ...call, range });
    const saving: Saving = { file, options, force, io, seen, check, get };
    return options.resume === true ? saveOn(url, saving) : saveAnew(saving);
  });
  const complete = await retrieved.complete;
  if (hash !== undefined) {
    const { url: shown, mediaType } = retrieved;
    await io.stdout.write(
      jsonText({ ok: true, url: shown, file, mediaType, size, sha256: hash.digest("hex"), complete }),
    );
  } else if (options.quiet !== true && (io.stderr.isTerminal || options.verbose === true)) {
    const doubt = complete === "unknown" ? "; the protocol cannot confirm that this is complete" : "";
    await io.stderr.write(`${displayText(file)}: ${sizeText(size)}${doubt}\n`);
  }
}

/** False where nobody has been asked, too: then a file that is there is in the way. */
async function mayReplaceFile(file: string, options: GetOptions, io: Io): Promise<boolean> {
  return options.resume !== true && (await exists(file)) && (await isWanted(file, options, io)) === true;
}

/** One file of several: anew, and whole. */
export async function saveFile(
  entry: Entry,
  file: string,
  options: GetOptions,
  io: Io,
  opener: Anyurl,
  call: CallOptions,
  line: BoardLine,
): Promise<Saved> {
  let received = 0;
  const seen = (octets: Uint8Array) => {
    received += octets.length;
    line.tick(received).catch(() => {});
  };
  const get = () => opener.get(entry, call);
  const silent = { ...options, quiet: true };
  return saveAnew({ file, options: silent, force: true, io, seen, check: undefined, get });
}

async function saveAnew({ file, options, force, io, seen, check, get }: Saving): Promise<Saved> {
  await using part = await openPartFile(file, force);
  const retrieved = await get(options.range);
  const size = await transfer(retrieved, options, io, async (octets) => {
    seen(octets);
    await part.write(octets);
  });
  check?.check();
  // Ctrl-C between the last octet and the name: nothing is kept.
  io.signal.throwIfAborted();
  await part.complete();
  return { retrieved, size };
}

/** Goes on with what an earlier run has left; leaves what it has for a later one. */
async function saveOn(url: Url, { file, options, force, io, seen, check, get }: Saving): Promise<Saved> {
  await using part = await openKeptPart(file, redact(url.href), force);
  const retrieved = await goOn(part, get);
  await part.read(seen);
  await transfer(
    retrieved,
    options,
    io,
    async (octets) => {
      seen(octets);
      await part.write(octets);
    },
    part.length,
  );
  try {
    check?.check();
  } catch (error) {
    await part.restart();
    throw error;
  }
  io.signal.throwIfAborted();
  await part.complete();
  return { retrieved, size: part.length };
}
