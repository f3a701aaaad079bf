import { AccessError, type Attributes, isAccessError, type RangeRequest, resolveOptions } from "@anyurl/core";
import type { PartFacts, PartFile } from "@anyurl/core/exchange";
import {
  type Continued,
  compareVersion,
  findPrefix,
  hasVersion,
  isStrong,
  type PartDownload,
  readPastKnown,
  readTail,
  toFacts,
} from "../body/continue-part.ts";
import type { GetResult } from "../body/get-result.ts";
import { restOfVersion } from "../body/range.ts";
import { recheck } from "../tree/recheck.ts";
import { ByteRanges, divide, type Interval } from "./byte-ranges.ts";
import { type Fetched, fetchRanges, type GetRange, NO_RANGES } from "./fetch-ranges.ts";
import { RangeStream } from "./range-stream.ts";
import { type SegmentOptions, segmentOptions } from "./segment-options.ts";

/** A resource that is fetched in segments. */
export interface SegmentedSource {
  /** Gets a range, with the metadata "version". The signal ends it. */
  readonly get: GetRange;
  /** Asks for the metadata again, after all bytes have arrived. Not needed with a strong entity tag. */
  stat?(): Promise<Attributes>;
}

/** Called when the first response has started, and whenever bytes have arrived. */
export interface SegmentEvents {
  started?(facts: SegmentStart): void | Promise<void>;
  received?(octets: number): void | Promise<void>;
}

export interface SegmentStart extends Pick<Continued, "restarted"> {
  readonly url: string;
  readonly size: number | undefined;
  /** Bytes that an earlier run has fetched. */
  readonly begin: number;
}

/** How a file was fetched. */
export interface Filled extends SegmentStart {
  /** The first response. Its body was read. */
  readonly retrieved: Omit<PartDownload, "chunks">;
  /** Responses that gave bytes at the same time. */
  readonly segments: number;
  /** Why there were fewer than requested. */
  readonly reason?: string;
}

/**
 * Fetches a file in several ranges at the same time, and writes them to an incomplete file. What an earlier run has
 * fetched is used if the version is the same. Without a size, a version, or a server that can start within the file, the
 * file is fetched with one response; the result says why.
 *
 * After a failure, the notes of the file have the ranges that have arrived, so that a later call, or `continuePart`, goes on
 * from there. The caller completes the file.
 *
 * @throws {AccessError} changed: the responses are not of one version. The bytes are discarded.
 */
export async function fillPart(
  part: PartFile,
  source: SegmentedSource,
  options: SegmentOptions = {},
  events: SegmentEvents = {},
): Promise<Filled> {
  const { segments, minSegment, noteEvery } = resolveOptions(segmentOptions, options);
  const abort = new AbortController();
  const first = await openFirst(part, (range) => source.get(range, abort.signal));
  const { response, chunks, start, restarted } = first;
  const { size } = response;
  const arrived = new ByteRanges(first.ranges);
  const facts = toFacts(part.facts.url, response, part.facts);
  const begin = arrived.length;
  const filling = new Filling(part, arrived, facts, noteEvery, events);
  const begun = { url: response.url, size, begin, restarted };
  try {
    await filling.note();
    await events.started?.(begun);
    let reason = findReason(response, facts, start);
    const ranges = reason === undefined ? divide(arrived.missing(size!), segments, minSegment) : [];
    let fetched: Fetched;
    let { complete } = response;
    if (ranges.length > 1) {
      const fetch = { get: source.get, take: filling.takeOr(abort), facts, size: size!, abort };
      fetched = await fetchRanges(new RangeStream(chunks, true), ranges, fetch);
      await checkVersion(response, facts, source);
      // All bytes of the size have arrived.
      complete = Promise.resolve(true);
    } else {
      reason ??= segments > 1 ? "the rest of the file is too short for several ranges" : undefined;
      await readOne(chunks, start, response, filling);
      fetched = { used: 1, ...(reason !== undefined && { reason }) };
    }
    const { url, mediaType, modified, range } = response;
    const retrieved = { url, mediaType, size, modified, range, complete };
    const { used, ...why } = fetched;
    return { ...begun, retrieved, segments: used, ...why };
  } catch (error) {
    if (isAccessError(error) && error.code === "changed") await part.truncate(0);
    else await filling.note().catch(() => {});
    throw error;
  } finally {
    await chunks.return();
  }
}

