import type { Io } from "./io.ts";

/** A line on a terminal that says how far a transfer is. */
export interface Progress {
  tick(received: number): Promise<void>;
  /** Removes the line. */
  end(): Promise<void>;
}

/** Milliseconds before the line appears, and between two states of it. */
const PATIENCE = 1000;
const PACE = 200;

/** Writes to stderr, where it is a terminal. */
export function progressOf({ stderr, now }: Io, total: number | undefined): Progress {
  const start = now();
  let drawn = 0;
  return {
    async tick(received) {
      const time = now();
      if (!stderr.isTerminal || time - start < PATIENCE || time - drawn < PACE) return;
      drawn = time;
      const rate = Math.round((received * 1000) / (time - start));
      const part = total === undefined || total === 0 ? "" : `, ${Math.floor((100 * received) / total)} %`;
      await stderr.write(`\r\x1b[K${sizeText(received)}${part}, ${sizeText(rate)}/s`);
    },
    async end() {
      if (drawn > 0) await stderr.write("\r\x1b[K");
    },
  };
}

/** 999 octets, 1.0 KiB, 12.3 MiB. */
export function sizeText(octets: number): string {
  let value = octets;
  let unit = "octets";
  for (const next of ["KiB", "MiB", "GiB", "TiB"]) {
    if (value < 1000) break;
    value /= 1024;
    unit = next;
  }
  return `${unit === "octets" ? value : value.toFixed(1)} ${unit}`;
}
