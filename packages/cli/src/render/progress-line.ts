import { displayText } from "anyurl";
import { truncateToWidth } from "./columns.ts";
import { formatNumber } from "./facts.ts";
import { stringWidth } from "./string-width.ts";

/** The state of a transfer. */
export interface Transferred {
  readonly name?: string;
  /** Bytes received. */
  readonly received: number;
  /** Bytes of these that an earlier run had received. */
  readonly begin?: number;
  /** Total size in bytes; `undefined` if unknown. */
  readonly total: number | undefined;
  /** Milliseconds since the start. */
  readonly time: number;
}

const NAME = 28;
const BAR = 20;

/**
 * Formats a progress line:
 *
 *     tide.txt                      1.2 MiB, 40 %, 600.0 KiB/s, 0:03 left  [=======>            ]
 *
 * The line is never as wide as the terminal, because some terminals would wrap it. The bar is omitted if there is no
 * space.
 */
export function progressLine({ name, received, begin = 0, total, time }: Transferred, columns = 80): string {
  const rate = time > 0 ? ((received - begin) * 1000) / time : 0;
  const known = total !== undefined && total > 0 && received <= total ? total : undefined;
  const facts = [
    formatSize(received),
    ...(known === undefined ? [] : [`${Math.floor((100 * received) / known)} %`]),
    `${formatSize(Math.round(rate))}/s`,
    ...(known === undefined || rate === 0 ? [] : [`${formatDuration((known - received) / rate)} left`]),
  ];
  const shown = name === undefined ? "" : truncateToWidth(displayText(name), NAME);
  const label = name === undefined ? "" : `${shown}${" ".repeat(NAME - stringWidth(shown))}  `;
  const text = `${label}${facts.join(", ")}`;
  const bar = known === undefined ? "" : `  [${progressBar(received / known)}]`;
  return stringWidth(text) + bar.length < columns ? text + bar : truncateToWidth(text, columns - 1);
}

function progressBar(part: number): string {
  const filled = Math.floor(part * BAR);
  return `${"=".repeat(filled)}${filled < BAR ? ">" : ""}`.padEnd(BAR);
}

/** Formats seconds: 0:42, 12:05, 3:00:00. */
export function formatDuration(seconds: number): string {
  const whole = Math.min(Math.ceil(seconds), 360_000);
  const [hours, minutes, rest] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60, whole % 60];
  const two = (value: number) => String(value).padStart(2, "0");
  return hours > 0 ? `${hours}:${two(minutes)}:${two(rest)}` : `${minutes}:${two(rest)}`;
}

/** Formats a size: 999 bytes, 1.0 KiB, 12.3 MiB. */
export function formatSize(octets: number): string {
  let value = octets;
  let unit = "bytes";
  for (const next of ["KiB", "MiB", "GiB", "TiB"]) {
    if (value < 1000) break;
    value /= 1024;
    unit = next;
  }
  return `${unit === "bytes" ? value : formatNumber(value, 1)} ${unit}`;
}
