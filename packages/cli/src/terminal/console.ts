import process from "node:process";

/** The size of the terminal, in characters. */
export interface ConsoleSize {
  readonly columns: number;
  readonly rows: number;
}

/** Where the user types: a terminal, or a pipe. */
export interface Console {
  /** Whether both input and output are a terminal. */
  readonly isInteractive: boolean;
  /** The input as it arrives. Ends at the end of the input. */
  readonly input: AsyncIterable<Uint8Array>;
  readonly size: ConsoleSize | undefined;
  /** Raw mode: each key arrives immediately, without echo and without signals. */
  setRaw(raw: boolean): void;
  /** Calls `resized` when the window size changes. Returns a function that stops this. */
  onResize(resized: () => void): () => void;
  /** Calls `goesOn` when the process continues after a stop. Returns a function that stops this. */
  onContinue(goesOn: () => void): () => void;
  /** Stops reading the input. */
  leave(): void;
}

/** Returns the terminal of this process. */
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
      // A terminal that does not know its own size reports 0.
      return isInteractive && columns > 0 && rows > 0 ? { columns, rows } : undefined;
    },
    setRaw(raw) {
      if (stdin.isTTY !== true) return;
      try {
        stdin.setRawMode(raw);
      } catch {
        // The terminal was closed, so there is no mode to set.
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
