import { constants } from "node:os";
import process from "node:process";
import type { WriteStream } from "node:tty";
import { secretAsker } from "./credentials/ask-secret.ts";
import type { Interruption, Io, Output } from "./io.ts";

/** The process's own world. Ctrl-C aborts what is going on; a second one ends the process at once. */
export function nodeIo(): Io {
  const controller = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
    const reason: Interruption = { signalNumber: constants.signals[name] };
    process.once(name, () => controller.abort(reason));
  }
  const stderr = outputOf(process.stderr);
  return {
    stdout: outputOf(process.stdout),
    stderr,
    askSecret: secretAsker(process.stdin, stderr, () => process.kill(process.pid, "SIGINT")),
    env: process.env,
    signal: controller.signal,
    now: () => Date.now(),
  };
}

function outputOf(stream: WriteStream): Output {
  // A failed write rejects below; without a listener it would end the process as well.
  stream.on("error", () => {});
  return {
    isTerminal: stream.isTTY === true,
    get columns() {
      // A terminal that does not know its own width says 0.
      return stream.columns > 0 ? stream.columns : undefined;
    },
    write: (data) =>
      new Promise((resolve, reject) => {
        stream.write(data, (error) => (error ? reject(error) : resolve()));
      }),
  };
}
