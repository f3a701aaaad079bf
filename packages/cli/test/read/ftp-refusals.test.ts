import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer, type Server, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { run } from "../captured.ts";

/** RFC 959 §4.2.1 has one code, 550, for all reasons. This server gives no other one. */
const REFUSED = "550 Requested action not taken.";
const DIRECTORIES: ReadonlySet<string> = new Set(["/", "/pub", "/full"]);
const FILES: ReadonlySet<string> = new Set(["/secret.txt", "/old.txt"]);

let server: Server;
let data: Server;
let origin: string;
let folder: string;
let upload: string;

function answer(line: string): string {
  const [, verb = "", argument = ""] = /^(\S+) ?(.*)$/.exec(line) ?? [];
  const path = `/${argument.replace(/^\/+/, "")}`;
  switch (verb) {
    case "USER":
      return "331 Password?";
    case "PASS":
      return "230 Welcome.";
    case "PWD":
      return '257 "/"';
    case "TYPE":
      return "200 Done.";
    case "EPSV":
      return `229 Ready (|||${portOf(data)}|)`;
    case "CWD":
      return DIRECTORIES.has(path) ? "250 Done." : REFUSED;
    case "SIZE":
      return FILES.has(path) ? "213 5" : REFUSED;
    case "QUIT":
      return "221 Goodbye.";
    case "RETR":
    case "STOR":
    case "DELE":
    case "RMD":
    case "MKD":
      return REFUSED;
    default:
      return "502 Unknown command.";
  }
}

const portOf = (listening: Server) => (listening.address() as { readonly port: number }).port;
const listen = (one: Server) => new Promise<void>((resolve) => one.listen(0, "127.0.0.1", resolve));

function serve(socket: Socket): void {
  let rest = "";
  socket.on("error", () => {});
  socket.write("220 Ready.\r\n");
  socket.on("data", (octets) => {
    const lines = (rest + octets.toString("latin1")).split("\r\n");
    rest = lines.pop()!;
    for (const line of lines) socket.write(`${answer(line)}\r\n`);
  });
}

beforeAll(async () => {
  server = createServer(serve);
  data = createServer((socket) => void socket.on("error", () => {}).resume());
  await Promise.all([listen(server), listen(data)]);
  origin = `ftp://127.0.0.1:${portOf(server)}`;
  folder = await mkdtemp(join(tmpdir(), "anyurl-refusals-"));
  upload = join(folder, "upload.txt");
  await writeFile(upload, "text\n");
});

afterAll(async () => {
  server.close();
  data.close();
  await rm(folder, { recursive: true });
});

describe("a reply 550 that gives no reason", () => {
  test.each<[string, () => readonly string[], string, number]>([
    ["get of nothing", () => ["get", `${origin}/none.txt`], "not-found", 5],
    ["get of a file that exists", () => ["get", `${origin}/secret.txt`], "permission-denied", 6],
    ["get -o of a directory", () => ["get", "-o", join(folder, "x"), `${origin}/pub`], "is-a-directory", 5],
    ["put to a directory", () => ["put", "-f", upload, `${origin}/pub`], "is-a-directory", 5],
    ["put where the user may not", () => ["put", "-f", upload, `${origin}/new.txt`], "permission-denied", 6],
    ["rm of nothing", () => ["rm", `${origin}/none.txt`], "not-found", 5],
    ["rm of a directory", () => ["rm", `${origin}/pub`], "is-a-directory", 5],
    ["rm of a protected file", () => ["rm", `${origin}/old.txt`], "permission-denied", 6],
    ["rm of a directory with contents", () => ["rm", `${origin}/full/`], "permission-denied", 6],
    ["rm of a file as a directory", () => ["rm", `${origin}/old.txt/`], "not-a-directory", 5],
    ["mkdir of a directory that exists", () => ["mkdir", `${origin}/pub/`], "already-exists", 5],
    ["mkdir where the user may not", () => ["mkdir", `${origin}/new/`], "permission-denied", 6],
  ])("%s has its reason and status", async (_, argv, code, status) => {
    const [verb = "", ...rest] = argv();
    const ran = await run([verb, "--json", ...rest]);
    expect(JSON.parse(ran.out)).toMatchObject({ ok: false, code });
    expect(ran.status).toBe(status);
  });

  test("of a directory names the next commands", async () => {
    const { err } = await run(["get", "-o", join(folder, "x"), `${origin}/pub`]);
    expect(err).toContain(
      `hint: list it: anyurl ls "${origin}/pub/", or download all of it: anyurl get -r -o DIRECTORY "${origin}/pub/"`,
    );
  });
});
