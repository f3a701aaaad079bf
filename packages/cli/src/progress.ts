import { decodeText } from "anyurl";
import type { HostIo } from "./host-io.ts";
import { say } from "./language.ts";
import { progressLine } from "./render/progress-line.ts";
import { createLiveLines } from "./terminal/live-lines.ts";

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
  /** Shows how far a file is. */
  progress(state: FileProgress): void;
  /** Ends a file, with the bytes that were copied; `undefined` if it was not. */
  done(url: string, octets: number | undefined): void;
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

/** Maximum number of transfers that have their own line. */
const MAX_LINES = 8;

/** Shows a line for each active transfer, and one for all transfers. Their number is not known before the end. */
export function createProgressBoard({ stderr, now }: Screen, quiet = false): ProgressBoard {
  const start = now();
  const lines = createLiveLines(stderr);
  const active = new Map<string, FileProgress & { readonly start: number }>();
  let finished = 0;
  let octets = 0;
  let drawn = 0;

  async function draw(): Promise<void> {
    const time = now();
    if (quiet || !stderr.isTerminal || time - start < FIRST_DRAW_MS || time - drawn < REDRAW_MS) return;
    drawn = time;
    const files = [...active.values()];
    const each = files
      .slice(0, MAX_LINES)
      .map(({ url, received, total, start: began }) =>
        progressLine({ name: lastName(url), received, total, time: time - began }, stderr.columns),
      );
    const received = files.reduce((sum, file) => sum + file.received, octets);
    const name = say(`${finished} ${finished === 1 ? "file" : "files"} done`);
    const total = { name, received, total: undefined, time: time - start };
    await lines.show([...each, progressLine(total, stderr.columns)]);
  }

  return {
    progress(state) {
      active.set(state.url, { ...state, start: active.get(state.url)?.start ?? now() });
      void draw().catch(() => {});
    },
    done(url, copied) {
      active.delete(url);
      if (copied === undefined) return;
      finished++;
      octets += copied;
    },
    async say(text) {
      await lines.clear();
      await stderr.write(text);
    },
    end: () => lines.clear(),
  };
}

function lastName(url: string): string {
  return decodeText(url.split("/").at(-1) ?? "");
}
