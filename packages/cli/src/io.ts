import type { AskSecret } from "./credentials/ask-secret.ts";

/** A place to write to, as a command sees it. */
export interface Output {
  readonly isTerminal: boolean;
  /** Columns of the terminal; `undefined` where there is none. */
  readonly columns: number | undefined;
  /** Resolves when there is room for more; rejects with EPIPE when nobody reads any more. */
  write(data: string | Uint8Array): Promise<void>;
}

/** All that the command has of the world, so that a test can give it another one. */
export interface Io {
  readonly stdout: Output;
  readonly stderr: Output;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Aborted by Ctrl-C and the like; its reason is an {@link Interruption}. */
  readonly signal: AbortSignal;
  /** Asks a person for what nobody else may see; `undefined` where there is no terminal to ask on. */
  readonly askSecret?: AskSecret | undefined;
  /** Milliseconds since the epoch. */
  now(): number;
}

/** Why the signal of an {@link Io} is aborted. */
export interface Interruption {
  /** As the system counts it: 2 for SIGINT, 15 for SIGTERM. */
  readonly signalNumber: number;
}

/** Has the one who reads our output gone away? */
export function isBrokenPipe(error: unknown): boolean {
  return error instanceof Error && (error as { code?: unknown }).code === "EPIPE";
}
