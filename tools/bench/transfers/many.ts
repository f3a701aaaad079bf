/**
 * `pnpm exec node tools/bench/transfers/many.ts`, after a build: many small files, and one large one, through the `get`
 * of `anyurl`, beside its peers. The servers are on loopback and the same for all contenders: our own for HTTP
 * and Gopher, and vsftpd, which needs root and `tools/interop/install`. Contenders take turns, round by round. A ratio is
 * the median of the ratios of all rounds; above 1 means that anyurl is faster, or takes less processor time. `sockets` is a
 * program that uses only `node:net`. curl takes part if it is installed, and FTP is measured if vsftpd is.
 *
 *     pnpm exec node tools/bench/transfers/many.ts --rounds 3 --only http
 */
import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { parseArgs } from "node:util";
import { missing, startPeer } from "../../interop/start.ts";
import goals from "../goals.json" with { type: "json" };

const { rounds, only } = parseArgs({
  options: { rounds: { type: "string", default: "5" }, only: { type: "string", default: "" } },
}).values;

/** Timeout for one contender in milliseconds. */
const LONGEST = 120_000;

interface Took {
  readonly seconds: number;
  readonly cpu: number;
  readonly bytes?: number;
}

interface Workload {
  readonly name: string;
  readonly url: string;
  readonly count: number;
  readonly width: number;
  readonly peers: readonly string[];
}

const folder = mkdtempSync(join(tmpdir(), "anyurl-many-"));
const file = join(folder, "small.txt");
writeFileSync(file, "anyurl ".repeat(300));
const servers = spawn(process.execPath, [...process.execArgv, join(import.meta.dirname, "many-servers.ts")], {
  stdio: ["ignore", "pipe", "inherit"],
});
const [line] = (await once(servers.stdout, "data")) as [Buffer];
const ports: Record<"http" | "gopher", number> = JSON.parse(line.toString());
const withoutFtp = missing("vsftpd");
await using vsftpd = withoutFtp === undefined ? await startPeer("vsftpd", seedVsftpd) : undefined;
const hasCurl = spawnSync("curl", ["--version"]).error === undefined;
try {
  for (const workload of workloads().filter(({ name }) => name.includes(only))) {
    if (vsftpd === undefined && workload.name.startsWith("ftp"))
      console.log(`\n${workload.name}: ${withoutFtp}`);
    else measure(workload);
  }
} finally {
  servers.kill();
  rmSync(folder, { recursive: true });
}

function seedVsftpd(root: string): void {
  mkdirSync(join(root, "pub"), { recursive: true });
  mkdirSync(join(root, "home/alice"), { recursive: true });
  copyFileSync(file, join(root, "pub/small.txt"));
}

function workloads(): readonly Workload[] {
  const http = `http://127.0.0.1:${ports.http}`;
  const gopher = `gopher://127.0.0.1:${ports.gopher}/0/small.txt`;
  const ftp = `ftp://127.0.0.1:${vsftpd?.port}/pub/small.txt`;
  const web = ["undici", "fetch", "curl"];
  return [
    { name: "http, serial", url: `${http}/small.txt`, count: 5_000, width: 1, peers: web },
    { name: "http, eight at once", url: `${http}/small.txt`, count: 5_000, width: 8, peers: web },
    { name: "http, 512 MiB", url: `${http}/large`, count: 1, width: 1, peers: web },
    { name: "gopher, serial", url: gopher, count: 1_000, width: 1, peers: ["sockets", "curl"] },
    { name: "gopher, eight at once", url: gopher, count: 1_000, width: 8, peers: ["sockets", "curl"] },
    { name: "ftp, serial", url: ftp, count: 1_000, width: 1, peers: ["sockets", "basic-ftp", "curl"] },
    { name: "ftp, eight at once", url: ftp, count: 1_000, width: 8, peers: ["curl"] },
    {
      name: "file, serial",
      url: pathToFileURL(file).href,
      count: 1_000,
      width: 1,
      peers: ["readFile", "get-uri"],
    },
  ];
}

function measure(workload: Workload): void {
  const there = ["anyurl", ...workload.peers].filter((name) => name !== "curl" || hasCurl);
  const all = new Map<string, Took[]>(there.map((name) => [name, []]));
  for (let round = 0; round < Number(rounds); round++)
    for (const name of there)
      all.get(name)!.push(name === "curl" ? runCurl(workload) : runNode(name, workload));
  report(workload, all);
}

function runNode(name: string, { url, count, width }: Workload): Took {
  const child = join(import.meta.dirname, "many-child.ts");
  const told = [...process.execArgv, child, name, url, String(count), String(width)];
  const done = spawnSync(process.execPath, told, { encoding: "utf8", timeout: LONGEST });
  if (done.stdout === "") throw new Error(`${name}: ${done.stderr}`);
  return JSON.parse(done.stdout);
}

/** One process for all files. A query or a fragment of its own gives each of them a URL. */
function runCurl({ url, count, width }: Workload): Took {
  const each = count === 1 ? url : `${url}#[1-${count}]`;
  const parallel = width === 1 ? [] : ["-Z", "--parallel-max", String(width), "--parallel-immediate"];
  const script = 'TIMEFORMAT="%R %U %S"; time "$@" >/dev/null';
  const told = ["-c", script, "bash", "curl", "-sS", ...parallel, "-o", "/dev/null", each];
  const done = spawnSync("bash", told, { encoding: "utf8", timeout: LONGEST });
  if (done.status !== 0) throw new Error(`curl: ${done.stderr}`);
  const [seconds = 0, user = 0, system = 0] = done.stderr.trim().split("\n").at(-1)!.split(" ").map(Number);
  return { seconds, cpu: user + system };
}

function report({ name, count }: Workload, all: ReadonlyMap<string, readonly Took[]>): void {
  console.log(`\n${count} × ${name}`);
  const ours = all.get("anyurl")!;
  for (const [who, took] of all) {
    const [seconds, cpu] = [median(took.map((each) => each.seconds)), median(took.map((each) => each.cpu))];
    const figures = `${seconds.toFixed(2)} s, cpu ${cpu.toFixed(2)} s`;
    if (who === "anyurl") console.log(`  ${who.padEnd(10)} ${figures}`);
    else console.log(`  ${who.padEnd(10)} ${figures}${compare(name, who, ours, took)}`);
  }
}

function compare(name: string, who: string, ours: readonly Took[], took: readonly Took[]): string {
  const ratio = median(took.map(({ seconds }, i) => seconds / ours[i]!.seconds));
  const cpu = median(took.map((each, i) => each.cpu / ours[i]!.cpu));
  const goal = goals.transfers.find((each) => each.workload === name && each.peer === who)?.goal;
  const missed = goal === undefined ? "" : ratio >= goal ? `, goal ${goal} reached` : `, goal ${goal} missed`;
  return `  ours ${ratio.toFixed(2)}×, by processor time ${cpu.toFixed(2)}×${missed}`;
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}
