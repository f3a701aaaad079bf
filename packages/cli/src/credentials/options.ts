import type { Command } from "commander";

/** Options of every verb that may log in. */
export interface CredentialOptions {
  /** Read the user's netrc file. */
  readonly netrc?: boolean;
  /** Read this one. */
  readonly netrcFile?: string;
}

/** Adds the options to a verb. */
export function withCredentialOptions(verb: Command): Command {
  return verb
    .option("--netrc", "take logins from the file that NETRC names, or from .netrc at home")
    .option("--netrc-file <file>", "take logins from this file, which nobody else may read");
}
