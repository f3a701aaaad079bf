import { AccessError, isAccessError, type TargetState } from "@anyurl/core";
import type { UploadSource } from "../body/upload-source.ts";

const MESSAGES: Readonly<Record<TargetState, string>> = {
  unchanged: "",
  incomplete: "; the target may be incomplete",
  unknown: "; the target may have been replaced",
};

/** Adds the state of the target to an AccessError. Any other error is the caller's own and stays unchanged. */
export function withTarget(error: unknown, target: TargetState): unknown {
  if (!isAccessError(error)) return error;
  const { code, message, cause } = error;
  return new AccessError(code, message + MESSAGES[target], { ...error, cause, target });
}

/**
 * Returns the error of a failed `put` or `append` with the state of its target. If the scheme does not report the
 * state, it follows from how far the source was read.
 */
export function writeError(error: unknown, source: UploadSource): unknown {
  if (!source.isBegun || !isAccessError(error) || error.target !== undefined) return error;
  if (!source.replacesWhole) return withTarget(error, "incomplete");
  return withTarget(error, source.isEnded ? "unknown" : "unchanged");
}
