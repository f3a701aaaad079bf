import fs, { type FileHandle, open } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";
import { Socket } from "node:net";
import process from "node:process";

/*
 * Syncs several pairs of directories at once, and kills its own process (SIGKILL) at the nth call of the file system or
 * of a socket. The first argument is n, the second one the cache directory for journals, and the others are pairs of a
 * source and a target.
 */

/** The arguments of this program. */
export type ChildArguments = readonly [moment: string, journals: string, ...urls: string[]];

type Call = (...args: unknown[]) => unknown;

let left = Number(process.argv[2]);

/** The moments are before and after a call: the system has it or not. */
function count(): void {
  if (--left === 0) process.kill(process.pid, "SIGKILL");
}

function patch(target: Record<string, Call>, name: string): void {
  const call = target[name]!;
  target[name] = function (this: unknown, ...args) {
    count();
    const result = call.apply(this, args);
    count();
    return result;
  };
}

const handle: FileHandle = await open("/", "r");
const prototype = Object.getPrototypeOf(handle) as Record<string, Call>;
await handle.close();
for (const name of ["close", "read", "write", "sync", "datasync", "stat", "utimes"]) patch(prototype, name);
for (const name of [
  "link",
  "lstat",
  "mkdir",
  "open",
  "opendir",
  "rename",
  "rmdir",
  "stat",
  "unlink",
  "utimes",
])
  patch(fs as unknown as Record<string, Call>, name);
syncBuiltinESMExports();
for (const name of ["write", "end", "destroy"])
  patch(Socket.prototype as unknown as Record<string, Call>, name);

const { capture } = await import("../captured.ts");
const { main } = await import("../../src/main.ts");

const pairs = process.argv.slice(4);
const runs = Array.from({ length: pairs.length / 2 }, (_, i) => pairs.slice(2 * i, 2 * i + 2));
const env = { XDG_CACHE_HOME: process.argv[3]! };
const argv = ["sync", "--quiet", "--delete", "--journal", "cache"];
await Promise.all(runs.map((pair) => capture((io) => main([...argv, ...pair], io), { env })));
process.stdout.write(String(left));
