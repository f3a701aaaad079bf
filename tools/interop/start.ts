import { type ChildProcess, spawn } from "node:child_process";
import { accessSync, chmodSync, constants, mkdirSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";

interface PeerRow {
  /** The path of the program in the unpacked package. */
  readonly program: string;
  readonly needsRoot: boolean;
}

/** The rows of peers.list, by the name of the server. */
const ROWS: ReadonlyMap<string, PeerRow> = new Map(
  readFileSync(join(import.meta.dirname, "peers.list"), "utf8")
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => {
      const [name = "", , program = "", who] = line.split(/ +/);
      return [name, { program, needsRoot: who === "root" }];
    }),
);

export const PEER_NAMES: readonly string[] = [...ROWS.keys()];

/** A third-party server that runs on loopback for one test file. */
export interface Peer extends AsyncDisposable {
  readonly port: number;
  /** The served directory, which `stop` removes. */
  readonly root: string;
  stop(): Promise<void>;
}

const PEERS = process.env["ANYURL_PEERS"] ?? "/var/cache/anyurl-peers";

/**
 * Returns why the peer cannot run here and its tests are skipped; `undefined` if it can. In CI a missing peer is a
 * failure, so the result is always `undefined`.
 */
export function missing(name: string): string | undefined {
  return process.env["CI"] === "true" ? undefined : obstacle(name);
}

/** Seeds a directory, and starts a server for it on a free port. */
export async function startPeer(
  name: string,
  seed: (root: string) => void,
  env: Readonly<Record<string, string>> = {},
): Promise<Peer> {
  const reason = obstacle(name);
  if (reason !== undefined) throw new Error(reason);
  const work = mkdtempSync(join(tmpdir(), `anyurl-${name}-`));
  // The daemons drop root, so other users must be able to enter the directory.
  chmodSync(work, 0o755);
  const root = join(work, "root");
  mkdirSync(root);
  seed(root);
  const port = await freePort();
  const child = spawn(join(import.meta.dirname, "servers", name), [String(port), work], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, ...env },
    // Its own process group, so that sessions end with the listener.
    detached: true,
  });
  let said = "";
  child.stderr.on("data", (octets: Buffer) => {
    said = `${said}${octets.toString()}`.slice(-4000);
  });
  const stop = async () => {
    await end(child);
    rmSync(work, { recursive: true, force: true });
  };
  try {
    await listening(port, child, () => said);
  } catch (error) {
    await stop();
    throw error;
  }
  return { port, root, stop, [Symbol.asyncDispose]: stop };
}

function obstacle(name: string): string | undefined {
  const row = ROWS.get(name);
  if (row === undefined) throw new Error(`unknown server "${name}": not in peers.list`);
  try {
    accessSync(join(PEERS, name, row.program), constants.R_OK);
  } catch {
    return `${name} is not installed: run tools/interop/install as root`;
  }
  return row.needsRoot && process.getuid?.() !== 0 ? `${name} must be started by root` : undefined;
}

export async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  return port;
}

async function listening(port: number, child: ChildProcess, said: () => string): Promise<void> {
  const deadline = Date.now() + 15_000;
  while (Date.now() < deadline) {
    if (child.exitCode !== null || child.signalCode !== null)
      throw new Error(`the server exited at once: ${said()}`);
    if (await answers(port)) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the server did not listen within 15 s: ${said()}`);
}

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1");
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

/** Sends SIGTERM to the group, and SIGKILL after three seconds. */
async function end(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  const signal = (name: "SIGTERM" | "SIGKILL") => {
    try {
      process.kill(-child.pid!, name);
    } catch {
      // The group has already exited.
    }
  };
  signal("SIGTERM");
  const killTimer = setTimeout(() => signal("SIGKILL"), 3_000);
  await ended;
  clearTimeout(killTimer);
}
