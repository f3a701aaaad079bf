import { type AccessCode, AccessError, type AccessErrorInit, isAccessError } from "@anyurl/core";

type Fault = readonly [code: AccessCode, message: string, init?: AccessErrorInit];

const DENIED: Fault = ["permission-denied", "permission denied"];
const FULL: Fault = ["no-space", "no space left on the device"];
const EXISTS: Fault = [
  "already-exists",
  "the target already exists",
  { hint: "choose another name, or remove the option overwrite: false" },
];
const LATER: Fault = ["temporarily-unavailable", "the file or the system is busy"];

/** Maps the error names of POSIX.1 (<errno.h>). */
const FAULTS: ReadonlyMap<unknown, Fault> = new Map<unknown, Fault>([
  ["ENOENT", ["not-found", "no such file or directory"]],
  ["ENOTDIR", ["not-a-directory", "a parent of the path is not a directory"]],
  ["EISDIR", ["is-a-directory", "the target is a directory", { hint: 'end the URL with "/" to list it' }]],
  ["EACCES", DENIED],
  ["EPERM", DENIED],
  ["EROFS", ["permission-denied", "the file system is read-only"]],
  ["EEXIST", EXISTS],
  ["ENOTEMPTY", ["not-empty", "the directory is not empty", { hint: "remove its contents first" }]],
  ["ENAMETOOLONG", ["bad-path", "the name or the path is too long for the file system"]],
  ["ELOOP", ["bad-path", "invalid path: its links form a loop"]],
  ["EINVAL", ["bad-path", "the system does not accept this path"]],
  ["EILSEQ", ["bad-path", "the file name contains a character that the system does not support"]],
  [
    "EXDEV",
    ["unsupported", "the new name is on another file system", { hint: "copy the file, and then remove it" }],
  ],
  ["ENOSPC", FULL],
  ["EDQUOT", FULL],
  ["EFBIG", ["too-large", "the file exceeds the size limit of the system or of the process"]],
  ["EMFILE", ["temporarily-unavailable", "the process has too many open files"]],
  ["ENFILE", ["temporarily-unavailable", "the system has too many open files"]],
  ["ENOMEM", ["temporarily-unavailable", "the system has not enough memory"]],
  ["EAGAIN", LATER],
  ["EBUSY", LATER],
  ["ETXTBSY", LATER],
  ["EIO", ["truncated", "the device reported an I/O error"]],
  ["ESTALE", ["truncated", "the file was removed while it was open", { retryable: true }]],
]);

/**
 * Converts a system error to an AccessError with the code that all schemes use. The system's message is dropped,
 * because it contains real paths; only its error name is kept.
 */
export function toAccessError(error: unknown): unknown {
  if (isAccessError(error)) return error;
  const name = (error as { readonly code?: unknown } | undefined)?.code;
  const fault = FAULTS.get(name);
  if (fault === undefined) return error;
  const [code, message, init] = fault;
  return new AccessError(code, message, {
    ...init,
    cause: Object.assign(new Error(String(name)), { code: name }),
  });
}
