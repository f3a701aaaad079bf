import { getServers, promises } from "node:dns";
import { networkInterfaces } from "node:os";
import process from "node:process";
import tls from "node:tls";

/** What the doctor inspects outside the environment of the command. Tests replace it. */
export interface Machine {
  /** The version of Node, for example "24.21.0". */
  readonly node: string;
  /** Whether this Node can run TypeScript. */
  readonly readsTypeScript: boolean;
  readonly cwd: string;
  /** The addresses of this machine, without loopback. */
  readonly addresses: readonly string[];
  /** The DNS servers. */
  readonly nameServers: readonly string[];
  /** The number of trusted CA certificates. */
  readonly authorities: number;
  /** Looks up all addresses of a name. */
  lookup(name: string): Promise<readonly string[]>;
}

/** Returns the machine on which this process runs. */
export function inspectMachine(): Machine {
  const { typescript } = process.features as { readonly typescript?: unknown };
  return {
    node: process.versions.node,
    readsTypeScript: typescript !== undefined && typescript !== false,
    cwd: process.cwd(),
    addresses: Object.values(networkInterfaces())
      .flatMap((all) => all ?? [])
      .filter(({ internal }) => !internal)
      .map(({ address }) => address),
    nameServers: getServers(),
    authorities: authorities(),
    lookup: async (name) => (await promises.lookup(name, { all: true })).map(({ address }) => address),
  };
}

/** The same certificates as in the transport: Node's own, and the system's if this Node can read them. */
function authorities(): number {
  if (typeof tls.getCACertificates !== "function") return tls.rootCertificates.length;
  return new Set([...tls.getCACertificates("default"), ...tls.getCACertificates("system")]).size;
}
