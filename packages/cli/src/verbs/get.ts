import { createHash } from "node:crypto";
import {
  AccessError,
  type Anyurl,
  type ByteRange,
  type CallOptions,
  displayText,
  isAccessError,
  isDirectory,
  type Retrieved,
  redact,
  type Url,
} from "anyurl";
import { octetsOf } from "../body.ts";
import { goOn } from "../download/go-on.ts";
import { IntegrityCheck, integrityOf } from "../download/integrity.ts";
import { openKeptPart } from "../download/kept-part.ts";
import { openPartFile } from "../download/part-file.ts";
import { LocalError, UsageError } from "../faults.ts";
import type { Io } from "../io.ts";
import { jsonText } from "../json.ts";
import { callOptions, type OpenOptions, openerOf } from "../opener.ts";
import { progressOf, sizeText } from "../progress.ts";
import { looksBinary, TerminalText } from "../render/terminal-text.ts";
import { listUrl } from "./ls.ts";
import { readUrl } from "./read-url.ts";

export interface GetOptions extends OpenOptions {
  readonly json?: boolean;
  readonly quiet?: boolean;
  readonly output?: string;
  readonly force?: boolean;
  readonly raw?: boolean;
  readonly range?: ByteRange;
  /** Go on with what an earlier run has left. */
  readonly resume?: boolean;
  /** What the file must be: "sha256-…". */
  readonly integrity?: string;
}

/** Fetches what a URL names: to a file, to a program, to a person. */
export async function get(text: string, options: GetOptions, io: Io): Promise<void> {
  const { url } = readUrl(text);
  if (options.output === undefined && (options.resume === true || options.integrity !== undefined))
    throw new UsageError("--resume and --integrity are for a file", "name it by -o FILE");
  if (options.range !== undefined && options.resume === true)
    throw new UsageError("--range and --resume exclude each other");
  if (options.output !== undefined) return save(url, options.output, options, io);
  // A listing has no octets of its own.
  const mayList = options.raw !== true && options.range === undefined;
  if (mayList && isDirectory(url)) return listUrl(url, options, io);
  let retrieved: Retrieved;
  try {
    retrieved = await openerOf(url, options, io).get(url, getOptions(options, io));
  } catch (error) {
    if (mayList && isAccessError(error) && error.code === "is-a-directory") return listUrl(url, options, io);
    throw error;
  }
  if (options.json === true) return describeBody(retrieved, io);
  await (io.stdout.isTerminal && options.raw !== true ? show(retrieved, io) : pass(retrieved, options, io));
}

function getOptions(options: GetOptions, io: Io): CallOptions {
  return { ...callOptions(options, io), range: options.range };
}

/** The octets, exactly. */
async function pass(retrieved: Retrieved, options: GetOptions, io: Io): Promise<void> {
  await transfer(retrieved, options, io, (octets) => io.stdout.write(octets));
}

/** For a person: text without what could act on the terminal; nothing that is not text. */
async function show(retrieved: Retrieved, io: Io): Promise<void> {
  const text = new TerminalText();
  let first = true;
  for await (const octets of octetsOf(retrieved.body)) {
    if (first && looksBinary(octets, retrieved.mediaType)) {
      const what = displayText(retrieved.mediaType ?? "binary data");
      throw new LocalError(
        "binary",
        `${what} is not for a terminal`,
        "-o FILE saves it; --raw shows it all the same",
      );
    }
    first = false;
    await io.stdout.write(text.push(octets));
  }
  await io.stdout.write(text.end());
  await checkComplete(retrieved);
}

/** To a file, which has its name only when all of it is there. */
async function save(url: Url, file: string, options: GetOptions, io: Io): Promise<void> {
  const hash = options.json === true ? createHash("sha256") : undefined;
  const check =
    options.integrity === undefined ? undefined : new IntegrityCheck(integrityOf(options.integrity));
  const seen = (octets: Uint8Array) => {
    hash?.update(octets);
    check?.update(octets);
  };
  const opener = openerOf(url, options, io);
  const saving: Saving = { url, file, options, io, seen, check, opener };
  const { retrieved, size } = await (options.resume === true ? saveOn(saving) : saveAnew(saving));
  const complete = await retrieved.complete;
  if (hash !== undefined) {
    const { url: shown, mediaType } = retrieved;
    await io.stdout.write(
      jsonText({ ok: true, url: shown, file, mediaType, size, sha256: hash.digest("hex"), complete }),
    );
  } else if (options.quiet !== true && io.stderr.isTerminal) {
    const doubt = complete === "unknown" ? "; the protocol cannot say whether that is all" : "";
    await io.stderr.write(`${displayText(file)}: ${sizeText(size)}${doubt}\n`);
  }
}

interface Saving {
  readonly url: Url;
  readonly file: string;
  readonly options: GetOptions;
  readonly io: Io;
  /** Told of every octet of the file. */
  readonly seen: (octets: Uint8Array) => void;
  readonly check: IntegrityCheck | undefined;
  readonly opener: Anyurl;
}

interface Saved {
  readonly retrieved: Retrieved;
  readonly size: number;
}

async function saveAnew({ url, file, options, io, seen, check, opener }: Saving): Promise<Saved> {
  await using part = await openPartFile(file, options.force === true);
  const retrieved = await opener.get(url, getOptions(options, io));
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
async function saveOn({ url, file, options, io, seen, check, opener }: Saving): Promise<Saved> {
  await using part = await openKeptPart(file, redact(url.href), options.force === true);
  const get = (range?: ByteRange) => opener.get(url, { ...getOptions(options, io), range });
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

/** For a program: all of it in one value, up to the limit maxBytes. */
async function describeBody(retrieved: Retrieved, io: Io): Promise<void> {
  const { url, mediaType } = retrieved;
  const octets = await retrieved.bytes();
  const body = utf8(octets);
  await io.stdout.write(
    jsonText({
      ok: true,
      url,
      mediaType,
      size: octets.length,
      sha256: createHash("sha256").update(octets).digest("hex"),
      complete: await retrieved.complete,
      ...(body === undefined ? { base64: Buffer.from(octets).toString("base64") } : { text: body }),
    }),
  );
}

/** Hands every piece on, shows how far it is, and gives the number of octets. */
async function transfer(
  retrieved: Retrieved,
  { quiet }: GetOptions,
  io: Io,
  take: (octets: Uint8Array) => Promise<void>,
  begin = 0,
): Promise<number> {
  const progress = progressOf(io, retrieved.range === undefined || begin > 0 ? retrieved.size : undefined);
  let received = begin;
  try {
    for await (const octets of octetsOf(retrieved.body)) {
      await take(octets);
      received += octets.length;
      // Two lines in one place would spoil each other.
      if (quiet !== true && !io.stdout.isTerminal) await progress.tick(received);
    }
  } finally {
    await progress.end();
  }
  await checkComplete(retrieved);
  return received;
}

async function checkComplete(retrieved: Retrieved): Promise<void> {
  if ((await retrieved.complete) === false) {
    throw new AccessError("truncated", "the transfer ended before all of it was there");
  }
}

function utf8(octets: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(octets);
  } catch {
    return undefined;
  }
}
