import { type ChildProcess, spawn } from "node:child_process";
import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { document, type EmbeddedServer, folder, patternDocument, startFtpServer } from "@anyurl/servers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { VERBS } from "../src/verbs/verbs.ts";
import { bundled } from "./bundled.ts";
import { scratchDirectory } from "./scratch-directory.ts";

const BIN = bundled().command;
const MAIN = join(import.meta.dirname, "../src/main.ts");

let server: EmbeddedServer;
const here = scratchDirectory();

beforeAll(async () => {
  // More than any pipe buffer holds, so that the transfer is still running while the parent does not read.
  server = await startFtpServer({
    root: folder({ "big.bin": document(patternDocument(1 << 30)), "small.txt": "small\n" }),
  });
});
afterAll(() => server.close());

interface Ended {
  readonly status: number | null;
  readonly signal: string | null;
  readonly out: string;
  readonly err: string;
}

/** Runs the bundled command as a child process. */
function start(argv: readonly string[]): { readonly child: ChildProcess; readonly ended: Promise<Ended> } {
  const child = spawn(process.execPath, ["-C", "anyurl-source", BIN, ...argv], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  const out: Buffer[] = [];
  const err: Buffer[] = [];
  child.stderr!.on("data", (octets: Buffer) => err.push(octets));
  const ended = new Promise<Ended>((resolve) => {
    child.on("close", (status, signal) =>
      resolve({ status, signal, out: Buffer.concat(out).toString(), err: Buffer.concat(err).toString() }),
    );
  });
  child.stdout!.on("data", (octets: Buffer) => {
    if (out.length < 64) out.push(octets);
  });
  return { child, ended };
}

test("fetches a file and exits with status 0", async () => {
  expect(await start(["get", `${server.origin}/small.txt`]).ended).toEqual({
    status: 0,
    signal: null,
    out: "small\n",
    err: "",
  });
});

test("exits with the status of the failure and prints no stack trace", async () => {
  const { status, err } = await start(["get", `${server.origin}/none.txt`]).ended;
  expect(status).toBe(5);
  expect(err).toMatch(/^anyurl: not-found: /);
  expect(err).not.toMatch(/^ {4}at /m);
  expect((await start(["parse", "no-colon"]).ended).status).toBe(3);
});

test("exits silently on EPIPE, like cat", async () => {
  const { child, ended } = start(["get", `${server.origin}/big.bin`]);
  child.stdout!.once("data", () => child.stdout!.destroy());
  expect(await ended).toMatchObject({ status: 141, signal: null, err: "" });
});

test.each([
  ["SIGINT", 130],
  ["SIGTERM", 143],
] as const)("keeps the partial file if %s arrives during a transfer", async (signal, status) => {
  const { child, ended } = start(["get", "-o", here("big.bin"), `${server.origin}/big.bin`]);
  const part = here(".big.bin.anyurl-part");
  await expect.poll(async () => (await stat(part).catch(() => undefined))?.size ?? 0).toBeGreaterThan(0);
  child.kill(signal);
  expect(await ended).toMatchObject({
    ...{
      status,
      err: expect.stringMatching(/^anyurl: interrupted\nanyurl: .*: kept .* to continue: anyurl get /s),
    },
  });
  expect((await readdir(here())).toSorted()).toEqual([".big.bin.anyurl-part", ".big.bin.anyurl-part.json"]);
});

test.each([
  [
    "to parse a URL",
    [
      ["parse", "ftp://h/x"],
      ["explain", "ftp://h/x"],
      ["plan", "ftp://h/x"],
    ],
  ],
  ["for help and completion", [...VERBS.map(({ name }) => [name, "--help"]), ["completion", "bash"]]],
])("loads neither network nor server modules %s", async (_, commands) => {
  const program = LOADED.replace("COMMANDS", JSON.stringify(commands));
  const argv = ["--input-type=module", "-C", "anyurl-source", "-e", program];
  const child = spawn(process.execPath, argv, {
    cwd: join(import.meta.dirname, ".."),
    stdio: ["ignore", "pipe", "inherit"],
  });
  let out = "";
  for await (const octets of child.stdout) out += String(octets);
  expect(JSON.parse(out.trim().split("\n").at(-1)!)).toEqual([]);
});

const LOADED = `
  import { registerHooks } from "node:module";
  // Loaded before the count: declarations of options are data, although they belong to the client.
  import "@anyurl/client/options";
  const loaded = [];
  registerHooks({
    load(url, context, next) {
      if (/(client|transport-node|servers|smtp)\\/src\\/|^node:(http|tls|dns)|hono/.test(url)) loaded.push(url);
      return next(url, context);
    },
  });
  const { main } = await import(${JSON.stringify(MAIN)});
  const output = { isTerminal: false, columns: undefined, write: async () => {} };
  const { signal } = new AbortController();
  const elapsed = () => performance.now();
  const io = { stdout: output, stderr: output, env: {}, signal, now: Date.now, elapsed };
  for (const argv of COMMANDS) await main(argv, io);
  console.log(JSON.stringify(loaded));
`;
