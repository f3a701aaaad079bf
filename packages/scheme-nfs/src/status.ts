import { type AccessCode, AccessError } from "@anyurl/core";

/* nfsstat3 (RFC 1813 §2.6), and mountstat3 (§5.1.5), whose values are among them. */

export const STATUS = {
  PERM: 1,
  NOENT: 2,
  ACCES: 13,
  NOTDIR: 20,
  INVAL: 22,
  NAMETOOLONG: 63,
  STALE: 70,
  BADHANDLE: 10_001,
  NOTSUPP: 10_004,
  JUKEBOX: 10_008,
} as const;

type Meaning = readonly [name: string, code: AccessCode, message: string, hint?: string];

const AS_USER = "set the nfs options uid and gid to a user with access";
const AGAIN = "list the directory again";

const MEANINGS: ReadonlyMap<number, Meaning> = new Map<number, Meaning>([
  [1, ["PERM", "permission-denied", "only the owner may do this", AS_USER]],
  [2, ["NOENT", "not-found", "the server has no such file"]],
  [5, ["IO", "protocol-error", "the server had an input or output error"]],
  [6, ["NXIO", "protocol-error", "the server has no such device"]],
  [13, ["ACCES", "permission-denied", "the server denied access", AS_USER]],
  [17, ["EXIST", "already-exists", "the file already exists"]],
  [
    18,
    [
      "XDEV",
      "unsupported",
      "cannot rename to another file system",
      "copy the file, then remove the original",
    ],
  ],
  [19, ["NODEV", "protocol-error", "the server has no such device"]],
  [20, ["NOTDIR", "not-a-directory", "this is not a directory"]],
  [21, ["ISDIR", "is-a-directory", "this is a directory", 'end the URL with "/"']],
  [22, ["INVAL", "protocol-error", "the server rejected an argument of the call"]],
  [27, ["FBIG", "no-space", "the file is larger than the server allows"]],
  [28, ["NOSPC", "no-space", "the file system of the server is full"]],
  [30, ["ROFS", "permission-denied", "the file system of the server is read-only"]],
  [31, ["MLINK", "protocol-error", "the file has too many hard links"]],
  [63, ["NAMETOOLONG", "protocol-error", "the name is longer than the server allows", "use a shorter name"]],
  [66, ["NOTEMPTY", "not-empty", "the directory is not empty"]],
  [69, ["DQUOT", "no-space", "the quota of the user is exceeded"]],
  [70, ["STALE", "truncated", "the file no longer exists on the server (stale file handle)"]],
  [71, ["REMOTE", "unsupported", "the file is on another server"]],
  [10_001, ["BADHANDLE", "protocol-error", "the server does not know its own file handle"]],
  [10_002, ["NOT_SYNC", "changed", "the file changed meanwhile"]],
  [10_003, ["BAD_COOKIE", "changed", "the directory changed while it was listed", AGAIN]],
  [10_004, ["NOTSUPP", "unsupported", "the server does not support this operation"]],
  [
    10_005,
    ["TOOSMALL", "protocol-error", "the transfer size is too small", "increase the nfs option transferSize"],
  ],
  [10_006, ["SERVERFAULT", "protocol-error", "the server has an internal error"]],
  [10_007, ["BADTYPE", "unsupported", "the server does not support this type of file"]],
  [
    10_008,
    ["JUKEBOX", "temporarily-unavailable", "the file is not ready", "increase the nfs option jukeboxRetries"],
  ],
]);

/** After these the same call can succeed: the server may recover, or gives a new handle. */
const RETRYABLE: ReadonlySet<number> = new Set([5, 70, 10_006, 10_008]);

/** Creates the error of a status. */
export function nfsError(status: number): AccessError {
  const meaning = MEANINGS.get(status);
  if (meaning === undefined)
    return new AccessError("protocol-error", `the server sent the unknown status ${status}`, {
      replyCode: status,
    });
  const [name, code, message, hint] = meaning;
  return new AccessError(code, message, {
    reply: `NFS3ERR_${name}`,
    replyCode: status,
    hint,
    retryable: RETRYABLE.has(status),
  });
}
