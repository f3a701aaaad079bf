import { type ChildProcess, spawn } from "node:child_process";
import { chmod, readFile, writeFile } from "node:fs/promises";
import { get } from "node:http";
import { type EmbeddedServer, startGopherServer } from "@anyurl/servers";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { bundled } from "../bundled.ts";
import { run } from "../captured.ts";
import { scratchDirectory } from "../scratch-directory.ts";

const BIN = bundled().command;

let server: EmbeddedServer;
const here = scratchDirectory({ forAll: true });
const children: ChildProcess[] = [];

beforeAll(async () => {
  server = await startGopherServer();
});
afterEach(() => {
  for (const child of children.splice(0)) child.kill("SIGKILL");
});
afterAll(() => server.close());

interface Running {
  readonly child: ChildProcess;
  /** The first output. */
  readonly line: string;
  readonly ended: Promise<{ readonly status: number | null; readonly out: string; readonly err: string }>;
}

/** Starts the command as a child process and waits until it prints its address. */
function start(...argv: readonly string[]): Promise<Running> {
  const child = spawn(process.execPath, ["-C", "anyurl-source", BIN, "serve", "--port", "0", ...argv], {
    stdio: ["ignore", "pipe", "pipe"],
  });
  children.push(child);
  let out = "";
  let err = "";
  child.stderr!.setEncoding("utf8").on("data", (text: string) => {
    err += text;
  });
  const ended = new Promise<{ status: number | null; out: string; err: string }>((resolve) => {
    child.on("close", (status) => resolve({ status, out, err }));
  });
  return new Promise((resolve, reject) => {
    child.stdout!.setEncoding("utf8").on("data", (text: string) => {
      out += text;
      // An address, or multi-line JSON.
      const end = out.indexOf(out.startsWith("{") ? "}\n" : "\n");
      if (end >= 0) resolve({ child, line: out.slice(0, end + 1).trim(), ended });
    });
    void ended.then(() => reject(new Error(`it ended: ${err}`)));
  });
}

/** Returns status and location of a response to a request with header fields that `fetch` cannot set. */
function head(url: string, headers: Readonly<Record<string, string>>) {
  return new Promise<{ status: number; location: string | undefined }>((resolve, reject) => {
    get(url, { headers }, (response) => {
      response.resume();
      resolve({ status: response.statusCode!, location: response.headers.location });
    }).on("error", reject);
  });
}

const asked = (base: string, path: string) => fetch(base + path, { headers: { accept: "application/json" } });

