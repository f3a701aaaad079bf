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
}

/** Did the reader close the pipe (EPIPE)? */
export function isBrokenPipe(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === "EPIPE";
}
