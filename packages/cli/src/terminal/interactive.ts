import type { Io } from "../io.ts";
import type { Console, ConsoleSize } from "./console.ts";
import type { EscapeKey } from "./escape-key.ts";
import { createInterruption } from "./interruption.ts";
import { Keyboard } from "./keyboard.ts";
import type { Screen } from "./screen.ts";
import type { TerminalSession } from "./session.ts";

export interface InteractiveInit {
  readonly console: Console;
  readonly screen: Screen;
  readonly escapeKey: EscapeKey | undefined;
  /** "host:port". */
  readonly where: string;
}

/** The side that ended a session. */
export type EndedBy = "server" | "person";

/**
 * Runs a session with a user at a terminal until the user or the server ends it, and then restores the terminal in
 * every case.
 */
export async function runInteractiveSession(
  session: TerminalSession,
  init: InteractiveInit,
  io: Io,
): Promise<EndedBy> {
  const { console, screen, escapeKey, where } = init;
  const gate = new Gate();
  const keyboard = new Keyboard({
    session,
    escapeKey,
    where,
    show: (text) => io.stdout.write(text),
    onPrompt: (isThere) => gate.set(!isThere),
  });
  const interruption = createInterruption(io.signal);
  const ends = [
    interruption.end,
    console.onResize(() => {
      const { size } = console;
      // If this fails, the reader of the session gets the same error.
      if (size !== undefined) sendWindowSize(session, size);
    }),
    // The program that used the terminal meanwhile may have changed its mode. Node does not set an unchanged mode, so
    // change it twice.
    console.onContinue(() => {
      console.setRaw(false);
      console.setRaw(true);
    }),
    session.onEvent?.(() => {
      if (session.echoes === true) keyboard.handOver().catch(() => {});
    }),
  ];
  let over = false;
  try {
    console.setRaw(true);
    const typed = type(console, keyboard).catch((error) => {
      // The server closed the connection while input was being sent.
      if (over) return "person" as const;
      throw error;
    });
    const shown = show(session, screen, gate, io, () => over).finally(() => {
      over = true;
    });
    typed.catch(() => {});
    shown.catch(() => {});
    return await Promise.race([shown, typed, interruption.rejection]);
  } finally {
    over = true;
    for (const end of ends) end?.();
    gate.set(true);
    // The reader of our output may have closed it.
    await io.stdout.write(screen.leave()).catch(() => {});
    console.setRaw(false);
    console.leave();
  }
}

function sendWindowSize(session: TerminalSession, { columns, rows }: ConsoleSize): void {
  session.resize?.(columns, rows).catch(() => {});
}

async function type(console: Console, keyboard: Keyboard): Promise<EndedBy> {
  for await (const octets of console.input) {
    if ((await keyboard.press(octets)) === "close") return "person";
  }
  return "person";
}

async function show(
  session: TerminalSession,
  screen: Screen,
  gate: Gate,
  io: Io,
  isOver: () => boolean,
): Promise<EndedBy> {
  for await (const octets of session.readable) {
    await gate.open;
    if (isOver()) break;
    await io.stdout.write(screen.show(octets, session.echoes === true));
  }
  return "server";
}

/** A gate that is open, or closed for a while: callers wait until it opens. */
class Gate {
  #open: Promise<void> = Promise.resolve();
  #letThrough: (() => void) | undefined;

  get open(): Promise<void> {
    return this.#open;
  }

  set(isOpen: boolean): void {
    if (isOpen) {
      this.#letThrough?.();
      this.#letThrough = undefined;
    } else if (this.#letThrough === undefined) {
      this.#open = new Promise((resolve) => {
        this.#letThrough = resolve;
      });
    }
  }
}