describe("serve", () => {
  test("prints its address, serves requests, and exits cleanly on a signal", async () => {
    const { child, line, ended } = await start();
    expect(line).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/$/);
    expect((await fetch(line)).status).toBe(200);
    child.kill("SIGTERM");
    expect(await ended).toMatchObject({ status: 0, err: "anyurl: finishing open requests\n" });
  });

  test("blocks private addresses and other ports by default", async () => {
    const { port } = server;
    const safe = await start();
    expect((await asked(safe.line, `gopher://127.0.0.1:${port}/`)).status).toBe(403);
    const open = await start("--allow-private", "--allow-port", `gopher:${port}`);
    const response = await asked(open.line, `gopher://127.0.0.1:${port}/`);
    expect(response.status).toBe(200);
    expect(((await response.json()) as { entries: unknown[] }).entries.length).toBeGreaterThan(0);
  });

  test("asks on the home page before it opens a link of another site in a private network", async () => {
    const { port } = server;
    const { line } = await start("--allow-private", "--allow-port", `gopher:${port}`);
    const before = server.received.length;
    const url = `gopher://127.0.0.1:${port}/0/FLUSHALL`;
    const headers = {
      "sec-fetch-site": "cross-site",
      "sec-fetch-mode": "navigate",
      "sec-fetch-dest": "document",
    };
    const { status, location } = await head(line + url, headers);
    expect({ status, location }).toEqual({ status: 303, location: `/?url=${encodeURIComponent(url)}` });
    expect((await head(line + url, { ...headers, "sec-fetch-mode": "no-cors" })).status).toBe(403);
    expect(server.received.length).toBe(before);
  });

  test("accepts only its own host names", async () => {
    const { line } = await start("--public-url", "https://gateway.example", "--name", "other.example");
    const { port } = new URL(line);
    const status = async (host: string) =>
      (await head(`http://127.0.0.1:${port}/robots.txt`, { host })).status;
    expect(await status("gateway.example")).toBe(200);
    expect(await status("other.example")).toBe(200);
    expect(await status(`localhost:${port}`)).toBe(200);
    expect(await status("attacker.example")).toBe(421);
  });

  test("writes a log without search terms", async () => {
    const log = here("access.jsonl");
    const { port } = server;
    const flags = ["--allow-private", "--allow-port", "gopher:*", "--log", log, "--quiet"];
    const { child, line, ended } = await start(...flags);
    await (await asked(line, `gopher://127.0.0.1:${port}/7/search%09my%20secret`)).text();
    child.kill("SIGINT");
    expect((await ended).err).toBe("");
    const records = (await readFile(log, "utf8"))
      .trimEnd()
      .split("\n")
      .map((each) => JSON.parse(each));
    expect(records).toHaveLength(1);
    expect(records[0]).toMatchObject({ method: "GET", client: "127.0.0.0/24" });
    expect(records[0].target).toMatch(/%09\*\*\*$/);
  });

  test("opens only signed links with keys from a private file", async () => {
    const file = here("keys");
    await writeFile(file, `a ${"0f".repeat(32)}\n`, { mode: 0o600 });
    const { line } = await start("--sign-key-file", file, "--allow-private", "--allow-port", "gopher:*");
    expect((await asked(line, `gopher://127.0.0.1:${server.port}/`)).status).toBe(403);
    await chmod(file, 0o644);
    const { status, err } = await run(["serve", "--port", "0", "--sign-key-file", file]);
    expect({ status, err }).toMatchObject({ status: 9, err: expect.stringContaining("chmod 600") });
  });

  test("serves health and metrics on another address", async () => {
    const { line } = await start("--json", "--operations", "127.0.0.1:0");
    const { url, operations } = JSON.parse(line) as { url: string; operations: string };
    expect(await (await fetch(`${operations}_/health`)).json()).toMatchObject({ status: "ok", cache: "ok" });
    expect((await fetch(`${url}_/health`)).status).toBe(404);
  });

  test.each([
    [["--host", "0.0.0.0"], 2, "--public-url"],
    [["--public-url", "gateway.example"], 2, "https://gateway.example"],
    [["--port", "70000"], 2, "Expected a whole number from 0 to 65535"],
    [["--cache", "disk"], 2, "memory:"],
    [["--cache", "sqlite:cache.db"], 2, "memory:"],
    [["--contact", "me"], 2, "contact"],
    [["--name", "a b"], 2, "hosts"],
    [["--trust-proxy", "everybody"], 2, "Expected addresses or blocks"],
    [["--allow-port", "70"], 2, "scheme:port"],
    [["--operations", "here"], 2, "Expected ADDRESS:PORT"],
    [["--max-requests", "0"], 2, "Expected a whole number from 1"],
    [["--grace", "soon"], 2, "Expected a number of seconds"],
    [["--open-scheme", "x-none"], 2, "names of schemes"],
    [["--log", "/no/such/directory/log"], 9, "/no/such/directory/log"],
    [["--sign-key-file", "/no/such/file"], 9, "/no/such/file"],
  ])("rejects %j", async (argv, status, words) => {
    const ended = await run(["serve", "--port", "0", ...argv]);
    expect(ended.err).toContain(words);
    expect(ended).toMatchObject({ status, out: "" });
  });

  test("fails if the port is in use", async () => {
    const ended = await run(["serve", "--port", String(server.port)]);
    expect(ended).toMatchObject({ status: 9, out: "" });
    expect(ended.err).toContain("is already in use");
  });
});
