import { fstatSync, statSync, writeSync } from "node:fs";
import process from "node:process";
import type { WriteStream } from "node:tty";
import { toLocalError } from "./errors.ts";
import type { AskLine, AskSecret, HostIo, Interruption, Output } from "./host-io.ts";
import { isBrokenPipe } from "./io.ts";

/** Creates the environment of this process. Ctrl-C aborts the command; a second Ctrl-C ends the process immediately. */
export function createNodeIo(): HostIo {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    process.once(name, () => {
      const reason: Interruption = { signalNumber: loadOs().constants.signals[name] };
      controller.abort(reason);
    });
  }
  const stderr = createOutput(2, () => process.stderr);
  const canAsk = stderr.isTerminal && process.stdin.isTTY;
  return {
    stdout: createOutput(1, () => process.stdout),
    stderr,
    askSecret: canAsk ? createSecretAsker(stderr) : undefined,
    askLine: canAsk ? createLineAsker(stderr) : undefined,
    get pipedInput() {
      return isPiped(0);
    },
    env: process.env,
    signal: controller.signal,
    now: () => Date.now(),
    elapsed: () => performance.now(),
  };
}

/** Asks a question on the terminal, and loads the line reader when it is needed. */
function createLineAsker(stderr: Output): AskLine {
  return async (prompt, signal) => {
    const { createLinePrompt } = await import("./terminal/ask-line.ts");
    return createLinePrompt(process.stdin, stderr)?.(prompt, signal);
  };
}

/** Asks for a secret on the terminal, and loads the prompt when it is needed. */
function createSecretAsker(stderr: Output): AskSecret {
  return async (prompt, signal) => {
    const { createSecretPrompt } = await import("./credentials/ask-secret.ts");
    let interrupted = Promise.resolve();
    const interrupt = () => {
      // The signal arrives later. Wait for it, so that "no answer" is not taken for an answer.
      interrupted = new Promise((resolve) =>
        signal.addEventListener("abort", () => resolve(), { once: true }),
      );
      process.kill(process.pid, "SIGINT");
    };
    const answer = await createSecretPrompt(process.stdin, stderr, interrupt)?.(prompt, signal);
    await interrupted;
    return answer;
  };
}

const STREAM_NAMES = { 1: "standard output", 2: "standard error" } as const;

/**
 * Writes to a stream of the process. The stream is opened only if needed, because that loads Node's network code. Data
 * goes to the descriptor directly, unless it is a terminal or a full pipe.
 */
function createOutput(descriptor: 1 | 2, open: () => WriteStream): Output {
  let opened: WriteStream | undefined;
  const stream = () => {
    // A failed write rejects below; without a listener it would end the process as well.
    opened ??= open().on("error", () => {});
    return opened;
  };
  const isTerminal = mayBeTerminal(descriptor) && stream().isTTY === true;
  return {
    isTerminal,
    get columns() {
      // A terminal that does not know its own width reports 0.
      return isTerminal && stream().columns > 0 ? stream().columns : undefined;
    },
    async write(data) {
      try {
        const rest = opened === undefined ? writeImmediately(descriptor, data) : data;
        if (rest === undefined) return;
        await new Promise<void>((resolve, reject) => {
          stream().write(rest, (error) => (error ? reject(error) : resolve()));
        });
      } catch (error) {
        throw isBrokenPipe(error) ? error : toLocalError(error, STREAM_NAMES[descriptor]);
      }
    },
  };
}

function isPiped(descriptor: number): boolean {
  try {
    const found = fstatSync(descriptor);
    return found.isFile() || found.isFIFO();
  } catch {
    return false; // it is closed
  }
}

/** Loaded when it is needed: most runs have neither a terminal nor a signal. */
function loadOs(): typeof import("node:os") {
  return process.getBuiltinModule("node:os");
}

function mayBeTerminal(descriptor: number): boolean {
  try {
    const found = fstatSync(descriptor);
    return found.isCharacterDevice() && found.rdev !== statSync(loadOs().devNull).rdev;
  } catch {
    return false; // it is closed
  }
}

/** Bytes that usually fit into a pipe. */
const MAX_SYNC_WRITE_BYTES = 32 * 1024;

/**
 * Writes data synchronously, and returns what did not fit, or `undefined`. @throws {Error} EPIPE and other system
 * errors.
 */
function writeImmediately(descriptor: number, data: string | Uint8Array): Uint8Array | undefined {
  let rest: Uint8Array = typeof data === "string" ? Buffer.from(data) : data;
  if (rest.length > MAX_SYNC_WRITE_BYTES) return rest;
  while (rest.length > 0) {
    try {
      rest = rest.subarray(writeSync(descriptor, rest));
    } catch (error) {
      if ((error as { code?: unknown }).code !== "EAGAIN") throw error;
      return rest;
    }
  }
  return undefined;
}
