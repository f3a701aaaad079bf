/**
 * Records a session of the command in tmux at 40, 80, and 200 columns, and writes a picture of each to docs/screens. It
 * needs tmux, and the ports 2121 and 7070 of loopback, because the URLs are in the pictures.
 *
 *   node --conditions=anyurl-source tools/screens/record.ts
 */
import { execFile, execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { promisify } from "node:util";
import { library, startFtpServer, startGopherServer } from "@anyurl/servers";
import { drawScreen } from "./draw-screen.ts";

const WIDTHS = [40, 80, 200] as const;
const MAX_ROWS = 250;

const ROOT = join(import.meta.dirname, "../..");
const TARGET = join(ROOT, "docs/screens");

const root = library();
await using ftp = await startFtpServer({ root, port: 2121 });
await using gopher = await startGopherServer({ root, port: 7070 });

const COMMANDS = [
  `explain ${gopher.origin}/7/search%09blue%20whale`,
  `ls ${ftp.origin}/poems/`,
  `ls ${ftp.origin}/octets/`,
  `ls ${gopher.origin}/`,
  `plan "ftp://alice@ftp.example/%2Fetc/motd;type=a"`,
  `get ${gopher.origin}/0/welcome.txt%0D%0ADELETE%20everything`,
];

const directory = mkdtempSync(join(tmpdir(), "anyurl-screens-"));
try {
  mkdirSync(TARGET, { recursive: true });
  for (const width of WIDTHS)
    writeFileSync(join(TARGET, `${width}.svg`), drawScreen(await record(width), width));
} finally {
  rmSync(directory, { recursive: true });
}

/** Runs the commands in a terminal, and returns its contents with their color codes. */
async function record(width: number): Promise<string> {
  const name = `anyurl-${process.pid}-${width}`;
  const tmux = (...args: readonly string[]) =>
    String(execFileSync("tmux", ["-L", name, "-f", "/dev/null", ...args], { cwd: directory }));
  const script = join(directory, `${width}.sh`);
  writeFileSync(script, createScript(`tmux -L ${name} wait-for -S done`));
  try {
    tmux("new-session", "-d", "-x", String(width), "-y", String(MAX_ROWS), "sh", script);
    // The servers run in this process, so it must not block.
    await promisify(execFile)("tmux", ["-L", name, "wait-for", "done"]);
    return tmux("capture-pane", "-e", "-p");
  } finally {
    tmux("kill-server");
  }
}

function createScript(end: string): string {
  const command = `"${process.execPath}" -C anyurl-source "${join(ROOT, "packages/cli/src/bin.ts")}"`;
  const policy = join(directory, "anyurl.config.json");
  writeFileSync(policy, JSON.stringify({ policy: { allowPorts: ["ftp:2121", "gopher:7070"] } }));
  return [
    `export HOME="${directory}" LC_ALL=C.UTF-8 TERM=tmux-256color ANYURL_CONFIG="${policy}" TZ=UTC`,
    "unset NO_COLOR FORCE_COLOR COLORTERM",
    `anyurl() { ${command} "$@"; }`,
    ...COMMANDS.map((each) => `printf '%s\\n' '$ anyurl ${each}'\nanyurl ${each}\necho`),
    end,
    "cat",
  ].join("\n");
}
