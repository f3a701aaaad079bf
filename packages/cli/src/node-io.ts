import { fstatSync, statSync, writeSync } from "node:fs";
import { constants, devNull } from "node:os";
import process from "node:process";
import type { WriteStream } from "node:tty";
import type { AskSecret } from "./credentials/ask-secret.ts";
import type { HostIo, Interruption, Output } from "./io.ts";
import type { AskLine } from "./terminal/ask-line.ts";

/** The process's own world. Ctrl-C aborts what is going on; a second one ends the process at once. */
export function nodeIo(): HostIo {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    const reason: Interruption = { signalNumber: constants.signals[name] };
    process.once(name, () => controller.abort(reason));
  }
  const stderr = outputOf(2, () => process.stderr);
  const canAsk = stderr.isTerminal && process.stdin.isTTY;
  return {
    stdout: outputOf(1, () => process.stdout),
    stderr,
    askSecret: canAsk ? askerOn(stderr) : undefined,
    askLine: canAsk ? lineAskerOn(stderr) : undefined,
    env: process.env,
    signal: controller.signal,
    now: () => Date.now(),
  };
}

/** Asks a question on the terminal, and loads the line reader when it is needed. */
function lineAskerOn(stderr: Output): AskLine {
  return async (prompt, signal) => {
    const { lineAsker } = await import("./terminal/ask-line.ts");
    return lineAsker(process.stdin, stderr)?.(prompt, signal);
  };
}

/** Asks on the terminal. What reads a line from it is loaded when there is a question. */
function askerOn(stderr: Output): AskSecret {
  return async (prompt, signal) => {
    const { secretAsker } = await import("./credentials/ask-secret.ts");
    let interrupted = Promise.resolve();
    const interrupt = () => {
      // The signal comes a little later, and no answer is to be taken for one that nobody could give.
      interrupted = new Promise((resolve) =>
        signal.addEventListener("abort", () => resolve(), { once: true }),
      );
      process.kill(process.pid, "SIGINT");
    };
    const answer = await secretAsker(process.stdin, stderr, interrupt)?.(prompt, signal);
    await interrupted;
    return answer;
  };
}

/**
 * Writes to one of the process's own streams, which is opened when it is needed: that loads Node's network. A text goes out
 * without it, unless it is a terminal, or a pipe that has no room.
 */
function outputOf(descriptor: 1 | 2, open: () => WriteStream): Output {
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
      // A terminal that does not know its own width says 0.
      return isTerminal && stream().columns > 0 ? stream().columns : undefined;
    },
    async write(data) {
      const rest = opened === undefined ? writtenAtOnce(descriptor, data) : data;
      if (rest === undefined) return;
      await new Promise<void>((resolve, reject) => {
        stream().write(rest, (error) => (error ? reject(error) : resolve()));
      });
    },
  };
}

function mayBeTerminal(descriptor: number): boolean {
  try {
    const found = fstatSync(descriptor);
    return found.isCharacterDevice() && found.rdev !== statSync(devNull).rdev;
  } catch {
    return false; // it is closed
  }
}

/** Octets that a pipe has room for, as a rule. */
const ROOM = 32 * 1024;

/** What is left of it: `undefined` when nothing is. @throws {Error} EPIPE, and what else the system says. */
function writtenAtOnce(descriptor: number, data: string | Uint8Array): Uint8Array | undefined {
  let rest: Uint8Array = typeof data === "string" ? Buffer.from(data) : data;
  if (rest.length > ROOM) return rest;
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
