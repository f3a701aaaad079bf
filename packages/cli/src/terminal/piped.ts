import type { Io } from "../io.ts";
import type { Console } from "./console.ts";
import { createInterruption } from "./interruption.ts";
import { createSafeScreen } from "./screen.ts";
import type { TerminalSession } from "./session.ts";

const CR = 0x0d;

/**
 * Runs a session between two pipes: sends the input to the server and writes the server's data to the output, byte for
 * byte. The session ends when the server closes the connection; the end of the input does not mean that the server is
 * finished.
 */
export async function runPipedSession(session: TerminalSession, console: Console, io: Io): Promise<void> {
  // Without a user to ask, control characters from the server are escaped on a terminal.
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
    // A failure to send rejects; the end of the input does not end the session.
    await Promise.race([shown, sent.then(() => shown), interruption.rejection]);
  } finally {
    over = true;
    interruption.end();
    console.leave();
  }
}

/** Hold back a CR at the end of a chunk: with an LF at the start of the next chunk it is one line end. */
async function send(session: TerminalSession, { input }: Console): Promise<void> {
  let held = false;
  for await (const octets of input) {
    const piece: Uint8Array = held ? Buffer.concat([Uint8Array.of(CR), octets]) : octets;
    held = piece.at(-1) === CR;
    const ready = held ? piece.subarray(0, -1) : piece;
    if (ready.length > 0) await session.write(ready);
  }
  if (held) await session.write(Uint8Array.of(CR));
}
