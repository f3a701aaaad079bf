import type { ByteRange } from "@anyurl/core";

/** A range with an end, which is not below its start. */
export type Interval = Required<ByteRange>;

/** Bytes that have arrived, as ranges in ascending order that neither overlap nor touch. */
export class ByteRanges {
  ranges: readonly Interval[] = [];

  constructor(ranges: readonly Interval[]) {
    for (const range of ranges) this.add(range);
  }

  get length(): number {
    return this.ranges.reduce((sum, { start, end }) => sum + end - start, 0);
  }

  add({ start, end }: Interval): void {
    if (start >= end) return;
    const before = this.ranges.filter((each) => each.end < start);
    const after = this.ranges.filter((each) => each.start > end);
    const touching = this.ranges.slice(before.length, this.ranges.length - after.length);
    const merged = {
      start: Math.min(start, ...touching.map((each) => each.start)),
      end: Math.max(end, ...touching.map((each) => each.end)),
    };
    this.ranges = [...before, merged, ...after];
  }

  /** Returns what is missing below a size. */
  missing(size: number): Interval[] {
    const starts = [0, ...this.ranges.map(({ end }) => end)];
    const ends = [...this.ranges.map(({ start }) => start), size];
    return starts
      .map((start, i) => ({ start, end: Math.min(ends[i]!, size) }))
      .filter(({ start, end }) => start < end);
  }
}

/**
 * Divides ranges until there are as many as wanted, the longest one first. None is divided into ranges that are shorter
 * than `least`.
 */
export function divide(ranges: readonly Interval[], wanted: number, least: number): Interval[] {
  const divided = [...ranges];
  while (divided.length < wanted) {
    const lengths = divided.map(({ start, end }) => end - start);
    const i = lengths.indexOf(Math.max(...lengths));
    const longest = divided[i];
    // Into equal ones, as far as there is still room for more of them.
    const parts = longest && Math.min(wanted - divided.length + 1, Math.floor(lengths[i]! / least));
    if (parts === undefined || parts < 2) break;
    const { start, end } = longest!;
    const at = (n: number) => start + Math.floor(((end - start) * n) / parts);
    divided.splice(i, 1, ...Array.from({ length: parts }, (_, n) => ({ start: at(n), end: at(n + 1) })));
  }
  return divided;
}
