import type { FileHandle } from "node:fs/promises";
import type { FileRoot, Files, Transport } from "@anyurl/core/exchange";
import { SYSTEM } from "./files/system.ts";
import { resolveTlsDefaults, type TlsDefaults } from "./tls-defaults.ts";

export { createProgram } from "./create-program.ts";
export type { TlsDefaults } from "./tls-defaults.ts";

export interface NodeTransportOptions {
  /** Defaults for every TLS connection; the options of a client take precedence. */
  readonly tls?: TlsDefaults;
}

/**
 * Creates the network of Node.js: its resolver, TCP, TLS with verified certificates, and the files of this machine.
 * Each part is loaded on first use: TLS alone takes half as long to load as Node takes to start.
 *
 * @throws {TypeError} `insecure` is set: a transport does not accept it.
 */
export function nodeTransport(options: NodeTransportOptions = {}): Transport {
  const defaults = resolveTlsDefaults(options.tls);
  return {
    resolve: async (name, signal) => (await parts.resolve()).resolve(name, signal),
    connect(endpoint, signal) {
      const { tls } = endpoint;
      const own = tls === undefined ? endpoint : { ...endpoint, tls: { ...defaults, ...tls } };
      // Once the module is loaded, connect without waiting: small files open one connection after another.
      return connecting?.connect(own, signal) ?? loadConnect().then(({ connect }) => connect(own, signal));
    },
    datagram: async (endpoint, signal) => (await parts.datagram()).datagram(endpoint, signal),
    awaitPeer: async (endpoint, signal) => (await parts.awaitPeer()).acceptPeer(endpoint, signal),
    async secure(connection, tls, signal) {
      const { secure } = await parts.secure();
      return secure(connection, { ...defaults, ...tls }, signal);
    },
    checkTls: async (tls) => (await parts.trust()).checkTls({ ...defaults, ...tls }),
    files: createFiles(),
  };
}

/**
 * Opens a regular file of this user with one name: never through a link, and without waiting for the other end of a FIFO.
 *
 * @param flags `O_RDONLY`, `O_RDWR | O_CREAT` and the like.
 * @returns `undefined` for another kind of file, a file of another user, or a file with a second name.
 */
export async function openOwnFile(path: string, flags: number): Promise<FileHandle | undefined> {
  return (await import("./files/own-file.ts")).openOwnFile(path, flags);
}

/**
 * Creates a lock file with the number of this process. The lock of a process that was killed is taken over.
 *
 * @returns "locked": a running process has it. "foreign": a foreign file is in its place.
 */
export async function takeLock(path: string): Promise<AsyncDisposable | "locked" | "foreign"> {
  return (await import("./files/lock-file.ts")).takeLock(path);
}

/** Returns the files of this machine, or those below some directories. */
function createFiles(roots?: readonly FileRoot[]): Files {
  const load = once(async () => {
    const files = (await parts.files()).nodeFiles();
    return roots === undefined ? files : files.below!(roots);
  });
  return {
    system: SYSTEM,
    open: async (...args) => (await load()).open(...args),
    facts: async (...args) => (await load()).facts(...args),
    async *entries(...args) {
      yield* (await load()).entries(...args);
    },
    write: async (...args) => (await load()).write(...args),
    withPart: async (...args) => (await load()).withPart!(...args),
    remove: async (...args) => (await load()).remove(...args),
    rename: async (...args) => (await load()).rename(...args),
    makeDirectory: async (...args) => (await load()).makeDirectory(...args),
    makeLink: async (...args) => (await load()).makeLink!(...args),
    below: createFiles,
  };
}

let connecting: typeof import("./connect.ts") | undefined;

async function loadConnect(): Promise<typeof import("./connect.ts")> {
  connecting = await import("./connect.ts");
  return connecting;
}

const parts = {
  resolve: once(() => import("./resolve.ts")),
  datagram: once(() => import("./datagram.ts")),
  awaitPeer: once(() => import("./accept-peer.ts")),
  secure: once(() => import("./secure.ts")),
  trust: once(() => import("./trust.ts")),
  files: once(() => import("./files/node-files.ts")),
} as const;

/** Caches a loaded module, because importing it again takes longer. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load();
    return loaded;
  };
}
