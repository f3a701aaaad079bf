import process from "node:process";

/** Characters. */
export interface ConsoleSize {
  readonly columns: number;
  readonly rows: number;
}

/** Where somebody types: a terminal, or a pipe. */
export interface Console {
  /** Are both ends the terminal of a person? */
  readonly isInteractive: boolean;
  /** What is typed, as it comes. Ends when nothing more can be typed. */
  readonly input: AsyncIterable<Uint8Array>;
  readonly size: ConsoleSize | undefined;
  /** Raw: every key arrives at once, none is shown, and none makes a signal. */
  setRaw(raw: boolean): void;
  /** Calls back when the window has another size; gives what ends that. */
  onResize(resized: () => void): () => void;
  /** Calls back when the process goes on after a stop; gives what ends that. */
  onContinue(goesOn: () => void): () => void;
  /** Nothing more is read. */
  leave(): void;
}

/** The terminal of this process. */
export function nodeConsole(): Console {
  const { stdin, stdout } = process;
  const isInteractive = stdin.isTTY === true && stdout.isTTY === true;
  return {
    isInteractive,
    get input() {
      return stdin.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>;
    },
    get size() {
      const { columns, rows } = stdout;
      // A terminal that does not know its own size says 0.
      return isInteractive && columns > 0 && rows > 0 ? { columns, rows } : undefined;
    },
    setRaw(raw) {
      if (stdin.isTTY !== true) return;
      try {
        stdin.setRawMode(raw);
      } catch {
        // The terminal is gone, and its mode with it.
      }
    },
    onResize(resized) {
      stdout.on("resize", resized);
      return () => void stdout.off("resize", resized);
    },
    onContinue(goesOn) {
      process.on("SIGCONT", goesOn);
      return () => void process.off("SIGCONT", goesOn);
    },
    leave: () => void stdin.pause(),
  };
}
