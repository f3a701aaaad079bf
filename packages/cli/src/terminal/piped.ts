import type { Io } from "../io.ts";
import type { Console } from "./console.ts";
import { createInterruption } from "./interruption.ts";
import { createSafeScreen } from "./screen.ts";
import type { TerminalSession } from "./session.ts";

const CR = 0x0d;

/**
 * A session between two pipes: what comes in goes to the server, what the server says goes out, octet for
 * octet. It ends when the server has closed: that the input has ended tells nobody that all is said.
 */
export async function runPipedSession(session: TerminalSession, console: Console, io: Io): Promise<void> {
  // Nobody is asked here whether the server may act on a terminal.
  const screen = io.stdout.isTerminal ? createSafeScreen() : undefined;
  let over = false;
  const sent = send(session, console).catch((error) => {
    if (!over) throw error;
  });
  const shown = (async () => {
    for await (const octets of session.readable) await io.stdout.write(screen?.show(octets, false) ?? octets);
    over = true;
    if (screen !== undefined) await io.stdout.write(screen.leave());
  })();
  shown.catch(() => {});
  const interruption = createInterruption(io.signal);
  try {
    // When nothing can be sent any more, that is a failure; when nothing is left to be sent, it is none.
    await Promise.race([shown, sent.then(() => shown), interruption.rejection]);
  } finally {
    over = true;
    interruption.end();
    console.leave();
  }
}

/** A CR at the end of a piece waits for what follows: with an LF it is one newline. */
async function send(session: TerminalSession, { input }: Console): Promise<void> {
  let held = false;
  for await (const octets of input) {
    const piece: Uint8Array = held ? Uint8Array.of(CR, ...octets) : octets;
    held = piece.at(-1) === CR;
    const ready = held ? piece.subarray(0, -1) : piece;
    if (ready.length > 0) await session.write(ready);
  }
  if (held) await session.write(Uint8Array.of(CR));
}
