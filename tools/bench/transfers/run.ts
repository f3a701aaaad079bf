/**
 * `pnpm exec node tools/bench/transfers/run.ts`, after a build: compares FTP clients against one vsftpd on loopback.
 * Contenders take turns, round by round. A ratio is the median of the ratios of all rounds; above 1 means that anyurl
 * is faster. Needs root and `tools/interop/install`. curl and lftp take part if they are installed.
 *
 *     pnpm exec node tools/bench/transfers/run.ts --rounds 3 --only "small files"
 */
import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { stripTypeScriptTypes } from "node:module";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { startPeer } from "../../interop/start.ts";
import { type Contender, type Place, seed, WORKLOADS } from "./workloads.ts";

const { rounds, only } = parseArgs({
  options: { rounds: { type: "string", default: "5" }, only: { type: "string", default: "" } },
}).values;

/** Timeout for one contender in milliseconds. */
const LONGEST = 60_000;

interface Took {
  readonly seconds: number;
  /** Processor time of the client in seconds. */
  readonly cpu: number;
  /** Peak memory in MiB, if the contender reports it. */
  readonly memory?: number;
}

await using peer = await startPeer("vsftpd", seed);
const work = mkdtempSync(join(tmpdir(), "anyurl-transfers-"));
const at: Place = { port: peer.port, work };
const child = plainChild();
for (const { name, contenders } of WORKLOADS) {
  if (!name.includes(only)) continue;
  const there = contenders.filter(isThere);
  const all = new Map<string, Took[]>(there.map((each) => [each.name, []]));
  for (let round = 0; round < Number(rounds); round++) {
    for (const contender of there) all.get(contender.name)!.push(run(contender, at));
  }
  report(name, all);
}
rmSync(work, { recursive: true });

function isThere({ command }: Contender): boolean {
  const [program = ""] = command(at);
  return program === "node" || spawnSync(program, ["--version"]).error === undefined;
}

function run({ name, command }: Contender, place: Place): Took {
  const [program = "", ...told] = command(place);
  if (program === "node") {
    // Node can hang while it exits (a deadlock of V8's compiler and garbage collector), so the earlier output counts.
    const done = spawnSync(process.execPath, [child, ...told], { encoding: "utf8", timeout: LONGEST });
    if (done.stdout === "") throw new Error(`${name}: ${done.stderr}`);
    return JSON.parse(done.stdout);
  }
  const script = 'TIMEFORMAT="%R %U %S"; time "$@" >/dev/null';
  const done = spawnSync("bash", ["-c", script, "bash", program, ...told], { encoding: "utf8" });
  const [seconds = 0, user = 0, system = 0] = (done.stderr.trim().split("\n").at(-1) ?? "")
    .split(" ")
    .map(Number);
  if (done.status !== 0) throw new Error(`${name}: ${done.stderr}`);
  return { seconds, cpu: user + system };
}

/** child.ts without its types: to strip them in each process would add 25 MiB to its memory. */
function plainChild(): string {
  const folder = join(import.meta.dirname, ".cache");
  mkdirSync(folder, { recursive: true });
  for (const name of ["child", "workloads"]) {
    const source = readFileSync(join(import.meta.dirname, `${name}.ts`), "utf8");
    const plain = stripTypeScriptTypes(source).replaceAll("./workloads.ts", "./workloads.mjs");
    writeFileSync(join(folder, `${name}.mjs`), plain);
  }
  return join(folder, "child.mjs");
}

function report(name: string, all: ReadonlyMap<string, readonly Took[]>): void {
  console.log(`\n${name}`);
  const ours = all.get("anyurl")!;
  for (const [who, took] of all) {
    const ratio = median(took.map(({ seconds }, i) => seconds / ours[i]!.seconds));
    const cpu = median(took.map((each) => each.cpu));
    const memory = Math.max(...took.map((each) => each.memory ?? 0));
    const shown = who === "anyurl" ? "" : `  ours ${ratio.toFixed(2)}×`;
    const held = memory > 0 ? `, ${memory.toFixed(0)} MiB` : "";
    console.log(
      `  ${who.padEnd(10)} ${median(took.map((each) => each.seconds)).toFixed(3)} s, cpu ${cpu.toFixed(2)} s${held}${shown}`,
    );
  }
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[sorted.length >> 1] ?? Number.NaN;
}
