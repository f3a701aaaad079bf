import type { Registry, Scheme } from "@anyurl/core";
import type { LoadedConfig } from "./config/load-config.ts";
import type { HostIo } from "./host-io.ts";

/** The environment of one command, with the schemes that it may need. */
export interface Io extends HostIo {
  /** Reads URLs, without opening them. */
  readonly urls: Registry;
  /** The schemes of `urls`. */
  readonly schemes: readonly Scheme[];
  /** What the config file of this run has set up. */
  readonly configured: LoadedConfig | undefined;
  readonly commandLine: CommandLine;
}

/** The command line of this run, as it was typed. */
interface CommandLine {
  /** Without the name of the program. */
  readonly words: readonly string[];
  /** Those of them that are neither options nor the name of the command. */
  readonly operands: readonly string[];
}

/** Did the reader close the pipe (EPIPE)? */
export function isBrokenPipe(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === "EPIPE";
}
