/**
 * Runs the ten programs of examples/programs and the exam for transports in each runtime, from installed tarballs, and
 * compares the results with the table in README.md, or writes it. Build the workspace first.
 *
 *   node tools/runtimes/run.ts [--write] [--only NAME]
 */
import { execFile } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { startTransportPeers } from "@anyurl/testkit/transport-peers";
import { packAll } from "../../examples/pack.ts";
import { startWorld } from "../../examples/programs/test/world.ts";
import { installPrograms } from "../scripts/install-programs.ts";
import type { Report } from "./check-runtime.ts";
import { formatMatrix } from "./matrix.ts";
import { startResolver } from "./resolver.ts";
import { createRuntimes, type Runtime } from "./runtimes.ts";

const ROOT = join(import.meta.dirname, "../..");
const PROGRAMS = join(ROOT, "node_modules/.cache/anyurl-runtimes");
const README = join(ROOT, "README.md");
const SECTION = /(?<=<!-- runtimes -->\n).*?(?=<!-- \/runtimes -->)/s;

const start = performance.now();
const only = process.argv.includes("--only") ? process.argv[process.argv.indexOf("--only") + 1] : undefined;
const place = mkdtempSync(join(tmpdir(), "anyurl-runtimes-"));
try {
  await installPrograms(join(import.meta.dirname, "programs.json"), PROGRAMS);
  await installTarballs();
  const reports = new Map<Runtime, Report>();
  let failures = 0;
  for (const runtime of createRuntimes(PROGRAMS)) {
    if (only !== undefined && !runtime.name.startsWith(only)) continue;
    const report = await check(runtime);
    reports.set(runtime, report);
    for (const { name, failed } of [...report.programs, ...report.exam]) {
      if (failed === undefined) continue;
      failures++;
      console.error(`${runtime.name}: ${name}: ${failed}`);
    }
    said(`${runtime.name}`);
  }
  if (failures > 0) process.exitCode = 1;
  else if (only === undefined) compare(formatMatrix(reports));
} finally {
  rmSync(place, { recursive: true, force: true, maxRetries: 5 });
}

/** Runs everything in one runtime, with servers of its own. */
async function check(runtime: Runtime): Promise<Report> {
  const { exceptions, lacks } = runtime;
  await using running = await startWorld();
  await using peers = await startTransportPeers();
  await using resolver = await startResolver();
  const task = { world: running.world, peers: peers.ports, resolver: resolver.url, exceptions, lacks };
  return await runtime.run(task, place);
}

/** Installs all packages, and copies what runs there. */
async function installTarballs(): Promise<void> {
  const tarballs = packAll(join(place, ".packed"));
  writeFileSync(join(place, "package.json"), '{ "private": true, "type": "module" }\n');
  const flags = [
    "--no-save",
    "--no-package-lock",
    "--prefer-offline",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ];
  await promisify(execFile)("npm", ["install", ...flags, ...tarballs.values()], { cwd: place });
  for (const folder of ["tools/runtimes", "examples/programs/src", "examples/programs/test"]) {
    mkdirSync(join(place, folder, ".."), { recursive: true });
    cpSync(join(ROOT, folder), join(place, folder), { recursive: true });
  }
  said("packages installed");
}

function compare(section: string): void {
  const text = readFileSync(README, "utf8");
  if (!SECTION.test(text))
    throw new Error("README.md has no section between <!-- runtimes --> and <!-- /runtimes -->");
  const now = text.replace(SECTION, () => `\n${section}\n`);
  if (now === text) return;
  if (process.argv.includes("--write")) writeFileSync(README, now);
  else {
    console.error(
      "the table of runtimes in README.md is out of date: run node tools/runtimes/run.ts --write",
    );
    process.exitCode = 1;
  }
}

function said(what: string): void {
  console.log(`runtimes: ${what}, ${((performance.now() - start) / 1000).toFixed(0)} s`);
}
