import type { OpenOptions, TreeOptions } from "../../opener.ts";

export interface CpOptions extends OpenOptions, TreeOptions {
  readonly json?: boolean;
  readonly jsonl?: boolean;
  readonly force?: boolean;
  /** Files at once. */
  readonly parallel?: number;
  /** Where to. */
  readonly more: readonly string[];
}
