import type { HostIo } from "./host-io.ts";
import { progressLine } from "./render/progress-line.ts";
import { createLiveLines, type LiveLines } from "./terminal/live-lines.ts";

/** Progress lines of a transfer on a terminal. */
export interface Progress {
  tick(received: number): Promise<void>;
  /** Removes them. */
  end(): Promise<void>;
}

type Screen = Pick<HostIo, "stderr" | "now">;

/** Delay before a line appears, and the interval between two updates, in milliseconds. */
const FIRST_DRAW_MS = 1000;
const REDRAW_MS = 200;

/**
 * Shows the progress of one transfer on standard error, if that is a terminal.
 *
 * @param total bytes; `undefined` if unknown.
 * @param begin bytes that an earlier run downloaded.
 */
export function createProgress({ stderr, now }: Screen, total: number | undefined, begin = 0): Progress {
  const start = now();
  const lines = createLiveLines(stderr);
  let drawn = 0;
  return {
    async tick(received) {
      const time = now();
      if (!stderr.isTerminal || time - start < FIRST_DRAW_MS || time - drawn < REDRAW_MS) return;
      drawn = time;
      await lines.show([progressLine({ received, begin, total, time: time - start }, stderr.columns)]);
    },
    end: () => lines.clear(),
  };
}

/** Progress of several parallel transfers. */
export interface ProgressBoard {
  /** Adds a transfer that has started. */
  begin(name: string, total: number | undefined): BoardLine;
  /** Writes text above the lines. */
  say(text: string): Promise<void>;
  end(): Promise<void>;
}

interface BoardLine {
  tick(received: number): Promise<void>;
  /** Ends the line. Bytes of a failed transfer do not count. */
  done(octets: number | undefined): void;
}

/** Maximum number of transfers that have their own line. */
const MAX_LINES = 8;

/**
 * Shows a line for each active transfer, and one for all transfers.
 *
 * @param files the number of files.
 * @param total bytes of all files; `undefined` if unknown.
 */
export function createProgressBoard(
  { stderr, now }: Screen,
  files: number,
  total: number | undefined,
  quiet = false,
): ProgressBoard {
  const start = now();
  const lines = createLiveLines(stderr);
  const active = new Set<{ name: string; total: number | undefined; start: number; received: number }>();
  let finished = 0;
  let octets = 0;
  let drawn = 0;

  async function draw(): Promise<void> {
    const time = now();
    if (quiet || !stderr.isTerminal || time - start < FIRST_DRAW_MS || time - drawn < REDRAW_MS) return;
    drawn = time;
    const each = [...active]
      .slice(0, MAX_LINES)
      .map(({ name, received, total: size, start: began }) =>
        progressLine({ name, received, total: size, time: time - began }, stderr.columns),
      );
    const received = [...active].reduce((sum, line) => sum + line.received, octets);
    const name = `${finished} of ${files} files`;
    await lines.show([...each, progressLine({ name, received, total, time: time - start }, stderr.columns)]);
  }

  return {
    begin(name, size) {
      const line = { name, total: size, start: now(), received: 0 };
      active.add(line);
      return {
        tick(received) {
          line.received = received;
          return draw();
        },
        done(all) {
          active.delete(line);
          finished++;
          octets += all ?? 0;
        },
      };
    },
    async say(text) {
      await writeAbove(lines, () => stderr.write(text));
    },
    end: () => lines.clear(),
  };
}

async function writeAbove(lines: LiveLines, write: () => Promise<void>): Promise<void> {
  await lines.clear();
  await write();
}
