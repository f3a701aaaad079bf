import type { Transport } from "@anyurl/core/exchange";
import { nodeFiles } from "./files/node-files.ts";
import { httpOver } from "./http/http-over.ts";
import { type TlsDefaults, tlsDefaultsOf } from "./tls-defaults.ts";

export type { TlsDefaults } from "./tls-defaults.ts";

export interface NodeTransportOptions {
  /** For every connection with TLS; what a client says of its own goes before it. */
  readonly tls?: TlsDefaults;
}

/**
 * The network of Node.js: its resolver, TCP, and TLS with certificates verified; and the files of this machine. Each part
 * is loaded when it is used: TLS alone takes half as long to load as Node takes to start.
 *
 * @throws {TypeError} `insecure` is not for a transport.
 */
export function nodeTransport(options: NodeTransportOptions = {}): Transport {
  const defaults = tlsDefaultsOf(options.tls);
  return {
    resolve: async (name, signal) => (await parts.resolve()).resolve(name, signal),
    connect(endpoint, signal) {
      const { tls } = endpoint;
      const own = tls === undefined ? endpoint : { ...endpoint, tls: { ...defaults, ...tls } };
      // Loaded once, there is nothing to wait for: small files come here one after the other.
      return connecting?.connect(own, signal) ?? loadConnect().then(({ connect }) => connect(own, signal));
    },
    datagram: async (endpoint, signal) => (await parts.datagram()).datagram(endpoint, signal),
    awaitPeer: async (endpoint, signal) => (await parts.awaitPeer()).acceptPeer(endpoint, signal),
    async secure(connection, tls, signal) {
      const { secure } = await parts.secure();
      return secure(connection, { ...defaults, ...tls }, signal);
    },
    http: httpOver,
    files: nodeFiles(),
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
} as const;

/** Asking Node again for a module that is loaded takes longer than looking here. */
function once<T>(load: () => Promise<T>): () => Promise<T> {
  let loaded: Promise<T> | undefined;
  return () => {
    loaded ??= load();
    return loaded;
  };
}
