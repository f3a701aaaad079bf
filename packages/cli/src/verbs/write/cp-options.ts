import type { OpenOptions, TreeOptions } from "../../opener.ts";

export interface CpOptions extends OpenOptions, TreeOptions {
  readonly json?: boolean;
  readonly jsonl?: boolean;
  readonly force?: boolean;
  /** Number of parallel copies. */
  readonly parallel?: number;
  /** The target. */
  readonly more: readonly string[];
}
