import type { TreeTotal } from "@anyurl/client";
import { decodeText } from "anyurl";
import type { HostIo } from "./host-io.ts";
import { formatJsonLine } from "./json.ts";
import { say } from "./language.ts";
import { getPlausibleTotal, nameColumns, progressLine } from "./render/progress-line.ts";
import { createPainter } from "./render/style.ts";
import { createLiveLines } from "./terminal/live-lines.ts";
import { type ProgressOptions, showsProgress } from "./terminal/shows-progress.ts";

/** Progress of a transfer. */
export interface Progress {
  tick(received: number): Promise<void>;
  /** The same without waiting. Errors are ignored, so that they do not stop the transfer. */
  update(received: number): void;
  /** Removes the lines of a terminal. */
  end(): Promise<void>;
}

type Screen = Pick<HostIo, "stderr" | "elapsed" | "env">;

/** What a transfer transfers. */
export interface TransferFacts {
  /** Without secrets. */
  readonly url: string;
  /** Bytes; `undefined` if unknown. */
  readonly total: number | undefined;
  /** Bytes that an earlier run downloaded. */
  readonly begin?: number;
  readonly options?: ProgressOptions;
}

/** Delay before the first line, and the interval between two updates of a terminal, in milliseconds. */
const FIRST_DRAW_MS = 1000;
const REDRAW_MS = 200;
/** The interval between two lines of JSON. */
const JSON_MS = 1000;

/** Shows the progress of one transfer on standard error: as a line of a terminal, or as JSON. */
export function createProgress(
  screen: Screen,
  { url, total, begin = 0, options = {} }: TransferFacts,
): Progress {
  const { stderr, elapsed, env } = screen;
  const paint = createPainter(stderr, env);
  const start = elapsed();
  const rate = createRate(start, begin);
  const writer = createWriter(screen, options, start);
  const progress: Progress = {
    async tick(received) {
      const time = elapsed();
      rate.add(time, received);
      if (!writer.isDue(time)) return;
      const state = { received, total, rate: rate.current() };
      await writer.write(
        () => [progressLine({ ...state, name: lastName(url) }, stderr.columns, paint)],
        () => ({ ...state, filesDone: 0, filesTotal: 1, files: [{ url, received, total }] }),
      );
    },
    update: (received) => void progress.tick(received).catch(() => {}),
    end: () => writer.end(),
  };
  return progress;
}

/** Progress of several parallel transfers. */
export interface ProgressBoard {
  /** Shows how far a file is. */
  progress(state: FileProgress): void;
  /** Ends a transfer. The URL can be that of its source or its target. */
  ended(url: string): void;
  /** Counts a file that is done, and its size: that of the listing, or of the copy if the listing has none. */
  done(size: number, isListed: boolean): void;
  /** Sets what there is to transfer, as listed so far. */
  expect(total: TreeTotal): void;
  /** Writes text above the lines. */
  say(text: string): Promise<void>;
  end(): Promise<void>;
}

interface FileProgress {
  /** Without secrets. */
  readonly url: string;
  readonly received: number;
  readonly total?: number;
}

/** The bytes of all files. */
interface Sum {
  /** Those that are done or received. */
  readonly received: number;
  /** `undefined`: nothing was listed. */
  readonly total: number | undefined;
  readonly isFinal: boolean;
}

/** Maximum number of transfers that have their own line. */
const MAX_LINES = 8;

