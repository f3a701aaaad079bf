/**
 * `pnpm bench:memory [FILES]`, after a build: copies a tree of 100,000 empty files with the command, from a local directory and from an
 * FTP server in another process, and prints the peak memory and the processor time of the command.
 */
import { type ChildProcess, fork, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";

/** Files of one directory. */
const PER_DIRECTORY = 1000;
const COMMAND = join(import.meta.dirname, "../../../packages/anyurl/dist/command/anyurl.cjs");

const [what = "100000", count = ""] = process.argv.slice(2);
if (what === "serve") await serve(Number(count));
else await measure(Number(what));

async function serve(files: number): Promise<void> {
  const { document, folder, startFtpServer } = await import("@anyurl/servers");
  const empty = document(new Uint8Array(0));
  const directories = nameDirectories(files).map((name) => {
    const entries = nameFiles().map((file) => [file, empty] as const);
    return [name, folder(entries)] as const;
  });
  const server = await startFtpServer({ root: folder(directories) });
  process.send!(server.origin);
}

async function measure(files: number): Promise<void> {
  const work = mkdtempSync(join(tmpdir(), "anyurl-memory-"));
  const server = fork(import.meta.filename, ["serve", String(files)]);
  try {
    const origin = await new Promise<string>((resolve) =>
      server.once("message", (told) => resolve(String(told))),
    );
    const source = join(work, "source");
    createTree(source, files);
    const limit = ["--limit", `maxEntries=${2 * files}`];
    for (const from of [`${source}/`, `${origin}/`]) {
      const target = join(work, "target");
      const url = from === `${source}/` ? `file://${from}` : from;
      await report("sync", ["sync", ...limit, from, `${target}/`]);
      await report("sync again", ["sync", ...limit, from, `${target}/`]);
      rmSync(target, { recursive: true });
      await report("cp -r", ["cp", "-r", ...limit, from, `${target}/`]);
      rmSync(target, { recursive: true });
      await report("get -r", ["get", "-r", ...limit, "-o", target, url]);
      rmSync(target, { recursive: true });
    }
  } finally {
    server.kill();
    rmSync(work, { recursive: true });
  }
}

function nameDirectories(files: number): readonly string[] {
  return Array.from({ length: Math.ceil(files / PER_DIRECTORY) }, (_, i) => `directory-${i}`);
}

function nameFiles(): readonly string[] {
  return Array.from({ length: PER_DIRECTORY }, (_, i) => `file-${i}.txt`);
}

function createTree(directory: string, files: number): void {
  for (const name of nameDirectories(files)) {
    mkdirSync(join(directory, name), { recursive: true });
    for (const file of nameFiles()) writeFileSync(join(directory, name, file), "");
  }
}

/** Runs the command, and prints what it used. */
async function report(what: string, words: readonly string[]): Promise<void> {
  const measured = [join(import.meta.dirname, "measure.py"), process.execPath, COMMAND, ...words];
  const child = spawn("python3", measured, { stdio: ["ignore", "ignore", "inherit", "pipe"] });
  const { status, cpu, memory } = JSON.parse(await readResult(child));
  const from = words.some((word) => word.startsWith("ftp:")) ? "ftp" : "file";
  console.log(
    `${what} from ${from}: status ${status}, processor ${cpu.toFixed(1)} s, peak memory ${(memory / 1024).toFixed(0)} MiB`,
  );
}

async function readResult(child: ChildProcess): Promise<string> {
  let text = "";
  for await (const chunk of child.stdio[3] as NodeJS.ReadableStream) text += chunk;
  return text;
}
