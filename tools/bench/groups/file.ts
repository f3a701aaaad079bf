import { execFileSync, spawnSync } from "node:child_process";
import { appendFileSync, createReadStream, mkdirSync, statSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parentPort, Worker, workerData } from "node:worker_threads";
import { createClient } from "@anyurl/client";
import { file, fromPath } from "@anyurl/scheme-file";
import { nodeTransport } from "@anyurl/transport-node";
import type { Contender, Group } from "../group.ts";

/** Large enough that the time to start curl and to open the file is negligible. */
const SIZE = 256 * 1024 * 1024;
const PIECE = 1024 * 1024;
/** Timeout for a thread in milliseconds. */
const PATIENCE = 60_000;

/** Ways to read a file to its end in this process. Each returns the number of bytes that it has read. */
const READERS = { get, createReadStream: stream } as const;

type ReaderName = keyof typeof READERS;

/** `get` of a file URL, with a reader that brings its own buffer. */
async function get(path: string): Promise<number> {
  const client = createClient({
    schemes: [file],
    transport: nodeTransport(),
    policy: { files: { roots: [dirname(path)] } },
  });
  const { body } = await client.get(fromPath(path, { system: "posix" }));
  const reader = body.getReader({ mode: "byob" });
  let buffer = new ArrayBuffer(PIECE);
  let octets = 0;
  for (;;) {
    const { done, value } = await reader.read(new Uint8Array(buffer));
    if (done) return octets;
    octets += value.length;
    buffer = value.buffer as ArrayBuffer;
  }
}

async function stream(path: string): Promise<number> {
  let octets = 0;
  for await (const piece of createReadStream(path)) octets += (piece as Buffer).length;
  return octets;
}

/** A contender runs synchronously: another thread reads the file, and the contender waits for it. */
class ReadingThread {
  readonly #done = new Int32Array(new SharedArrayBuffer(8));
  #worker: Worker | undefined;

  read(name: ReaderName, path: string): number {
    this.#worker ??= startWorker(this.#done);
    Atomics.store(this.#done, 0, 0);
    this.#worker.postMessage({ name, path });
    const waited = Atomics.wait(this.#done, 0, 0, PATIENCE);
    const octets = Atomics.load(this.#done, 1);
    if (waited === "timed-out" || octets < 0) throw new Error(`${name} has failed`);
    return octets;
  }
}

function startWorker(done: Int32Array): Worker {
  // Under vitest the packages are loaded from source, which needs an option for a Node thread.
  const execArgv = process.env["VITEST"] === undefined ? process.execArgv : ["--conditions=anyurl-source"];
  const worker = new Worker(new URL(import.meta.url), { execArgv, workerData: { done } });
  worker.unref();
  return worker;
}

/** The thread reads the file and reports the number of bytes. */
function serve(done: Int32Array): void {
  parentPort!.on("message", async ({ name, path }: { name: ReaderName; path: string }) => {
    const octets = await READERS[name](path).catch(() => -1);
    Atomics.store(done, 1, octets);
    Atomics.store(done, 0, 1);
    Atomics.notify(done, 0);
  });
}

if (workerData?.done instanceof Int32Array) serve(workerData.done);

const thread = new ReadingThread();

const inThread = (name: ReaderName, shown: string): Contender<string> => ({
  name: shown,
  answer: (path) => String(thread.read(name, path)),
  run: (paths) => {
    for (const path of paths) thread.read(name, path);
  },
});

/** Includes the start and the end of the process. */
const curl: Contender<string> = {
  name: "curl file:",
  answer: (path) => runCurl(path, ["-w", "%{size_download}"]),
  run: (paths) => {
    for (const path of paths) runCurl(path, []);
  },
};

function runCurl(path: string, options: readonly string[]): string {
  const url = fromPath(path, { system: "posix" });
  return execFileSync("curl", ["-q", "-s", "-o", "/dev/null", ...options, url], { encoding: "utf8" });
}

const hasCurl = spawnSync("curl", ["--version"]).status === 0;

export const fileGroups: readonly Group<string>[] = [
  {
    bench: "get",
    corpus: "file, 256 MiB",
    isTransfer: true,
    inputs: () => [largeFile()],
    contenders: [
      inThread("get", "get, BYOB"),
      inThread("createReadStream", "createReadStream"),
      ...(hasCurl ? [curl] : []),
    ],
  },
];

/** Created once and kept in the cache directory. Its contents do not matter, but are always the same. */
function largeFile(): string {
  const directory = join(import.meta.dirname, "../../../node_modules/.cache/anyurl-bench");
  const path = join(directory, "large");
  if (statSync(path, { throwIfNoEntry: false })?.size === SIZE) return path;
  mkdirSync(directory, { recursive: true });
  const piece = Buffer.alloc(PIECE, "anyurl ");
  writeFileSync(path, "");
  for (let i = 0; i < SIZE / PIECE; i++) appendFileSync(path, piece);
  return path;
}
