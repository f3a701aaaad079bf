import { getServers, promises } from "node:dns";
import { networkInterfaces } from "node:os";
import process from "node:process";
import tls from "node:tls";

/** What the doctor looks at besides the command's own world, so that a test can give another one. */
export interface Machine {
  /** Of Node, as "24.21.0". */
  readonly node: string;
  /** Does this Node read TypeScript? */
  readonly readsTypeScript: boolean;
  readonly cwd: string;
  /** Addresses of this machine that are not its own alone. */
  readonly addresses: readonly string[];
  /** Who is asked for addresses of names. */
  readonly nameServers: readonly string[];
  /** Certificates of authorities that are trusted. */
  readonly authorities: number;
  /** All addresses of a name. */
  lookup(name: string): Promise<readonly string[]>;
}

/** The machine on which this process runs. */
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

/** As the transport has them: Node's own, and those of the system where this Node can read them. */
function authorities(): number {
  if (typeof tls.getCACertificates !== "function") return tls.rootCertificates.length;
  return new Set([...tls.getCACertificates("default"), ...tls.getCACertificates("system")]).size;
}
