import { type AccessCode, isAccessError, UrlSyntaxError } from "anyurl";
import { LocalError, UsageError } from "./faults.ts";
import { type Interruption, isBrokenPipe } from "./io.ts";

/** What the command's exit status says. Stable: scripts may rely on it. */
export const EXIT: readonly (readonly [status: number, meaning: string])[] = [
  [0, "done"],
  [1, "an unexpected fault of anyurl itself"],
  [2, "the command line is wrong"],
  [3, "the text is not a URL, or not one of its scheme"],
  [4, "refused before anything was sent: by policy, or no way to open such a URL"],
  [5, "there is no such thing, there is one already, or it is a directory where a file is wanted"],
  [6, "a login is missing or wrong, or permission is denied"],
  [7, "the network: no connection, no TLS, or too slow"],
  [8, "the server: it broke its protocol, sent too much, or cut the transfer short"],
  [9, "this side: a file exists or cannot be written; a config that is none; binary data for a terminal"],
  [10, "same: the two URLs are not the same"],
  [130, "interrupted (Ctrl-C); 143 after SIGTERM"],
  [141, "whoever read the output stopped reading, as `head` does"],
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

/** The exit status for whatever a verb has thrown. */
export function statusOf(error: unknown, signal?: AbortSignal): number {
  if (isBrokenPipe(error)) return 141;
  if (signal?.aborted === true) return 128 + (signal.reason as Interruption).signalNumber;
  if (error instanceof UsageError) return 2;
  if (error instanceof LocalError) return 9;
  if (isSyntaxError(error)) return 3;
  // What is not listed is refused beforehand: port-blocked, control-octet, unsupported, unknown-scheme …
  if (isAccessError(error)) return STATUS.get(error.code) ?? 4;
  return 1;
}

/** Recognised by name: two copies of a package may be installed. */
export function isSyntaxError(error: unknown): error is UrlSyntaxError {
  return error instanceof UrlSyntaxError || (error instanceof Error && error.name === "UrlSyntaxError");
}
