import { execFileSync, spawnSync } from "node:child_process";
import { connect } from "node:net";
import { parentPort, Worker, workerData } from "node:worker_threads";
import { createClient } from "@anyurl/client";
import { gopher, readMenu } from "@anyurl/scheme-gopher";
import { folder, patternDocument, startGopherServer } from "@anyurl/servers";
import { nodeTransport } from "@anyurl/transport-node";
import { type Contender, type Group, keep } from "../group.ts";

/** Size of the large item in bytes, so large that the time to start curl is negligible. */
const SIZE = 256 * 1024 * 1024;
/** The number of small items, and their size in bytes. */
const ITEMS = 500;
const SMALL = 1024;
const AT_ONCE = 8;
/** The number of lines of the large menu. */
const LINES = 100_000;
/** Timeout for a thread in milliseconds. */
const PATIENCE = 120_000;

/** The server, which runs in its own thread and reports its port. */
async function serve(port: Int32Array): Promise<void> {
  const small = folder(
    Array.from({ length: ITEMS }, (_, i) => [`${i + 1}.bin`, new Uint8Array(SMALL).fill(i)] as const),
  );
  const server = await startGopherServer({ root: folder({ "large.bin": patternDocument(SIZE), small }) });
  Atomics.store(port, 0, server.port);
  Atomics.notify(port, 0);
}

/** The tasks of a client. Each returns the number of bytes received. */
const TASKS = { large, small, bare } as const;

type TaskName = keyof typeof TASKS;

/** One large item, read into the reader's own buffer. */
async function large(port: number): Promise<number> {
  const { body } = await client().get(at(port, "large.bin"));
  const reader = body.getReader({ mode: "byob" });
  let buffer = new ArrayBuffer(1024 * 1024);
  let octets = 0;
  for (;;) {
    const { done, value } = await reader.read(new Uint8Array(buffer));
    if (done) return octets;
    octets += value.length;
    buffer = value.buffer as ArrayBuffer;
  }
}

/** All small items, some of them in parallel. */
async function small(port: number): Promise<number> {
  const own = client();
  let next = 1;
  let octets = 0;
  const take = async (): Promise<void> => {
    while (next <= ITEMS) {
      const { length } = await (await own.get(at(port, `small/${next++}.bin`))).bytes();
      octets += length;
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, take));
  return octets;
}

/** The large item through Node's sockets only, with one buffer. */
function bare(port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let octets = 0;
    const count = (length: number): boolean => {
      octets += length;
      return true;
    };
    const socket = connect({ port, onread: { buffer: Buffer.alloc(64 * 1024), callback: count } });
    socket.once("error", reject).once("close", () => resolve(octets));
    socket.write("/large.bin\r\n");
  });
}

function client() {
  return createClient({ schemes: [gopher], transport: nodeTransport() });
}

function at(port: number, path: string): `gopher://${string}` {
  return `gopher://127.0.0.1:${port}/9/${path}`;
}

/** A contender runs synchronously: other threads are the server and the client, and the contender waits for them. */
class Threads {
  readonly #port = new Int32Array(new SharedArrayBuffer(4));
  readonly #done = new Int32Array(new SharedArrayBuffer(8));
  #asking: Worker | undefined;

