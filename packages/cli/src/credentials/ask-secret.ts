import { createInterface } from "node:readline";
import { Writable } from "node:stream";
import type { ReadStream } from "node:tty";
import type { AskSecret, Output } from "../host-io.ts";

/**
 * Asks on a terminal without echoing the answer. Returns `undefined` if there is no terminal. Ctrl-D and an abort leave
 * the question without an answer; Ctrl-C calls `interrupt`, because a terminal that does not echo does not turn Ctrl-C
 * into a signal.
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
      // The terminal does not echo any more, so characters that are typed ahead are not shown either.
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

/** Discards what readline echoes. */
function nullWritable(): Writable {
  return new Writable({ write: (_chunk, _encoding, done) => done() });
}
