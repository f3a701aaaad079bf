import type { HostIo, Output } from "../src/host-io.ts";
import { main } from "../src/main.ts";
import { checkAnswers } from "./check-answers.ts";

export interface Ran {
  readonly status: number;
  readonly out: string;
  readonly err: string;
  readonly octets: Uint8Array;
}

export interface World {
  readonly terminal?: boolean;
  readonly errTerminal?: boolean;
  /** The columns of the terminal. Default: 100. */
  readonly columns?: number;
  readonly env?: Record<string, string>;
  readonly signal?: AbortSignal;
  readonly now?: () => number;
  readonly elapsed?: () => number;
  /** Answers prompts. Default: no user is present. */
  readonly askSecret?: HostIo["askSecret"];
  readonly askLine?: HostIo["askLine"];
  /** Called before each write to stdout. It may throw, like a broken pipe. */
  readonly onWrite?: () => void;
}

/**
 * Runs the command in this process and returns all its output.
 *
 * @throws the JSON that it prints does not have the documented shape.
 */
export async function run(argv: readonly string[], world: World = {}): Promise<Ran> {
  const ran = await capture((io) => main(argv, io), world);
  checkAnswers(argv, ran);
  return ran;
}

/** Runs a program with streams that collect its output. */
export async function capture(program: (io: HostIo) => Promise<number>, world: World = {}): Promise<Ran> {
  const out: Uint8Array[] = [];
  const err: Uint8Array[] = [];
  const io: HostIo = {
    stdout: output(out, world.terminal ?? false, world.columns, world.onWrite),
    stderr: output(err, world.errTerminal ?? world.terminal ?? false, world.columns),
    env: world.env ?? {},
    signal: world.signal ?? new AbortController().signal,
    now: world.now ?? (() => Date.now()),
    elapsed: world.elapsed ?? (() => performance.now()),
    askSecret: world.askSecret,
    askLine: world.askLine,
  };
  const status = await program(io);
  const octets = Buffer.concat(out);
  return { status, octets, out: octets.toString(), err: Buffer.concat(err).toString() };
}

function output(into: Uint8Array[], isTerminal: boolean, columns = 100, onWrite?: () => void): Output {
  return {
    isTerminal,
    columns: isTerminal ? columns : undefined,
    async write(data) {
      onWrite?.();
      // Copy, because the next write may use the same buffer.
      into.push(Buffer.from(data as Uint8Array));
    },
  };
}
