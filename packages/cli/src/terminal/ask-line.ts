import { createInterface } from "node:readline";
import type { ReadStream } from "node:tty";
import type { AskLine, Output } from "../host-io.ts";

/**
 * Asks on a terminal in its normal mode: it echoes and edits the line, and Ctrl-C sends SIGINT. Returns `undefined`
 * without a terminal. Ctrl-D and an abort leave the question without an answer.
 */
export function createLinePrompt(input: ReadStream, output: Output): AskLine | undefined {
  if (input.isTTY !== true || !output.isTerminal) return undefined;
  return async (prompt, signal) => {
    if (signal.aborted) return undefined;
    await output.write(prompt);
    const lines = createInterface({ input, terminal: false });
    let answer: string | undefined;
    const close = () => lines.close();
    const answered = new Promise<void>((resolve) => {
      lines.once("close", resolve);
      lines.once("line", (line) => {
        answer = line;
        close();
      });
    });
    signal.addEventListener("abort", close, { once: true });
    // The signal may have been aborted while the prompt was written.
    if (signal.aborted) close();
    await answered;
    signal.removeEventListener("abort", close);
    // The terminal has echoed the end of a line only if there was one.
    if (answer === undefined) await output.write("\n");
    return answer;
  };
}
