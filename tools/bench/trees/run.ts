/**
 * `pnpm bench:trees`, after a build: copies the same trees with anyurl, lftp, rclone, wget, and rsync, from and to a vsftpd and an
 * rsync daemon on loopback, and prints a table. Contenders take turns, round by round; figures are medians. Needs root,
 * `tools/interop/install`, and the Debian packages lftp, rclone, wget, rsync, and python3; what is missing is left out.
 *
 *     pnpm bench:trees --rounds 3 --only small --large 256
 */
import { spawn, spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { cpus, loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { freePort, startPeer } from "../../interop/start.ts";
import { CONTENDERS, type Contender, type Job } from "./contenders.ts";
import { countKept, type Kept } from "./kept.ts";
import { makeTrees, TREES, type TreeName } from "./make-trees.ts";

const { rounds, only, large } = parseArgs({
  options: {
    rounds: { type: "string", default: "3" },
    only: { type: "string", default: "" },
    large: { type: "string", default: "256" },
  },
}).values;

/** The account of the peers of `tools/interop`. */
const ALICE = { user: "alice", password: "s3cr:t@/%", uid: 1500 };
/** Timeout for one contender in milliseconds. */
const LONGEST = 300_000;

interface Took extends Kept {
  readonly status: number;
  readonly seconds: number;
  /** Processor time of the client in seconds. */
  readonly cpu: number;
  /** Peak memory in KiB. */
  readonly memory: number;
}

const source = mkdtempSync(join(tmpdir(), "anyurl-trees-"));
makeTrees(source, Number(large));
let home = "";
await using peer = await startPeer("vsftpd", (root) => {
  home = join(root, "home", "alice");
  mkdirSync(home, { recursive: true });
  makeTrees(join(home, "trees"), Number(large));
  own(home);
});
const work = mkdtempSync(join(tmpdir(), "anyurl-trees-"));
const rsync = await startRsync();

console.log(`${new Date().toISOString()}, ${cpus().length} × ${cpus()[0]?.model}, Node ${process.version}`);
console.log(
  `load at the start: ${loadavg()
    .map((load) => load.toFixed(1))
    .join(" ")}\n`,
);
console.log("| tree | program | way | seconds | processor | memory | kept | status |");
console.log("| --- | --- | --- | --- | --- | --- | --- | --- |");
try {
  for (const tree of TREES) {
    if (!tree.includes(only)) continue;
    for (const way of ["down", "up"] as const) compare(tree, way);
  }
} finally {
  rsync.stop();
  for (const directory of [source, work]) rmSync(directory, { recursive: true });
}
console.log(
  `\nload at the end: ${loadavg()
    .map((load) => load.toFixed(1))
    .join(" ")}`,
);

function compare(tree: TreeName, way: "down" | "up"): void {
  const there = CONTENDERS.filter((each) => each[way] !== undefined && isThere(each));
  const all = new Map<string, Took[]>(there.map(({ name }) => [name, []]));
  for (let round = 0; round < Number(rounds); round++)
    for (const contender of there) all.get(contender.name)!.push(run(contender, tree, way));
  for (const [name, took] of all) {
    const middle = (value: (each: Took) => number) => median(took.map(value));
    const { kept, all: files } = took.toSorted((one, other) => one.kept - other.kept)[0]!;
    const statuses = [...new Set(took.map(({ status }) => status))].join(", ");
    const seconds = middle((each) => each.seconds).toFixed(2);
    const cpu = middle((each) => each.cpu).toFixed(2);
    const memory = `${(middle((each) => each.memory) / 1024).toFixed(0)} MiB`;
    console.log(
      `| ${tree} | ${name} | ${way} | ${seconds} | ${cpu} s | ${memory} | ${kept} of ${files} | ${statuses} |`,
    );
  }
}

function run({ program, env, ...contender }: Contender, tree: TreeName, way: "down" | "up"): Took {
  const given = join(source, tree);
  const target = way === "down" ? join(work, "copy") : join(home, "copy");
  rmSync(target, { recursive: true, force: true });
  mkdirSync(target);
  chownSync(target, ALICE.uid, ALICE.uid);
  const job: Job = {
    directory: way === "down" ? target : given,
    remote: way === "down" ? `trees/${tree}` : "copy",
    ftp: { ...ALICE, port: peer.port },
    rsync: rsync.port,
  };
  const measure = join(import.meta.dirname, "measure.py");
  const words = [measure, program === "node" ? process.execPath : program, ...contender[way]!(job)];
  const done = spawnSync("python3", words, {
    stdio: ["ignore", "ignore", "pipe", "pipe"],
    env: { ...process.env, HOME: work, LC_ALL: "C.UTF-8", ...env?.(job) },
    timeout: LONGEST,
    cwd: work,
  });
  const measured = String(done.output[3] ?? "");
  if (measured === "") throw new Error(`${contender.name}: ${done.error ?? done.stderr}`);
  return { ...JSON.parse(measured), ...countKept(given, target) };
}

function isThere({ program }: Contender): boolean {
  return program === "node" || spawnSync(program, ["--version"]).error === undefined;
}

/** Gives a directory with its contents to the account of the server. */
function own(directory: string): void {
  const done = spawnSync("chown", ["-R", "--no-dereference", `${ALICE.uid}:${ALICE.uid}`, directory]);
  if (done.status !== 0) throw new Error(String(done.stderr));
}

async function startRsync(): Promise<{ readonly port: number; stop(): void }> {
  const port = await freePort();
  const config = join(work, "rsyncd.conf");
  const lines = ["use chroot = no", `[home]`, `path = ${home}`, "read only = no", "uid = 0", "gid = 0"];
  writeFileSync(config, `${lines.join("\n")}\n`);
  chmodSync(config, 0o600);
  const words = ["--daemon", "--no-detach", `--port=${port}`, "--address=127.0.0.1", `--config=${config}`];
  const child = spawn("rsync", words, { stdio: "ignore" }).on("error", () => {});
  await waitForPort(port).catch(() => {});
  return { port, stop: () => void child.kill() };
}

/** Connects until the port accepts. */
async function waitForPort(port: number): Promise<void> {
  for (let attempt = 0; attempt < 100; attempt++) {
    const isOpen = await new Promise<boolean>((resolve) => {
      const socket = connect(port, "127.0.0.1", () => resolve(true)).on("error", () => resolve(false));
      socket.on("connect", () => socket.destroy());
    });
    if (isOpen) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`nothing listens on port ${port}`);
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}
