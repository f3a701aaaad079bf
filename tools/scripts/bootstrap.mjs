// Sets up a fresh machine that has Node and npm and nothing else: brings pnpm, installs, builds. Plain JavaScript,
// for it runs on the machine's own Node (20 or later), before anything is installed.
import { spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { constants } from "node:os";
import { delimiter, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const ROOT = join(dirname(fileURLToPath(import.meta.url)), "../..");

/** The workspace's own Node. */
const NODE = join(ROOT, "node_modules", "node", "bin", process.platform === "win32" ? "node.exe" : "node");

/** "pnpm@12.21.0", as package.json pins it. */
const PNPM = JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).packageManager;

if (Number.parseInt(process.versions.node, 10) < 20)
  fail(`Node 20 or later is needed; this is ${process.version}`, 1);

/** The command that runs the pinned pnpm: the one that is running us when it is that one, else through npx. */
function pnpm(...args) {
  const agent = process.env.npm_config_user_agent ?? "";
  const own = process.env.npm_execpath;
  if (own !== undefined && agent.startsWith(`${PNPM.replace("@", "/")} `)) {
    return own.endsWith(".js") || own.endsWith(".cjs") || own.endsWith(".mjs")
      ? [process.execPath, own, ...args]
      : [own, ...args];
  }
  return ["npx", "--yes", PNPM, ...args];
}

/** Installs what the lock file says, once for each state of it. */
export function install() {
  const stamp = join(ROOT, "node_modules", ".cache", "anyurl-install");
  const state = stateOf([
    "pnpm-lock.yaml",
    "pnpm-workspace.yaml",
    "package.json",
    ...readdirSync(join(ROOT, "packages"))
      .map((name) => join("packages", name, "package.json"))
      .filter((path) => existsSync(join(ROOT, path))),
  ]);
  if (existsSync(stamp) && readFileSync(stamp, "utf8") === state) return;
  step("install", pnpm("install", "--frozen-lockfile", "--prefer-offline"));
  mkdirSync(dirname(stamp), { recursive: true });
  writeFileSync(stamp, state);
}

/** Builds the packages that have changed since they were built. On a fresh clone, all of them together. */
export function build() {
  const isFresh = !existsSync(join(ROOT, "packages/core/dist"));
  step("build", isFresh ? [NODE, "tools/scripts/build-all.ts"] : pnpm("run", "build"));
}

/**
 * Runs the last command of a script on the workspace's own Node, with the same terminal, and exits with its status. npx
 * and pnpm are not used, because their output would mix with the command's.
 */
export function finish(...args) {
  const { status, signal, error } = spawnSync(NODE, args, {
    cwd: ROOT,
    env: withTools(process.env),
    stdio: "inherit",
  });
  if (error) fail(`cannot start ${NODE}: ${error.message}`, 127);
  process.exit(signal ? 128 + constants.signals[signal] : status);
}

/** Runs one step quietly; shows what it printed when it fails. */
function step(name, command) {
  const start = performance.now();
  process.stderr.write(`${name} … `);
  const result = run(command);
  const seconds = ((performance.now() - start) / 1000).toFixed(1);
  if (result.status === 0) {
    process.stderr.write(`${seconds} s\n`);
    return;
  }
  process.stderr.write(`failed after ${seconds} s\n${result.stdout ?? ""}${result.stderr ?? ""}`);
  fail(
    `${name} failed: ${command.join(" ")}${result.error ? ` (${result.error.message})` : ""}`,
    result.status || 1,
  );
}

function run([command, ...args]) {
  // Otherwise `npm test --silent` would suppress the errors of npx.
  const { npm_config_loglevel: _, ...env } = process.env;
  return spawnSync(command, args, {
    cwd: ROOT,
    env: { ...withTools(env), TURBO_TELEMETRY_DISABLED: "1", DO_NOT_TRACK: "1" },
    stdio: ["ignore", "pipe", "pipe"],
    encoding: "utf8",
    maxBuffer: 64 * 1024 * 1024,
    shell: process.platform === "win32",
  });
}

/** The environment in which a program finds the tools of the workspace. */
function withTools(env) {
  return { ...env, PATH: `${join(ROOT, "node_modules", ".bin")}${delimiter}${env.PATH ?? ""}` };
}

// Not of process.version: the first run is the machine's Node, the next the workspace's own, first on npm's PATH.
function stateOf(files) {
  const hash = createHash("sha256").update(`${PNPM} ${process.platform} ${process.arch}`);
  for (const file of files) hash.update(file).update(readFileSync(join(ROOT, file)));
  return hash.digest("hex");
}

function fail(message, status) {
  process.stderr.write(`${message}\n`);
  process.exit(status);
}
