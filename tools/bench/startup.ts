/**
 * Measures the total run time of the command, compared with an empty Node program. They take turns, so that other load
 * on the machine affects all of them.
 *
 *   node tools/bench/startup.ts [ROUNDS]      build anyurl first
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const ROUNDS = Number(process.argv[2] ?? 40);
const COMMAND = join(import.meta.dirname, "../../packages/anyurl/dist/command/anyurl.cjs");
const GOAL = 1.6;

const directory = mkdtempSync(join(tmpdir(), "anyurl-startup-"));
const file = join(directory, "file.txt");
writeFileSync(file, "hello\n");
const runs: readonly (readonly [name: string, argv: readonly string[]])[] = [
  ["node -e 0", ["-e", "0"]],
  ["anyurl parse ftp:…", [COMMAND, "parse", "ftp://h.example/a%2Fb.txt;type=i"]],
  ["anyurl norm http:…", [COMMAND, "norm", "HTTP://h.example/%7Ejoe"]],
  ["anyurl explain gopher:…", [COMMAND, "explain", "gopher://h.example/7/find%09whale"]],
  ["anyurl plan ftp:…", [COMMAND, "plan", "ftp://h.example/pub/readme.txt"]],
  ["anyurl get file:…", [COMMAND, "get", pathToFileURL(file).href]],
  ["anyurl --help", [COMMAND, "--help"]],
  ["anyurl get --help", [COMMAND, "get", "--help"]],
  ["anyurl serve --help", [COMMAND, "serve", "--help"]],
  ["anyurl completion bash", [COMMAND, "completion", "bash"]],
];
try {
  const env = { ...process.env, XDG_CACHE_HOME: directory };
  const times = runs.map((): number[] => []);
  for (let round = -2; round < ROUNDS; round++) {
    for (const [i, [name, argv]] of runs.entries()) {
      const begin = performance.now();
      const { status, stderr } = spawnSync(process.execPath, argv, { env });
      const time = performance.now() - begin;
      if (status !== 0) throw new Error(`${name}: ${stderr}`);
      // The first runs fill the caches.
      if (round >= 0) times[i]!.push(time);
    }
  }
  const [base = 0] = times.map(median);
  console.log("| what | ms | times node -e 0 |\n| --- | --- | --- |");
  for (const [i, [name]] of runs.entries()) {
    const ratio = median(times[i]!.map((time, round) => time / times[0]![round]!));
    console.log(`| ${name} | ${median(times[i]!).toFixed(1)} | ${ratio.toFixed(2)} |`);
  }
  console.log(`goal of parse and get file: ${GOAL}, which is ${(base * GOAL).toFixed(1)} ms`);
} finally {
  rmSync(directory, { recursive: true, force: true });
}

function median(all: readonly number[]): number {
  return [...all].sort((a, b) => a - b)[all.length >> 1]!;
}
