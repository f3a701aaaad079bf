import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { expect } from "vitest";

/** The reason why no pseudo-terminal is available; `undefined` if one is. */
export const NO_PTY: string | undefined = obstacle();

function obstacle(): string | undefined {
  try {
    const version = execFileSync("script", ["--version"], { stdio: ["ignore", "pipe", "ignore"] });
    return String(version).includes("util-linux") ? undefined : "this script(1) is not util-linux's";
  } catch {
    return "there is no script(1)";
  }
}

/** A shell command on its own pseudo-terminal. */
export interface Pty extends AsyncDisposable {
  /** All output so far. */
  readonly screen: string;
  /** The device, such as "/dev/pts/3". */
  readonly device: string;
  /** Presses keys. */
  type(keys: string): void;
  /** Resolves when the output contains this after the previous match. */
  sees(what: string | RegExp): Promise<void>;
  resize(columns: number, rows: number): void;
  /** Resolves when the terminal is in raw mode. Until then the kernel collects lines. */
  takesKeys(): Promise<void>;
  /** Resolves when the command has ended. */
  readonly ended: Promise<void>;
}

const PATIENCE = 20_000;

/** Runs a command with sh on a terminal with 100 columns and 40 rows. */
export async function startPty(command: string): Promise<Pty> {
  const setUp = "stty cols 100 rows 40; tty";
  const child: ChildProcess = spawn("script", ["-qfec", `${setUp}; ${command}`, "/dev/null"], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, SHELL: "/bin/sh", NO_COLOR: "1" },
    detached: true,
  });
  let screen = "";
  let seen = 0;
  child.stdout!.on("data", (octets: Buffer) => {
    screen += octets.toString("latin1");
  });
  child.stdin!.on("error", () => {});
  const ended = new Promise<void>((resolve) => child.once("close", () => resolve()));

  async function sees(what: string | RegExp): Promise<void> {
    const signal = AbortSignal.timeout(PATIENCE);
    for (;;) {
      const rest = screen.slice(seen);
      const at = typeof what === "string" ? rest.indexOf(what) : rest.search(what);
      if (at >= 0) {
        seen += at + (typeof what === "string" ? what.length : (what.exec(rest)?.[0].length ?? 0));
        return;
      }
      await once(child.stdout!, "data", { signal }).catch(() => {
        throw new Error(`not seen: ${what}, but:\n${JSON.stringify(rest)}`);
      });
    }
  }

  await sees(/\/dev\/pts\/\d+\r?\n/);
  const device = /\/dev\/pts\/\d+/.exec(screen)![0];
  return {
    get screen() {
      return screen;
    },
    device,
    type: (keys) => void child.stdin!.write(keys),
    sees,
    resize: (columns, rows) =>
      void execFileSync("stty", ["-F", device, "cols", String(columns), "rows", String(rows)]),
    async takesKeys() {
      const modes = () => String(execFileSync("stty", ["-F", device, "-a"]));
      await expect.poll(modes, { timeout: PATIENCE }).toContain("-icanon");
    },
    ended,
    async [Symbol.asyncDispose]() {
      try {
        process.kill(-child.pid!, "SIGKILL");
      } catch {
        // It has ended.
      }
      await ended;
    },
  };
}

/**
 * Expects that a shell prints "status N", the modes of `stty -a`, and "over": the command ended with this status, and left a
 * terminal in its normal modes, on its normal screen, with a visible cursor.
 */
export async function expectEnd(pty: Pty, status: number): Promise<void> {
  await pty.sees(`status ${status}`);
  await pty.sees("over");
  const modes = pty.screen.slice(pty.screen.lastIndexOf("status "));
  for (const mode of ["icanon", "echo", "isig", "icrnl", "opost", "ixon"])
    expect(modes).toMatch(new RegExp(`(?:^|\\s)${mode}(?:;|\\s)`, "m"));
  expect(pty.screen.lastIndexOf("\x1b[?25l")).toBeLessThanOrEqual(pty.screen.lastIndexOf("\x1b[?25h"));
  expect(pty.screen.lastIndexOf("\x1b[?1049h")).toBeLessThanOrEqual(pty.screen.lastIndexOf("\x1b[?1049l"));
  await pty.ended;
}
