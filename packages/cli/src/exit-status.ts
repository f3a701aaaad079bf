import { isSyntaxError } from "@anyurl/core";
import { getCodeFacts } from "@anyurl/core/codes";
import { isAccessError } from "anyurl";
import { LocalError, UsageError } from "./errors.ts";
import type { Interruption } from "./host-io.ts";
import { isBrokenPipe } from "./io.ts";

/** Returns the exit status for an error. */
export function toExitStatus(error: unknown, signal?: AbortSignal): number {
  if (isBrokenPipe(error)) return 141;
  if (signal?.aborted === true) return 128 + (signal.reason as Interruption).signalNumber;
  if (error instanceof UsageError) return 2;
  if (error instanceof LocalError) return 9;
  if (isSyntaxError(error)) return 3;
  if (isAccessError(error)) return getCodeFacts(error.code).exit;
  return 1;
}
