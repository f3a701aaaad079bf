import type { Entry } from "@anyurl/core";

/** A format for directories, written in chunks. */
export interface Rendering {
  readonly head: string;
  entry(entry: Entry, index: number): string;
  readonly foot: string;
}