/** Shows a line for each active transfer, and one for all transfers. */
export function createProgressBoard(screen: Screen, options: ProgressOptions = {}): ProgressBoard {
  const { stderr, elapsed, env } = screen;
  const paint = createPainter(stderr, env);
  const start = elapsed();
  const writer = createWriter(screen, options, start);
  const active = new Map<string, FileProgress & { readonly rate: Rate }>();
  const all = createRate(start, 0);
  let finished = 0;
  /** Bytes of the files that are done, and those of them that the listing has not told. */
  let [octets, unlisted] = [0, 0];
  /** The number of the latter. */
  let found = 0;
  /** Bytes that were received, also of files that failed. */
  let received = 0;
  let expected: TreeTotal | undefined;

  const measure = (): Sum => {
    let sum = octets;
    for (const { received: own, total = own } of active.values()) sum += Math.min(own, total);
    if (expected === undefined) return { received: sum, total: undefined, isFinal: false };
    const isFinal = expected.isFinal && expected.unsized === found;
    return { received: sum, total: expected.octets + unlisted, isFinal };
  };

  const drawLines = (sum: Sum): readonly string[] => {
    const { columns } = stderr;
    const nameWidth = nameColumns(columns);
    const each = [...active.values()].slice(0, MAX_LINES).map(({ url, rate, ...state }) => ({
      ...{ ...state, name: lastName(url), nameWidth, rate: rate.current() },
    }));
    const last = {
      ...{ name: countFiles(finished, expected), nameWidth, rate: all.current() },
      ...{ received: sum.received, total: sum.total, isAtLeast: !sum.isFinal },
    };
    return [...each, last].map((state) => progressLine(state, columns, paint));
  };

  async function draw(): Promise<void> {
    const time = elapsed();
    if (!writer.isDue(time)) return;
    all.add(time, received);
    const sum = measure();
    await writer.write(
      () => drawLines(sum),
      () => ({
        ...{ received: sum.received, total: sum.isFinal ? sum.total : undefined, rate: all.current() },
        ...{ filesDone: finished, filesTotal: expected?.isFinal ? expected.files : undefined },
        ...(expected !== undefined && {
          listed: { files: expected.files, octets: expected.octets + unlisted, isFinal: expected.isFinal },
        }),
        files: [...active.values()].map(({ url, received: own, total }) => ({ url, received: own, total })),
      }),
    );
  }

  return {
    progress(state) {
      const time = elapsed();
      const before = active.get(state.url);
      const rate = before?.rate ?? createRate(time, 0);
      rate.add(time, state.received);
      received += Math.max(0, state.received - (before?.received ?? 0));
      active.set(state.url, { ...state, rate });
      void draw().catch(() => {});
    },
    ended(url) {
      active.delete(url);
    },
    done(size, isListed) {
      finished++;
      octets += size;
      if (isListed) return;
      found++;
      unlisted += size;
    },
    expect(total) {
      expected = total;
    },
    async say(text) {
      await writer.end();
      await stderr.write(text);
    },
    end: () => writer.end(),
  };
}

function countFiles(done: number, total: TreeTotal | undefined): string {
  if (total?.isFinal === true) return say(`${done} of ${total.files} files`);
  if (total !== undefined) return say(`${done} of at least ${total.files} files`);
  return say(`${done} ${done === 1 ? "file" : "files"} done`);
}

/**
 * A line of JSON on standard error. Stable: programs may rely on it. A value that is not known is null.
 */
interface ProgressEvent {
  readonly received: number;
  readonly total?: number | undefined;
  /** Bytes per second. */
  readonly rate: number;
  readonly filesDone: number;
  readonly filesTotal?: number | undefined;
  /** What was listed so far. Absent: there is no listing. */
  readonly listed?: { readonly files: number; readonly octets: number; readonly isFinal: boolean };
  /** The files that are transferred now. */
  readonly files: readonly FileProgressEvent[];
}

interface FileProgressEvent {
  readonly url: string;
  readonly received: number;
  readonly total?: number | undefined;
}

interface Writer {
  /** Is it time to write? */
  isDue(time: number): boolean;
  write(lines: () => readonly string[], event: () => ProgressEvent): Promise<void>;
  end(): Promise<void>;
}

/** Writes progress at most some times a second, for people or for programs. */
function createWriter({ stderr }: Screen, options: ProgressOptions, start: number): Writer {
  const lines = createLiveLines(stderr);
  const interval = stderr.isTerminal ? REDRAW_MS : JSON_MS;
  let written = 0;
  return {
    isDue(time) {
      if (!showsProgress(stderr, options) || time - start < FIRST_DRAW_MS || time - written < interval)
        return false;
      written = time;
      return true;
    },
    async write(draw, describe) {
      if (stderr.isTerminal) await lines.show(draw());
      else await stderr.write(formatJsonLine(toJsonEvent(describe())));
    },
    end: () => lines.clear(),
  };
}

function toJsonEvent({ received, total, rate, ...rest }: ProgressEvent): object {
  const known = getPlausibleTotal(received, total);
  const left = known === undefined || rate === 0 ? undefined : Math.ceil((known - received) / rate);
  return { event: "progress", received, total: known, rate: Math.round(rate), secondsLeft: left, ...rest };
}

/** A transfer rate of the last seconds, in bytes per second. */
interface Rate {
  add(time: number, octets: number): void;
  current(): number;
}

/** The span that a rate is measured over, and the least between two samples, in milliseconds. */
const RATE_SPAN_MS = 10_000;
const SAMPLE_MS = 500;

function createRate(start: number, begin: number): Rate {
  const samples = [{ time: start, octets: begin }];
  let last = samples[0]!;
  return {
    add(time, octets) {
      last = { time, octets };
      if (time - samples.at(-1)!.time < SAMPLE_MS) return;
      samples.push(last);
      while (samples.length > 2 && time - samples[1]!.time >= RATE_SPAN_MS) samples.shift();
    },
    current() {
      const { time, octets } = samples[0]!;
      return last.time > time ? ((last.octets - octets) * 1000) / (last.time - time) : 0;
    },
  };
}

function lastName(url: string): string {
  return decodeText(url.split("/").at(-1) ?? "");
}
