import type { Command } from "commander";

/** Options of every command that may log in. */
export interface CredentialOptions {
  /** Read the user's netrc file. */
  readonly netrc?: boolean;
  /** Read this netrc file. */
  readonly netrcFile?: string;
}

/** Adds the options to a command. */
export function addCredentialOptions(verb: Command): Command {
  return verb
    .option("--netrc", "read credentials from $NETRC or ~/.netrc")
    .option("--netrc-file <file>", "read credentials from this file (only you may be able to read it)");
}