interface First extends Pick<Continued, "restarted"> {
  readonly response: GetResult;
  /** From `start` to the end of the resource. */
  readonly chunks: AsyncGenerator<Uint8Array, void, void>;
  readonly start: number;
  /** The ranges that an earlier run has fetched. */
  readonly ranges: readonly Interval[];
}

/** Opens the resource at the first byte that is missing. If its version is another one, the earlier bytes are discarded. */
async function openFirst(part: PartFile, get: (range?: RangeRequest) => Promise<GetResult>): Promise<First> {
  const { facts, length } = part;
  const ranges = facts.ranges ?? (length > 0 ? [{ start: 0, end: length }] : []);
  let restarted: First["restarted"];
  if (ranges.length > 0) {
    if (hasVersion(facts)) {
      const start = findPrefix(ranges);
      const known = await readTail(part, start);
      const response = await get(start === 0 ? undefined : restOfVersion(start - known.length, facts.etag));
      const chunks = response.chunks();
      const rest = compareVersion(part, response) === "same" ? await readPastKnown(known, chunks) : undefined;
      if (rest !== undefined) return { response, chunks: rest, start, ranges, restarted };
      await chunks.return();
      restarted = "changed";
    } else restarted = "unknown-version";
    await part.truncate(0);
  }
  const response = await get();
  return { response, chunks: response.chunks(), start: 0, ranges: [], restarted };
}

/** Returns why the file is fetched with one response; `undefined` if it need not be. */
function findReason({ size, skipped }: GetResult, facts: PartFacts, start: number): string | undefined {
  if (size === undefined) return "the server does not tell the size of the file";
  if (!hasVersion(facts)) return "the server does not tell the version of the file";
  if (start > 0 && skipped > 0) return NO_RANGES;
  return undefined;
}

/** Reads the rest of the resource with one response. */
async function readOne(
  chunks: AsyncGenerator<Uint8Array, void, void>,
  start: number,
  { complete }: GetResult,
  filling: Filling,
): Promise<void> {
  let at = start;
  for await (const octets of chunks) {
    await filling.take(octets, at);
    at += octets.length;
  }
  if ((await complete) === false)
    throw new AccessError("truncated", "the transfer ended early", { retryable: true });
}

/** A modification time can be the same for two versions within its second, and the file can change between two ranges. */
async function checkVersion(
  { size, modified }: GetResult,
  { etag }: PartFacts,
  { stat }: SegmentedSource,
): Promise<void> {
  if (stat === undefined || isStrong(etag)) return;
  await recheck(
    { name: "", kind: "file", url: undefined },
    { ...(size !== undefined && { size }), ...(modified !== undefined && { modified }) },
    stat,
  );
}

/** Writes what arrives, and records the ranges from time to time. */
class Filling {
  readonly #part: PartFile;
  readonly #arrived: ByteRanges;
  readonly #facts: PartFacts;
  readonly #noteEvery: number;
  readonly #events: SegmentEvents;
  #notNoted = 0;
  #noting: Promise<void> = Promise.resolve();

  constructor(
    part: PartFile,
    arrived: ByteRanges,
    facts: PartFacts,
    noteEvery: number,
    events: SegmentEvents,
  ) {
    this.#part = part;
    this.#arrived = arrived;
    this.#facts = facts;
    this.#noteEvery = noteEvery;
    this.#events = events;
  }

  async take(octets: Uint8Array, position: number): Promise<void> {
    await this.#part.write(octets, position);
    this.#arrived.add({ start: position, end: position + octets.length });
    this.#notNoted += octets.length;
    if (this.#notNoted >= this.#noteEvery) await this.note();
    await this.#events.received?.(this.#arrived.length);
  }

  /** Takes bytes, and ends all responses if they cannot be written. */
  takeOr(abort: AbortController): Filling["take"] {
    return async (octets, position) => {
      try {
        await this.take(octets, position);
      } catch (error) {
        abort.abort(error);
        throw error;
      }
    };
  }

  /** Records which ranges have arrived. */
  note(): Promise<void> {
    this.#notNoted = 0;
    // Also if it is one range at the start: a failed write can have left bytes after it.
    const facts = { ...this.#facts, ranges: this.#arrived.ranges };
    this.#noting = this.#noting.catch(() => {}).then(() => this.#part.note(facts));
    return this.#noting;
  }
}
