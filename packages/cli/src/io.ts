import type { Registry, Scheme } from "@anyurl/core";
import type { LoadedConfig } from "./config/load-config.ts";
import type { AskSecret } from "./credentials/ask-secret.ts";
import type { AskLine } from "./terminal/ask-line.ts";

/** An output stream of a command. */
export interface Output {
  readonly isTerminal: boolean;
  /** Columns of the terminal; `undefined` where there is none. */
  readonly columns: number | undefined;
  /** Resolves when there is room for more; rejects with EPIPE if the reader closed the pipe. */
  write(data: string | Uint8Array): Promise<void>;
}

/** The environment of the command. Tests replace it. */
export interface HostIo {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted by Ctrl-C and the like; its reason is an {@link Interruption}. */
  readonly signal: AbortSignal;
  /** Asks the user for a secret, without echo; `undefined` if there is no terminal. */
  readonly askSecret?: AskSecret | undefined;
  /** Asks the user a question whose answer is echoed; `undefined` if there is no terminal. */
  readonly askLine?: AskLine | undefined;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** The environment of one command, with the schemes that it may need. */
export interface Io extends HostIo {
  /** Reads URLs, without opening them. */
  readonly urls: Registry;
  /** The schemes of `urls`. */
  readonly schemes: readonly Scheme[];
  /** What the config file of this run has set up. */
  readonly configured: LoadedConfig | undefined;
}

/** Why the signal of an {@link HostIo} is aborted. */
export interface Interruption {
  /** As the system counts it: 2 for SIGINT, 15 for SIGTERM. */
  readonly signalNumber: number;
}

/** Did the reader close the pipe (EPIPE)? */
export function isBrokenPipe(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === "EPIPE";
}
