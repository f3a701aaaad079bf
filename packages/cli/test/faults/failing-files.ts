import callbacks from "node:fs";
import fs, { type FileHandle, open } from "node:fs/promises";
import { syncBuiltinESMExports } from "node:module";

/*
 * Makes one call of the file system fail. Patches Node's modules, so only a child process may load this file.
 */

/** The calls of `node:fs/promises` that can fail, with an error that systems report for them. */
const CALLS = {
  access: "EIO",
  lchown: "EIO",
  link: "EIO",
  lstat: "EIO",
  mkdir: "ENOSPC",
  open: "EMFILE",
  opendir: "EMFILE",
  readdir: "EMFILE",
  readFile: "EMFILE",
  realpath: "EIO",
  rename: "EIO",
  rmdir: "EIO",
  stat: "EIO",
  unlink: "EIO",
  writeFile: "ENOSPC",
} as const;

/** The same for an open file. A failed close closes the file anyway, as on Linux. */
const HANDLE_CALLS = {
  chmod: "EIO",
  chown: "EIO",
  close: "EIO",
  datasync: "EIO",
  read: "EIO",
  stat: "EIO",
  sync: "ENOSPC",
  truncate: "EIO",
  write: "ENOSPC",
} as const;

/** The calls of `node:fs` that the transport makes. Those with "Sync" throw the error. */
const NUMBER_CALLS = {
  closeSync: "EIO",
  fchmodSync: "EIO",
  fchownSync: "EIO",
  fstatSync: "EIO",
  fsync: "ENOSPC",
  futimesSync: "EIO",
  linkSync: "EIO",
  lstatSync: "EIO",
  open: "EMFILE",
  openSync: "EMFILE",
  read: "EIO",
  renameSync: "EIO",
  unlinkSync: "EIO",
  write: "ENOSPC",
  writeSync: "ENOSPC",
} as const;

/** A call that failed. */
export interface FailedCall {
  readonly name: string;
  readonly code: string;
}

type Call = (...args: unknown[]) => Promise<unknown>;

let left = Number.POSITIVE_INFINITY;
let hasLinks = true;
let failed: FailedCall | undefined;

/** Counts down to the failing call, and returns its error. */
function fault(name: string, code: string): Error | undefined {
  if (/^(fs\.)?link/.test(name) && !hasLinks) return systemError(name, "EPERM");
  left -= 1;
  if (left !== 0) return undefined;
  failed = { name, code };
  return systemError(name, code);
}

function systemError(name: string, code: string): Error {
  return Object.assign(new Error(`${code}: injected fault, ${name}`), { code, syscall: name, errno: -1 });
}

function patch(target: Record<string, Call>, name: string, code: string, prefix: string): void {
  const call = target[name]!;
  target[name] = async function (this: unknown, ...args) {
    const error = fault(prefix + name, code);
    if (error === undefined) return call.apply(this, args);
    if (prefix !== "" && name === "close") await call.apply(this, args);
    throw error;
  };
}

function patchNumberCall(name: keyof typeof NUMBER_CALLS): void {
  const target = callbacks as unknown as Record<string, (...args: unknown[]) => unknown>;
  const call = target[name]!;
  target[name] = (...args) => {
    const error = fault(`fs.${name}`, NUMBER_CALLS[name]);
    if (error === undefined) return call.apply(callbacks, args);
    if (name === "closeSync") call.apply(callbacks, args);
    if (name.endsWith("Sync")) throw error;
    return process.nextTick(args.at(-1) as (error: Error) => void, error);
  };
}

/** Patches the modules of Node for the rest of the process. */
export async function patchFileSystem(): Promise<void> {
  const handle: FileHandle = await open("/", "r");
  const prototype = Object.getPrototypeOf(handle) as Record<string, Call>;
  await handle.close();
  for (const [name, code] of Object.entries(HANDLE_CALLS)) patch(prototype, name, code, "handle.");
  for (const [name, code] of Object.entries(CALLS))
    patch(fs as unknown as Record<string, Call>, name, code, "");
  for (const name of Object.keys(NUMBER_CALLS)) patchNumberCall(name as keyof typeof NUMBER_CALLS);
  syncBuiltinESMExports();
}

/** Runs `work` while its nth call fails, and returns the call, or `undefined` if there were fewer calls. */
export async function failNthCall(
  n: number,
  links: boolean,
  work: () => Promise<void>,
): Promise<FailedCall | undefined> {
  left = n;
  hasLinks = links;
  failed = undefined;
  try {
    await work();
    return failed;
  } finally {
    left = Number.POSITIVE_INFINITY;
    hasLinks = true;
  }
}
