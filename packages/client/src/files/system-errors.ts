import { AccessError, type AccessErrorInit, isAccessError } from "@anyurl/core";

type Fault = readonly [code: string, message: string, init?: AccessErrorInit];

const BAD_PATH: Fault = [
  "bad-path",
  "the system has no such path: it is too long, or its links lead in a circle",
];
const DENIED: Fault = ["permission-denied", "the system does not let us at it"];
const FULL: Fault = ["no-space", "there is no room left for it"];
const EXISTS: Fault = [
  "already-exists",
  "something has that name already",
  { hint: "choose another name, or leave out the option overwrite: false" },
];
const LATER: Fault = [
  "temporarily-unavailable",
  "it is in use, or the system has its hands full",
  { retryable: true },
];

/** By the names that systems have for what went wrong (POSIX.1, <errno.h>). */
const FAULTS: ReadonlyMap<unknown, Fault> = new Map<unknown, Fault>([
  ["ENOENT", ["not-found", "there is nothing of that name"]],
  ["ENOTDIR", ["not-a-directory", "what stands on the way is no directory"]],
  ["EISDIR", ["is-a-directory", "a directory has that name", { hint: 'end the URL with "/", and list it' }]],
  ["EACCES", DENIED],
  ["EPERM", DENIED],
  ["EROFS", ["permission-denied", "nothing can be written there: the file system is read-only"]],
  ["EEXIST", EXISTS],
  ["ENOTEMPTY", ["not-empty", "the directory is not empty", { hint: "remove first what is in it" }]],
  ["ENAMETOOLONG", BAD_PATH],
  ["ELOOP", BAD_PATH],
  ["EINVAL", ["bad-path", "the system does not take such a path here"]],
  ["EILSEQ", ["bad-path", "the system has no such character in a name"]],
  [
    "EXDEV",
    ["unsupported", "the new name is on another file system", { hint: "copy it, and then remove it" }],
  ],
  ["ENOSPC", FULL],
  ["EDQUOT", FULL],
  ["EFBIG", ["too-large", "the file system takes no file of that size"]],
  ["EMFILE", LATER],
  ["ENFILE", LATER],
  ["ENOMEM", LATER],
  ["EAGAIN", LATER],
  ["EBUSY", LATER],
  ["ETXTBSY", LATER],
  ["EIO", ["truncated", "the device has failed"]],
  ["ESTALE", ["truncated", "the file was taken away while it was open", { retryable: true }]],
]);

/**
 * An error of the system with the code that it has in all schemes. Its own words have paths in them, real ones: of them
 * only the system's code is told on.
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
