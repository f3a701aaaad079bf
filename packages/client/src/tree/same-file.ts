import type { DateQuality } from "@anyurl/core";

/** What is known about a file. */
export interface Facts extends DateQuality {
  readonly size?: number;
  readonly modified?: Date;
}

/** Length of the unit of a date, in milliseconds. */
const PRECISION_MS = { millisecond: 1, second: 1_000, minute: 60_000, day: 86_400_000 } as const;

/**
 * Compares two files by size and time: they are the same if they have the same size, and the second one is not older.
 * Returns `undefined` if that is not known: a size or a time is missing, or the dates are too coarse.
 */
export function isSameByFacts(from: Facts, to: Facts, compare: "time" | "size"): boolean | undefined {
  if (from.size !== undefined && to.size !== undefined && from.size !== to.size) return false;
  if (from.size === undefined || to.size === undefined) return undefined;
  if (compare === "size") return true;
  if (from.modified === undefined || to.modified === undefined) return undefined;
  if (from.modifiedZone === "unknown" || to.modifiedZone === "unknown") return undefined;
  const difference = from.modified.getTime() - to.modified.getTime();
  const unit = Math.max(precision(from), precision(to));
  if (difference >= unit) return false;
  // Within one unit, a coarse date can hide which one is newer.
  return unit <= PRECISION_MS.second || difference <= -unit ? true : undefined;
}

/** Returns false if two observations of one file show that it has changed. */
export function hasSameFacts(before: Facts, now: Facts): boolean {
  if (before.size !== undefined && now.size !== undefined && before.size !== now.size) return false;
  if (before.modified === undefined || now.modified === undefined) return true;
  if (before.modifiedZone === "unknown" || now.modifiedZone === "unknown") return true;
  const unit = Math.max(precision(before), precision(now));
  return Math.abs(before.modified.getTime() - now.modified.getTime()) < unit;
}

/** Returns the unit of the date, in milliseconds. */
export function precision({ modifiedPrecision = "second" }: Facts): number {
  return PRECISION_MS[modifiedPrecision];
}
