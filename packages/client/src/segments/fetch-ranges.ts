import { AccessError, isAccessError, type RangeRequest } from "@anyurl/core";
import type { PartFacts } from "@anyurl/core/exchange";
import { compareVersion } from "../body/continue-part.ts";
import type { GetResult } from "../body/get-result.ts";
import type { Interval } from "./byte-ranges.ts";
import { RangeStream } from "./range-stream.ts";

/** Gets a range of the resource, with what tells its version. An abort of the signal ends it. */
export type GetRange = (range: RangeRequest | undefined, signal: AbortSignal) => Promise<GetResult>;

export interface RangeFetch {
  readonly get: GetRange;
  /** Called with bytes that have arrived. If it fails, it aborts everything. */
  readonly take: (octets: Uint8Array, position: number) => Promise<void>;
  /** What the first response told: all others must be of the same version. */
  readonly facts: PartFacts;
  readonly size: number;
  /** Ends all responses. */
  readonly abort: AbortController;
}

/** How ranges were fetched. */
export interface Fetched {
  /** Responses that gave bytes at the same time. */
  readonly used: number;
  /** Why there were fewer than ranges. */
  readonly reason?: string;
}

/**
 * Fetches ranges at the same time, each with a response of its own. If the server rejects a response, or cuts it, the
 * others fetch its range as well; if none of them is left, one more response does.
 *
 * @param first a response that starts with the first range, and has no end.
 * @throws {AccessError} changed: the responses are not of one version. @throws the error of the last response.
 */
export async function fetchRanges(
  first: RangeStream,
  [range, ...others]: readonly Interval[],
  fetch: RangeFetch,
): Promise<Fetched> {
  const pending = [...others];
  let rejection: AccessError | undefined;
  let used = 0;
  const run = async (stream: RangeStream | undefined, from: Interval | undefined) => {
    const { error, hasBytes } = await fetchNext(stream, from, pending, fetch);
    rejection ??= error;
    if (hasBytes) used++;
  };
  const settled = await Promise.allSettled([
    run(first, range),
    ...others.map(() => run(undefined, pending.shift())),
  ]);
  if (fetch.abort.signal.aborted) throw fetch.abort.signal.reason;
  for (const each of settled) if (each.status === "rejected") throw each.reason;
  while (pending.length > 0) {
    const { error } = await fetchNext(undefined, pending.shift(), pending, fetch);
    if (error !== undefined) throw error;
  }
  return { used, ...(rejection !== undefined && { reason: rejection.message }) };
}

/** Fetches a range, and then those that are pending. Returns the error of a response that others can replace. */
async function fetchNext(
  given: RangeStream | undefined,
  from: Interval | undefined,
  pending: Interval[],
  fetch: RangeFetch,
): Promise<{ readonly error?: AccessError; readonly hasBytes: boolean }> {
  let stream = given;
  let range = from;
  let at = 0;
  let hasBytes = false;
  try {
    while (range !== undefined) {
      at = range.start;
      stream ??= await openStream(range, fetch);
      while (at < range.end) {
        const octets = await stream.read(range.end - at);
        await fetch.take(octets, at);
        at += octets.length;
        hasBytes = true;
      }
      if (at === fetch.size) await stream.expectEnd();
      const next = stream.isOpenEnded ? pending.findIndex(({ start }) => start === at) : -1;
      if (next === -1) {
        await stream.end();
        stream = undefined;
      }
      range = next === -1 ? pending.shift() : pending.splice(next, 1)[0];
    }
    return { hasBytes };
  } catch (error) {
    const isReplaceable = isAccessError(error) && !FATAL_CODES.has(error.code) && !fetch.abort.signal.aborted;
    if (!isReplaceable) {
      fetch.abort.abort(error);
      throw error;
    }
    if (range !== undefined && at < range.end) pending.push({ start: at, end: range.end });
    return { error, hasBytes };
  } finally {
    await stream?.end();
  }
}

/** Errors that the other responses would have as well. */
const FATAL_CODES: ReadonlySet<string> = new Set(["aborted", "changed"]);

/** The response with the last range has no end, so that more bytes than the size are noticed. */
async function openStream(
  { start, end }: Interval,
  { get, facts, size, abort }: RangeFetch,
): Promise<RangeStream> {
  const isLast = end === size;
  const response = await get(isLast ? { start } : { start, end }, abort.signal);
  const stream = new RangeStream(response.chunks(), isLast);
  if (response.skipped === 0 && compareVersion({ facts, length: 0 }, response) === "same") return stream;
  await stream.end();
  if (response.skipped > 0) throw new AccessError("unsupported", NO_RANGES);
  throw changed();
}

export const NO_RANGES = "the server does not support ranges";

function changed(): AccessError {
  return new AccessError("changed", "the file changed on the server while it was fetched in segments", {
    retryable: true,
    hint: "download it again",
  });
}
