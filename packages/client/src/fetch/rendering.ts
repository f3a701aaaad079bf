import type { Entry } from "@anyurl/core";

/** How a directory is written, piece by piece. */
export interface Rendering {
  readonly head: string;
  entry(entry: Entry, index: number): string;
  readonly foot: string;
}
