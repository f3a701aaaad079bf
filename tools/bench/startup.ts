/**
 * Measures the total run time of the command, and of programs that import anyurl, compared with an empty Node program.
 * They take turns, so that other load on the machine affects all of them.
 *
 *   node tools/bench/startup.ts [ROUNDS]      build anyurl first
 */
import { spawnSync } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { Worker } from "node:worker_threads";
import type { WalkPorts } from "../scripts/walk-servers.ts";

const ROUNDS = Number(process.argv[2] ?? 40);
const PACKAGE = join(import.meta.dirname, "../../packages/anyurl");
const COMMAND = join(PACKAGE, "dist/command/anyurl.cjs");
/** Of the command, in run times of `node -e 0`. */
const GOAL = 1.6;
/** Of a program that imports anyurl and gets one URL, in milliseconds more than `node -e 0`. */
const LIBRARY_GOAL_MS = 60;

const GET = "await (await get(process.argv[1])).text()";
const LAZY_GET = `
import { createAnyurlFrom, SCHEME_LOADERS } from "anyurl/lazy";
const [, url] = process.argv;
const scheme = await SCHEME_LOADERS.get(url.slice(0, url.indexOf(":")))();
await (await createAnyurlFrom([scheme]).get(url)).text();
`;

const directory = mkdtempSync(join(tmpdir(), "anyurl-startup-"));
const file = join(directory, "file.txt");
writeFileSync(file, "hello\n");
const servers = new Worker(new URL("../scripts/walk-servers.ts", import.meta.url));
const [ports] = (await once(servers, "message")) as [WalkPorts];
const host = "127.0.0.1";
const runs: readonly (readonly [name: string, argv: readonly string[]])[] = [
  ["node -e 0", ["-e", "0"]],
  ["anyurl parse ftp:…", [COMMAND, "parse", "ftp://h.example/a%2Fb.txt;type=i"]],
  ["anyurl norm http:…", [COMMAND, "norm", "HTTP://h.example/%7Ejoe"]],
  ["anyurl explain gopher:…", [COMMAND, "explain", "gopher://h.example/7/find%09whale"]],
  ["anyurl plan ftp:…", [COMMAND, "plan", "ftp://h.example/pub/readme.txt"]],
  ["anyurl get file:…", [COMMAND, "get", pathToFileURL(file).href]],
  ["anyurl get ftp:…", [COMMAND, "get", `ftp://${host}:${ports.ftp}/welcome.txt`]],
  ["anyurl --help", [COMMAND, "--help"]],
  ["anyurl get --help", [COMMAND, "get", "--help"]],
  ["anyurl serve --help", [COMMAND, "serve", "--help"]],
  ["anyurl completion bash", [COMMAND, "completion", "bash"]],
  ["import, and parse ftp:…", program("parse(process.argv[1]).parts", "ftp://h.example/a%2Fb.txt;type=i")],
  ["import, and get ftp:…", program(GET, `ftp://${host}:${ports.ftp}/welcome.txt`)],
  ["import, and get gopher:…", program(GET, `gopher://${host}:${ports.gopher}/0/welcome.txt`)],
  ["import, and get http:…", program(GET, `http://${host}:${ports.http}/welcome.txt`)],
  ["lazy, and get ftp:…", moduleOf(LAZY_GET, `ftp://${host}:${ports.ftp}/welcome.txt`)],
  ["lazy, and get gopher:…", moduleOf(LAZY_GET, `gopher://${host}:${ports.gopher}/0/welcome.txt`)],
  ["lazy, and get http:…", moduleOf(LAZY_GET, `http://${host}:${ports.http}/welcome.txt`)],
];
try {
  const env = { ...process.env, XDG_CACHE_HOME: directory };
  const times = runs.map((): number[] => []);
  for (let round = -2; round < ROUNDS; round++) {
    for (const [i, [name, argv]] of runs.entries()) {
      const begin = performance.now();
      const { status, stderr } = spawnSync(process.execPath, argv, { env, cwd: PACKAGE });
      const time = performance.now() - begin;
      if (status !== 0) throw new Error(`${name}: ${stderr}`);
      // The first runs fill the caches.
      if (round >= 0) times[i]!.push(time);
    }
  }
  const [base = 0] = times.map(median);
  console.log("| what | ms | times node -e 0 | ms more |\n| --- | --- | --- | --- |");
  for (const [i, [name]] of runs.entries()) {
    const ratio = median(times[i]!.map((time, round) => time / times[0]![round]!));
    const more = median(times[i]!.map((time, round) => time - times[0]![round]!));
    console.log(`| ${name} | ${median(times[i]!).toFixed(1)} | ${ratio.toFixed(2)} | ${more.toFixed(1)} |`);
  }
  console.log(`goal of anyurl parse and get: ${GOAL}, which is ${(base * GOAL).toFixed(1)} ms`);
  console.log(`goal of import and get: ${LIBRARY_GOAL_MS} ms more`);
} finally {
  await servers.terminate();
  rmSync(directory, { recursive: true, force: true });
}

/** A program that imports the built package and runs one statement. */
function program(statement: string, url: string): readonly string[] {
  return moduleOf(`import { get, parse } from "anyurl"; ${statement};`, url);
}

/** The arguments of Node.js to run the text of a module. */
function moduleOf(text: string, url: string): readonly string[] {
  return ["--input-type=module", "--eval", text, url];
}

function median(all: readonly number[]): number {
  return [...all].sort((a, b) => a - b)[all.length >> 1]!;
}
