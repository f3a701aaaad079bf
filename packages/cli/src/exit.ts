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
  [11, "cp -r, get -r, sync, ls -R: a part of the tree is missing in the result"],
  [130, "interrupted (Ctrl-C); 143 after SIGTERM"],
  [141, "the reader closed the pipe, for example `head`"],
];

/** A part of a tree could not be read, or could not be written. */
export const INCOMPLETE = 11;
