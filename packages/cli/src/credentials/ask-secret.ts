import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import type { ReadStream } from "node:tty";
import type { AskSecret, Output } from "../host-io.ts";

/**
 * Asks on a terminal, which shows the prompt and nothing of the answer. `undefined` where there is no terminal to ask
 * on. Ctrl-D, and an abort, leave the question without an answer; Ctrl-C calls `interrupt`, for a terminal that does
 * not echo does not make a signal of it either.
 */
export function createSecretPrompt(
  input: ReadStream,
  output: Output,
  interrupt: () => void,
): AskSecret | undefined {
  if (input.isTTY !== true || !output.isTerminal) return undefined;
  return async (prompt, signal) => {
    if (signal.aborted) return undefined;
    const lines = createInterface({ input, output: nullWritable(), terminal: true, historySize: 0 });
    let answer: string | undefined;
    const answered = new Promise<void>((resolve) => {
      lines.once("close", resolve);
      lines.once("line", (line) => {
        answer = line;
        lines.close();
      });
      lines.once("SIGINT", () => {
        lines.close();
        interrupt();
      });
    });
    const close = () => lines.close();
    signal.addEventListener("abort", close, { once: true });
    try {
      // The terminal has stopped to echo by now: whoever types ahead is not seen either.
      await output.write(prompt);
      await answered;
      await output.write("\n");
    } finally {
      signal.removeEventListener("abort", close);
      lines.close();
    }
    return answer;
  };
}

/** Where readline writes what was typed. */
function nullWritable(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}
