import type { PartDownload } from "@anyurl/client";
import { AccessError, displayText, type GetResult } from "anyurl";
import { LocalError } from "../../errors.ts";
import type { Io } from "../../io.ts";
import { looksBinary, TerminalText } from "../../render/terminal-text.ts";
import { showsProgress } from "../../terminal/shows-progress.ts";

export interface DeliverOptions {
  readonly quiet?: boolean;
  readonly json?: boolean;
  /** Write the exact bytes, even to a terminal. */
  readonly raw?: boolean;
}

/** Writes a body to standard output: the exact bytes, or sanitized text on a terminal. */
export async function writeOutput(retrieved: GetResult, options: DeliverOptions, io: Io): Promise<void> {
  if (io.stdout.isTerminal && options.raw !== true) return show(retrieved, io);
  // Progress and data on one terminal would mix.
  const quiet = options.quiet === true || io.stdout.isTerminal;
  await transfer(retrieved, { ...options, quiet }, io, (octets) => io.stdout.write(octets));
}

/** @throws {LocalError} binary: the data is not text. */
async function show(retrieved: GetResult, io: Io): Promise<void> {
  const text = new TerminalText();
  let first = true;
  for await (const octets of retrieved.chunks()) {
    if (first && looksBinary(octets, retrieved.mediaType)) throw binary(retrieved.mediaType);
    first = false;
    await io.stdout.write(text.push(octets));
  }
  await io.stdout.write(text.end());
  await checkComplete(retrieved);
}

function binary(mediaType: string | undefined): LocalError {
  const what = displayText(mediaType ?? "binary data");
  return new LocalError(
    "binary",
    `cannot show ${what} on a terminal`,
    "use get -o FILE to save it, or --raw to show it anyway",
  );
}

/** Passes on every chunk, shows the progress, and returns the number of bytes. */
export async function transfer(
  retrieved: PartDownload,
  options: DeliverOptions,
  io: Io,
  take: (octets: Uint8Array) => Promise<void>,
  begin = 0,
): Promise<number> {
  const total = retrieved.range === undefined || begin > 0 ? retrieved.size : undefined;
  const { url } = retrieved;
  const progress = showsProgress(io.stderr, options)
    ? (await import("../../progress.ts")).createProgress(io, { url, total, begin, options })
    : undefined;
  let received = begin;
  try {
    for await (const octets of retrieved.chunks()) {
      await take(octets);
      received += octets.length;
      await progress?.tick(received);
    }
  } finally {
    await progress?.end();
  }
  await checkComplete(retrieved);
  return received;
}

/** @throws {AccessError} truncated */
async function checkComplete(retrieved: PartDownload): Promise<void> {
  if ((await retrieved.complete) === false) {
    throw new AccessError("truncated", "the transfer ended early");
  }
}

/** Describes who responded, and when, as members of a JSON answer. The body was read to its end. */
export function describeTransfer(retrieved: GetResult): object {
  const { url, status, finalUrl, redirects, redirectUrl, remote, timings } = retrieved;
  return {
    ...{ url, status, finalUrl, redirects },
    ...(redirectUrl !== undefined && { redirectUrl }),
    ...{ remote, timings },
  };
}

/** Reads the whole body as members of a JSON answer, up to the limit maxBytes. */
export async function readBody(retrieved: GetResult): Promise<object> {
  const { mediaType } = retrieved;
  const octets = await retrieved.bytes();
  const { createHash } = await import("node:crypto");
  const body = utf8(octets);
  return {
    ...describeTransfer(retrieved),
    mediaType,
    size: octets.length,
    sha256: createHash("sha256").update(octets).digest("hex"),
    complete: await retrieved.complete,
    ...(body === undefined ? { base64: Buffer.from(octets).toString("base64") } : { text: body }),
  };
}

function utf8(octets: Uint8Array): string | undefined {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(octets);
  } catch {
    return undefined;
  }
}
