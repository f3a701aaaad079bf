/**
 * `node --conditions=anyurl-source tools/bench/gateway/run.ts`: the gateway under load, on loopback, against a bare
 * handler of the same framework that sends the same bytes. Needs wrk: tools/bench/gateway/install. Servers, gateway,
 * and load share the machine.
 *
 *     … run.ts --seconds 3 --only menu --profile
 */
import { execFile, fork, spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import process from "node:process";
import { parseArgs, promisify } from "node:util";
import type { FromChild, ToChild } from "./messages.ts";

const { seconds, only, rounds, profile } = parseArgs({
  options: {
    seconds: { type: "string", default: "5" },
    rounds: { type: "string", default: "3" },
    only: { type: "string", default: "" },
    profile: { type: "boolean", default: false },
  },
}).values;

const PEERS = process.env["ANYURL_PEERS"] ?? "/var/cache/anyurl-peers";
const WRK = join(PEERS, "wrk/usr/bin/wrk");
const LIBRARIES = join(
  PEERS,
  `wrk/usr/lib/${spawnSync("uname", ["-m"], { encoding: "utf8" }).stdout.trim()}-linux-gnu`,
);
const MIB = 1024 * 1024;
/** Size of the large file in bytes. */
const LARGE = 256 * MIB;
const READERS = 500;

/** The goals. A result below one of them fails the run. */
const GOALS = { cached: 1000, uncached: 500, growth: 64 };

if (!existsSync(WRK)) throw new Error("wrk is missing: run tools/bench/gateway/install");

interface Child extends Disposable {
  readonly ports: Readonly<Record<string, number>>;
  /** Resident memory in bytes after a garbage collection. */
  memory(): Promise<number>;
  /** Its processor time in microseconds. */
  cpu(): Promise<number>;
  /** Current resident memory in bytes. */
  resident(): number;
}

const short: string[] = [];
using sources = await start({ do: "sources" });
const menu = `gopher://127.0.0.1:${sources.ports["gopher"]}/1/menu`;
const page = `gopher://127.0.0.1:${sources.ports["gopher"]}/0/page.txt`;
const large = `ftp://127.0.0.1:${sources.ports["ftp"]}/large.bin`;

console.log(`Node ${process.version.slice(1)}; requests a second, the median of ${rounds} rounds`);
if (wants("menu")) await menus();
if (wants("large")) await largeFile();
if (wants("slow")) await slowReaders();
for (const each of short) console.log(`SHORT: ${each}`);
process.exitCode = short.length > 0 ? 1 : 0;

function wants(what: string): boolean {
  return what.includes(only);
}

/** A Gopher menu, from the cache and from the server each time, as a web page and as JSON. */
async function menus(): Promise<void> {
  for (const accept of ["text/html", "application/json"]) {
    using cached = await start({ do: "gateway", cached: true });
    using uncached = await start({ do: "gateway", cached: false });
    const path = `/${menu}`;
    const response = await fetch(`http://127.0.0.1:${cached.ports["http"]}${path}`, { headers: { accept } });
    const headers = Object.fromEntries(
      [...response.headers].filter(
        ([name]) => !/^(?:connection|date|keep-alive|transfer-encoding)$/.test(name),
      ),
    );
    const body = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${body}`);
    using bare = await start({ do: "bare", headers, body });
    const all: Record<string, number[]> = { bare: [], cached: [], uncached: [] };
    const cost: Record<string, number[]> = { bare: [], cached: [], uncached: [] };
    const children: Record<string, Child> = { bare, cached, uncached };
    for (let round = 0; round < Number(rounds); round++) {
      for (const [name, child] of Object.entries(children)) {
        const before = await child.cpu();
        const { rate, requests } = await load(`http://127.0.0.1:${child.ports["http"]}${path}`, accept);
        all[name]!.push(rate);
        cost[name]!.push(((await child.cpu()) - before) / requests);
      }
    }
    const medians = Object.fromEntries(Object.entries(all).map(([name, each]) => [name, median(each)]));
    for (const [name, rate] of Object.entries(medians)) {
      const ratio = (rate / medians["bare"]!).toFixed(2);
      console.log(
        `menu, ${accept}, ${body.length} octets | ${name} | ${Math.round(rate)}/s | ${ratio}× bare | ` +
          `${Math.round(median(cost[name]!))} µs of the processor each`,
      );
    }
    if (accept !== "text/html") continue;
    for (const name of ["cached", "uncached"] as const) {
      if (medians[name]! < GOALS[name])
        short.push(`${name} menu: ${Math.round(medians[name]!)}/s of ${GOALS[name]}/s`);
    }
  }
}

interface Loaded {
  /** Requests per second. */
  readonly rate: number;
  readonly requests: number;
}

async function load(url: string, accept: string): Promise<Loaded> {
  const argv = ["-t1", "-c32", `-d${seconds}s`, "-H", `Accept: ${accept}`, url];
  const { stdout } = await promisify(execFile)(WRK, argv, {
    env: { ...process.env, LD_LIBRARY_PATH: LIBRARIES },
  });
  const wrong = /Non-2xx or 3xx responses: (\d+)|Socket errors: (.*)/.exec(stdout);
  if (wrong !== null) throw new Error(`${url}: ${wrong[0]}`);
  const rate = Number(/Requests\/sec:\s+([\d.]+)/.exec(stdout)?.[1]);
  return { rate, requests: Number(/(\d+) requests in/.exec(stdout)?.[1]) };
}