  /** Returns the server's port. The first call starts the server. */
  port(): number {
    if (Atomics.load(this.#port, 0) === 0) {
      startWorker({ port: this.#port });
      Atomics.wait(this.#port, 0, 0, PATIENCE);
    }
    const port = Atomics.load(this.#port, 0);
    if (port === 0) throw new Error("the server did not start");
    return port;
  }

  do(name: TaskName): number {
    this.#asking ??= startWorker({ done: this.#done });
    Atomics.store(this.#done, 0, 0);
    this.#asking.postMessage({ name, port: this.port() });
    const waited = Atomics.wait(this.#done, 0, 0, PATIENCE);
    const octets = Atomics.load(this.#done, 1);
    if (waited === "timed-out" || octets < 0) throw new Error(`${name} has failed`);
    return octets;
  }
}

function startWorker(data: object): Worker {
  // Under vitest the packages are loaded from source, which needs an option for a Node thread.
  const execArgv = process.env["VITEST"] === undefined ? process.execArgv : ["--conditions=anyurl-source"];
  const worker = new Worker(new URL(import.meta.url), { execArgv, workerData: data });
  worker.unref();
  return worker;
}

/** The client's thread runs a task and reports the number of bytes. */
function ask(done: Int32Array): void {
  parentPort!.on("message", async ({ name, port }: { name: TaskName; port: number }) => {
    const octets = await TASKS[name](port).catch(() => -1);
    Atomics.store(done, 1, octets);
    Atomics.store(done, 0, 1);
    Atomics.notify(done, 0);
  });
}

if (workerData?.port instanceof Int32Array) void serve(workerData.port);
if (workerData?.done instanceof Int32Array) ask(workerData.done);

const threads = new Threads();

const inThread = (name: TaskName, shown: string): Contender<string> => ({
  name: shown,
  answer: () => String(threads.do(name)),
  run: (inputs) => {
    for (const _ of inputs) threads.do(name);
  },
});

/** Includes the start and the end of the process. Gets several items one after the other. */
const curl = (path: string, octets: number): Contender<string> => {
  const run = () => {
    const url = `gopher://127.0.0.1:${threads.port()}/9/${path}`;
    execFileSync("curl", ["-q", "-s", "-S", "-o", "/dev/null", url], {
      stdio: ["ignore", "ignore", "inherit"],
    });
  };
  return {
    name: "curl",
    answer() {
      run();
      return String(octets);
    },
    run: (inputs) => {
      for (const _ of inputs) run();
    },
  };
};

const hasCurl = spawnSync("curl", ["--version"]).status === 0;

/** Only reads the fields, without URLs or checks. */
const split: Contender<string> = {
  name: "split",
  answer: (menu) => String(menu.split("\r\n").length - 2),
  run: (menus) => {
    for (const [i, menu] of menus.entries()) {
      const text = new TextDecoder().decode(menuBytes(menu));
      keep(
        i,
        text.split("\r\n").map((line) => line.split("\t")),
      );
    }
  },
};

const entries: Contender<string> = {
  name: "readMenu",
  answer: (menu) => String(readMenu(menuBytes(menu)).length),
  run: (menus) => {
    for (const [i, menu] of menus.entries()) keep(i, readMenu(menuBytes(menu)));
  },
};

/** The bytes of a menu, created once. */
const OCTETS = new Map<string, Uint8Array>();

function menuBytes(menu: string): Uint8Array {
  const octets = OCTETS.get(menu) ?? new TextEncoder().encode(menu);
  OCTETS.set(menu, octets);
  return octets;
}

function largeMenu(): string {
  const item = (i: number) =>
    `0A text about number ${i}\t/texts/of the year/text-${i}.txt\tgopher.example\t70\r\n`;
  return `${Array.from({ length: LINES }, (_, i) => item(i)).join("")}.\r\n`;
}

export const gopherGroups: readonly Group<string>[] = [
  {
    bench: "get",
    corpus: "gopher, 256 MiB",
    isTransfer: true,
    inputs: () => ["large.bin"],
    contenders: [
      inThread("large", "get, BYOB"),
      inThread("bare", "net.Socket, onread"),
      ...(hasCurl ? [curl("large.bin", SIZE)] : []),
    ],
  },
  {
    bench: "get",
    corpus: `gopher, ${ITEMS} small items`,
    isTransfer: true,
    inputs: () => ["small"],
    contenders: [
      inThread("small", `get, ${AT_ONCE} at once`),
      ...(hasCurl ? [curl(`small/[1-${ITEMS}].bin`, ITEMS * SMALL)] : []),
    ],
  },
  {
    bench: "menu",
    corpus: `${LINES} lines`,
    inputs: () => [largeMenu()],
    contenders: [entries, split],
    per: "character",
  },
];
