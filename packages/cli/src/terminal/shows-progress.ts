import type { Output } from "../host-io.ts";

/** Whether, and in which form, progress is shown. */
export interface ProgressOptions {
  readonly quiet?: boolean;
  /** Without a terminal, write lines of JSON. */
  readonly json?: boolean;
}

/** Is the progress of transfers shown? A transfer that shows none need not load the code for it. */
export function showsProgress(
  { isTerminal }: Output,
  { quiet = false, json = false }: ProgressOptions,
): boolean {
  return !quiet && (isTerminal || json);
}
