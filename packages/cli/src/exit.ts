import { isSyntaxError } from "@anyurl/core";
import { type AccessCode, isAccessError } from "anyurl";
import { LocalError, UsageError } from "./errors.ts";
import type { Interruption } from "./host-io.ts";
import { isBrokenPipe } from "./io.ts";

/** The exit statuses and their meanings. Stable: scripts may rely on them. */
export const EXIT: readonly (readonly [status: number, meaning: string])[] = [
  [0, "success"],
  [1, "internal error in anyurl or a plugin"],
  [2, "invalid command line"],
  [3, "the text is not a valid URL, or not valid for its scheme"],
  [4, "rejected before anything was sent: blocked by the policy, or unsupported"],
  [5, "not found, already exists, or a directory instead of a file"],
  [6, "login required, login failed, or permission denied"],
  [7, "network error: no connection, no TLS, or timeout"],
  [8, "server error: protocol violation, too much data, or incomplete transfer"],
  [9, "local error: cannot write a file, invalid config, or binary output to a terminal"],
  [10, "same: the URLs are not equivalent"],
  [130, "interrupted (Ctrl-C); 143 after SIGTERM"],
  [141, "the reader closed the pipe, for example `head`"],
];

const STATUS: ReadonlyMap<AccessCode, number> = new Map<AccessCode, number>([
  ["plugin-fault", 1],
  ["not-found", 5],
  ["not-a-directory", 5],
  ["is-a-directory", 5],
  ["already-exists", 5],
  ["not-empty", 5],
  ["not-modified", 5],
  ["auth-required", 6],
  ["auth-failed", 6],
  ["permission-denied", 6],
  ["no-such-host", 7],
  ["connect-failed", 7],
  ["timeout", 7],
  ["tls-failed", 7],
  ["proxy-refused", 7],
  ["proxy-auth-required", 6],
  ["busy", 7],
  ["protocol-error", 8],
  ["temporarily-unavailable", 8],
  ["truncated", 8],
  ["changed", 8],
  ["too-large", 8],
  ["desync", 8],
  ["bounce-refused", 8],
  ["no-space", 8],
  ["too-many-redirects", 8],
  ["redirect-refused", 8],
]);

/** Returns the exit status for an error. */
export function toExitStatus(error: unknown, signal?: AbortSignal): number {
  if (isBrokenPipe(error)) return 141;
  if (signal?.aborted === true) return 128 + (signal.reason as Interruption).signalNumber;
  if (error instanceof UsageError) return 2;
  if (error instanceof LocalError) return 9;
  if (isSyntaxError(error)) return 3;
  // Codes that are not listed mean that nothing was sent: port-blocked, control-octet, unsupported, unknown-scheme …
  if (isAccessError(error)) return STATUS.get(error.code) ?? 4;
  return 1;
}
