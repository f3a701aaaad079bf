/** An error in the command line. */
export class UsageError extends Error {
  override readonly name: string = "UsageError";
  readonly code = "usage";
  readonly hint: string | undefined;

  constructor(message: string, hint?: string) {
    super(message);
    this.hint = hint;
  }
}

/** A local error: a file, or the terminal. */
export class LocalError extends Error {
  override readonly name: string = "LocalError";
  readonly code: string;
  readonly hint: string | undefined;

  constructor(code: string, message: string, hint?: string) {
    super(message);
    this.code = code;
    this.hint = hint;
  }
}

/** Converts a system error about a file to a {@link LocalError}; returns any other error unchanged. */
export function toLocalError(error: unknown, file: string): unknown {
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (!(error instanceof Error) || typeof code !== "string" || typeof syscall !== "string") return error;
  return new LocalError(code.toLowerCase(), `${file}: ${SYSTEM_MESSAGES.get(code) ?? code}`);
}

const SYSTEM_MESSAGES: ReadonlyMap<string, string> = new Map([
  ["EACCES", "permission denied"],
  ["EPERM", "not permitted"],
  ["ENOENT", "no such directory"],
  ["ENOTDIR", "a part of the path is not a directory"],
  ["EISDIR", "it is a directory"],
  ["ENOSPC", "no space left on the device"],
  ["EROFS", "the file system is read-only"],
  ["ENAMETOOLONG", "the name is too long"],
  ["EDQUOT", "disk quota exceeded"],
  ["EFBIG", "the file exceeds the size limit of the system or of the process"],
  ["EIO", "the device reported an I/O error"],
  ["EMFILE", "the process has too many open files"],
  ["ENFILE", "the system has too many open files"],
  ["ENOMEM", "the system has not enough memory"],
]);
