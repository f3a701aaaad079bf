import { setTimeout as sleep } from "node:timers/promises";
import type { BodyOutcome } from "@anyurl/client";
import type { SoakClient } from "./client.ts";
import { entriesOf, given, shown } from "./found.ts";
import type { Operation, Reading } from "./operation.ts";
import type { Reading as Got, Job, Prepared, Target } from "./target.ts";

/** The result of a call, and how it ended. */
export interface Attempt {
  readonly ended: "read" | "left" | "threw";
  readonly error?: unknown;
  /** The bytes of a `get`. */
  readonly octets: Uint8Array;
  /** For `get`: the body's own outcome; `undefined` without a body. */
  readonly complete?: BodyOutcome | undefined;
  /** The entries or attributes. */
  readonly entries: readonly string[];
  /** For a job: its result. */
  readonly came?: Awaited<ReturnType<Prepared["run"]>>;
}

/** A slow reader pauses after each of the first chunks. `PAUSE` is in milliseconds. */
const PAUSES = 10;
const PAUSE = 3;

/** @param job the prepared job, if the target is a job. */
export async function attemptOf(
  client: SoakClient,
  operation: Operation,
  signal: AbortSignal,
  job: Prepared | undefined,
  deeds: () => { readonly cut: boolean },
): Promise<Attempt> {
  const target = operation.target as Exclude<Target, Job>;
  if (job !== undefined) return jobOf(client, operation, signal, job, deeds);
  if (target.does === "get") return get(client, operation, target, signal);
  const entries: string[] = [];
  const { callAttempts } = operation;
  const options = { ...given(target), signal, retry: { ...BACKOFF, attempts: callAttempts } };
  const done = (ended: Attempt["ended"], error?: unknown): Attempt => ({
    ended,
    error,
    octets: NOTHING,
    entries,
  });
  try {
    if (target.does === "stat") {
      entries.push(shown(await client.stat(target.url, options)));
      return done("read");
    }
    const { reading } = operation;
    if (isLeft(reading, 0)) return done("left");
    for await (const entry of entriesOf(client, target, options)) {
      entries.push(shown(entry));
      if (isLeft(reading, entries.length)) return done("left");
      if (reading.how === "slowly" && entries.length <= PAUSES) await sleep(PAUSE);
    }
    return done("read");
  } catch (error) {
    return done("threw", error);
  }
}

async function jobOf(
  client: SoakClient,
  { target, callAttempts }: Operation,
  signal: AbortSignal,
  job: Prepared,
  deeds: () => { readonly cut: boolean },
): Promise<Attempt> {
  const options = { ...given(target), signal, retry: { ...BACKOFF, attempts: callAttempts } };
  try {
    return { ended: "read", octets: NOTHING, entries: [], came: await job.run(client, options, deeds) };
  } catch (error) {
    return { ended: "threw", error, octets: NOTHING, entries: [] };
  }
}

const NOTHING = new Uint8Array(0);
const BACKOFF = { first: 5, most: 20 };

async function get(
  client: SoakClient,
  { start, callAttempts, reading }: Operation,
  target: Got,
  signal: AbortSignal,
): Promise<Attempt> {
  const pieces: Uint8Array[] = [];
  let complete: Promise<BodyOutcome> | undefined;
  const done = async (ended: Attempt["ended"], error?: unknown): Promise<Attempt> => ({
    ended,
    error,
    octets: Buffer.concat(pieces),
    complete: await complete,
    entries: [],
  });
  try {
    const retrieved = await client.get(target.url, {
      ...given(target),
      signal,
      retry: { ...BACKOFF, attempts: callAttempts },
      ...(start > 0 && { range: { start } }),
    });
    complete = retrieved.complete;
    if (isLeft(reading, 0)) {
      await retrieved.body.cancel();
      return done("left");
    }
    for await (const piece of piecesOf(retrieved.body, reading)) {
      pieces.push(piece);
      // Exiting the loop cancels the stream.
      if (isLeft(reading, pieces.length)) return done("left");
      if (reading.how === "slowly" && pieces.length <= PAUSES) await sleep(PAUSE);
    }
    return done("read");
  } catch (error) {
    return done("threw", error);
  }
}

function piecesOf(body: ReadableStream<Uint8Array>, reading: Reading): AsyncIterable<Uint8Array> {
  return reading.how === "own buffer" ? intoBuffer(body, reading.size) : body;
}

async function* intoBuffer(body: ReadableStream<Uint8Array>, size: number): AsyncGenerator<Uint8Array> {
  const reader = body.getReader({ mode: "byob" });
  let buffer = new ArrayBuffer(size);
  for (;;) {
    const { done, value } = await reader.read(new Uint8Array(buffer, 0, size));
    if (done) return;
    yield value.slice();
    buffer = value.buffer;
  }
}

function isLeft(reading: Reading, after: number): boolean {
  return reading.how === "left" && after >= reading.after;
}
