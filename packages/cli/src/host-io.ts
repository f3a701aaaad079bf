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
  /** Is standard input a file or a pipe? */
  readonly pipedInput?: boolean | undefined;
  /** Milliseconds since the epoch. */
  now(): number;
  /** Monotonic milliseconds, for durations: the system may set {@link now} back or forward. */
  elapsed(): number;
}

/** An output stream of a command. */
export interface Output {
  readonly isTerminal: boolean;
  /** Columns of the terminal; `undefined` if it is not a terminal. */
  readonly columns: number | undefined;
  /** Resolves when there is room for more; rejects with EPIPE if the reader closed the pipe, and otherwise with a LocalError. */
  write(data: string | Uint8Array): Promise<void>;
}

/** Why the signal of an {@link HostIo} is aborted. */
export interface Interruption {
  /** As the system counts it: 2 for SIGINT, 15 for SIGTERM. */
  readonly signalNumber: number;
}

/** Asks the user for a line without echoing it. `undefined` if there is no answer. */
export type AskSecret = (prompt: string, signal: AbortSignal) => Promise<string | undefined>;

/** Asks the user a question; the terminal echoes the answer. `undefined` if there is no answer. */
export type AskLine = (prompt: string, signal: AbortSignal) => Promise<string | undefined>;
