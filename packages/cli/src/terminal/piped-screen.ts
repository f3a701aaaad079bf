import type { ScreenView, SessionScreen } from "@anyurl/core";
import type { Io } from "../io.ts";
import type { Console } from "./console.ts";
import { formatView } from "./draw-view.ts";
import { createInterruption } from "./interruption.ts";
import { KeyReader } from "./key-reader.ts";
import { pressTyped } from "./screen-keys.ts";
import type { ScreenSession } from "./session.ts";

/** Between two screens. */
const PAGE_BREAK = "\f\n";

/**
 * Runs a session with a screen between two pipes: types the input, where a line end is the key Enter, and prints each
 * screen of the server as text. Ends after the answer to the last key.
 */
export async function runPipedScreen(session: ScreenSession, console: Console, io: Io): Promise<void> {
  const { screen } = session;
  const waiting = new ScreenWaiter(session);
  const interruption = createInterruption(io.signal);
  let printed = "";
  const print = async () => {
    const text = formatView(screen.view);
    if (text === printed) return;
    await io.stdout.write(`${printed === "" ? "" : PAGE_BREAK}${text}`);
    printed = text;
  };
  const converse = async () => {
    await waiting.unlocked();
    await print();
    const reader = new KeyReader();
    for await (const bytes of console.input)
      for (const typed of reader.read(bytes)) {
        if (waiting.isOver) return;
        await pressTyped(screen, typed);
        if (!screen.view.isLocked) continue;
        await waiting.unlocked();
        await print();
      }
  };
  try {
    await Promise.race([converse(), waiting.failed, interruption.rejection]);
  } finally {
    interruption.end();
    waiting.end();
    console.leave();
  }
}

/** Reads the session, and waits until its screen accepts input. */
class ScreenWaiter {
  readonly #screen: SessionScreen;
  readonly #stop: () => void;
  #notify: () => void = () => {};
  isOver = false;
  /** Rejects if the session fails. */
  readonly failed: Promise<never>;

  constructor({ screen, readable }: ScreenSession) {
    this.#screen = screen;
    this.#stop = screen.onChange(() => this.#notify());
    this.failed = new Promise((_, reject) => {
      const read = async () => {
        for await (const _ of readable) this.#notify();
        this.isOver = true;
        this.#notify();
      };
      read().catch(reject);
    });
    this.failed.catch(() => {});
  }

  /** Resolves when the screen accepts input, or the session has ended. */
  async unlocked(): Promise<ScreenView> {
    while (this.#screen.view.isLocked && !this.isOver)
      await new Promise<void>((resolve) => {
        this.#notify = resolve;
      });
    return this.#screen.view;
  }

  end(): void {
    this.isOver = true;
    this.#stop();
  }
}