/** An FTP file, read as fast as it arrives. */
async function largeFile(): Promise<void> {
  using gateway = await start({ do: "gateway", cached: true });
  const url = `http://127.0.0.1:${gateway.ports["http"]}/${large}`;
  // The first request loads modules, so it is not measured.
  const first = await fetch(url);
  await first.body!.cancel();
  const before = await gateway.memory();
  let peak = before;
  const watch = setInterval(() => {
    peak = Math.max(peak, gateway.resident());
  }, 20);
  const began = performance.now();
  let octets = 0;
  const response = await fetch(url);
  for await (const piece of response.body!) octets += piece.length;
  const took = (performance.now() - began) / 1000;
  clearInterval(watch);
  if (octets !== LARGE) throw new Error(`${octets} of ${LARGE} bytes received`);
  const growth = (peak - before) / MIB;
  console.log(
    `256 MiB of FTP | ${(octets / MIB / took).toFixed(0)} MiB/s | grows by ${growth.toFixed(1)} MiB`,
  );
  if (growth >= GOALS.growth) short.push(`the file: ${growth.toFixed(1)} MiB of ${GOALS.growth}`);
}

/** Slow readers of a large file, and of a page from the cache. */
async function slowReaders(): Promise<void> {
  for (const [name, url, octets] of [
    ["a large file", large, 64 * 1024],
    ["a page of 86 KiB", page, Number.POSITIVE_INFINITY],
  ] as const) {
    using gateway = await start({ do: "gateway", cached: true });
    const port = gateway.ports["http"]!;
    const warm = await fetch(`http://127.0.0.1:${port}/${url}`);
    await warm.body!.cancel();
    const before = await gateway.memory();
    let peak = before;
    const watch = setInterval(() => {
      peak = Math.max(peak, gateway.resident());
    }, 50);
    const began = performance.now();
    const readers = await Promise.allSettled(
      Array.from({ length: READERS }, () => slowReader(port, `/${url}`, octets)),
    );
    clearInterval(watch);
    const failed = readers.filter(({ status }) => status === "rejected");
    const growth = (peak - before) / MIB;
    const took = (performance.now() - began) / 1000;
    console.log(
      `${READERS} slow readers of ${name} | ${failed.length} errors | ${took.toFixed(1)} s | grows by ${growth.toFixed(0)} MiB, ` +
        `${((growth * 1024) / READERS).toFixed(0)} KiB each`,
    );
    for (const { reason } of failed.slice(0, 1) as PromiseRejectedResult[]) console.log(`  ${reason}`);
    if (failed.length > 0) short.push(`slow readers of ${name}: ${failed.length} errors`);
  }
}

/** Reads from the socket every 100 ms, until it has received `enough` bytes or the connection ends. */
function slowReader(port: number, path: string, enough: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const options = { port, host: "127.0.0.1", highWaterMark: 4096 };
    const socket: Socket = connect(options);
    let head = "";
    let octets = 0;
    const tick = setInterval(() => {
      const piece = socket.read() as Buffer | null;
      if (piece === null) return;
      if (octets === 0) head = piece.toString("latin1", 0, 100);
      octets += piece.length;
      if (octets >= enough) end();
    }, 100);
    const end = (error?: Error) => {
      clearInterval(tick);
      socket.destroy();
      if (error !== undefined) reject(error);
      else if (!/^HTTP\/1\.1 200 /.test(head))
        reject(new Error(`after ${octets} octets: ${head.split("\r\n", 1)[0]}`));
      else resolve();
    };
    socket.once("error", end);
    socket.once("end", () => end());
    socket.on("readable", () => {});
    socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\nConnection: close\r\n\r\n`);
  });
}

async function start(message: ToChild): Promise<Child> {
  const profiled =
    profile && message.do === "gateway" ? ["--cpu-prof", "--cpu-prof-dir=/tmp/anyurl-gateway-prof"] : [];
  const child = fork(join(import.meta.dirname, "child.ts"), [], {
    execArgv: ["--conditions=anyurl-source", "--expose-gc", ...profiled],
  });
  const asked = (question: ToChild) =>
    new Promise<FromChild>((resolve, reject) => {
      child.once("message", resolve);
      child.once("exit", () => reject(new Error("a process of the benchmark has exited")));
      child.send(question);
    });
  const told = await asked(message);
  return {
    ports: "ports" in told ? told.ports : {},
    async memory() {
      const answer = await asked({ do: "memory" });
      return "rss" in answer ? answer.rss : Number.NaN;
    },
    async cpu() {
      const answer = await asked({ do: "memory" });
      return "cpu" in answer ? answer.cpu : Number.NaN;
    },
    resident: () => residentOf(child.pid!),
    [Symbol.dispose]: () => void child.kill(profile ? "SIGINT" : "SIGTERM"),
  };
}

/** Reads it from outside, so that the caller does not wait for a busy process. */
function residentOf(pid: number): number {
  const [, kib = "0"] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, "utf8")) ?? [];
  return Number(kib) * 1024;
}

function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)]!;
}
