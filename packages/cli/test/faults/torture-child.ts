import { readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join } from "node:path";
import process from "node:process";
import type { HostIo, Output } from "../../src/host-io.ts";
import { type FailedCall, failNthCall, patchFileSystem } from "./failing-files.ts";
import { withFreeDescriptors } from "./few-descriptors.ts";

/** What the parent asks for: command lines to repeat in a directory that is made new for each run. */
export interface Torture {
  readonly lines: readonly (readonly string[])[];
  readonly directory: string;
  /** What fails: the nth call of the file system, or any call that needs more than n file descriptors. */
  readonly what: "calls" | "descriptors";
  /** Whether the file system has hard links. */
  readonly links: boolean;
  /** The files before each run. */
  readonly files: Readonly<Record<string, string>>;
}

/** The result of one run. */
export interface TortureRun {
  readonly status: number;
  readonly err: string;
  /** The call that failed, and its error. Without a name if no call or any of several failed. */
  readonly name: string;
  readonly code: string;
  /** The files afterwards. */
  readonly files: Readonly<Record<string, string>>;
  /** Descriptors that stayed open. */
  readonly open: number;
}

const { lines, directory, what, links, files }: Torture = JSON.parse(process.argv[2]!);

const { main } = await import("../../src/main.ts");
const { mkdirSync, writeFileSync } = await import("node:fs");

function prepare(): void {
  rmSync(directory, { recursive: true, force: true });
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(join(directory, path, ".."), { recursive: true });
    writeFileSync(join(directory, path), text);
  }
}

function readTree(below = ""): Record<string, string> {
  const found: Record<string, string> = {};
  for (const name of readdirSync(join(directory, below))) {
    const path = join(below, name);
    if (statSync(join(directory, path)).isDirectory()) Object.assign(found, readTree(path));
    else found[path] = readFileSync(join(directory, path), "utf8");
  }
  return found;
}

function countOpenFiles(): number {
  return readdirSync("/proc/self/fd").length;
}

/** How often, and how many milliseconds apart, the open files are counted before one counts as left open. */
const MAX_LOOKS = 1000;
const PAUSE_MS = 5;

/** Runs the command alone, or inside of `disturb`, which returns the call that failed. */
async function run(
  disturb: (work: () => Promise<void>) => Promise<FailedCall | undefined>,
  line: readonly string[],
): Promise<TortureRun | undefined> {
  const err: string[] = [];
  const output = (write: (data: string | Uint8Array) => void): Output => ({
    isTerminal: false,
    columns: undefined,
    write: async (data) => write(data),
  });
  const io: HostIo = {
    stdout: output(() => {}),
    stderr: output((data) => err.push(String(data))),
    env: {},
    signal: new AbortController().signal,
    now: () => Date.now(),
    elapsed: () => performance.now(),
  };
  prepare();
  const before = countOpenFiles();
  let status = -1;
  const failed = await disturb(async () => {
    status = await main(line, io);
  });
  if (failed === undefined) return undefined;
  // A file may be closed shortly after the call that used it, by a thread that a busy machine runs late.
  for (let looks = 0; countOpenFiles() > before && looks < MAX_LOOKS; looks++) {
    // biome-ignore lint/plugin/no-fixed-waits: a poll; this program does not run in vitest.
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
  const { name, code } = failed;
  return { status, err: err.join(""), name, code, files: readTree(), open: countOpenFiles() - before };
}

/** No fault: the first run loads modules. */
const undisturbed = async (work: () => Promise<void>): Promise<FailedCall> => {
  await work();
  return { name: "", code: "" };
};

async function failCalls(line: readonly string[]): Promise<TortureRun[]> {
  const noFault = (work: () => Promise<void>) =>
    failNthCall(0, links, work).then(() => ({ name: "", code: "" }));
  const runs = [(await run(noFault, line))!];
  for (let n = 1; n < 1000; n++) {
    const next = await run((work) => failNthCall(n, links, work), line);
    if (next === undefined) break;
    runs.push(next);
  }
  return runs;
}

/** From no free descriptor to enough of them. */
async function failOpening(line: readonly string[]): Promise<TortureRun[]> {
  const runs = [(await run(undisturbed, line))!];
  // Loads what an error needs.
  await run(undisturbed, ["get", `file://${directory}/none`]);
  for (let free = 0; free < 100 && (runs.length === 1 || runs.at(-1)!.status !== 0); free++) {
    const next = await run(async (work) => {
      await withFreeDescriptors(free, work);
      return { name: `${free} free`, code: "EMFILE" };
    }, line);
    runs.push(next!);
  }
  return runs;
}

if (what === "calls") await patchFileSystem();
const all: TortureRun[][] = [];
for (const line of lines) all.push(await (what === "calls" ? failCalls(line) : failOpening(line)));
process.stdout.write(JSON.stringify(all));
