import type { Transport } from "@anyurl/core/exchange";
import { awaitPeer } from "./await-peer.ts";
import { connect } from "./connect.ts";
import { datagram } from "./datagram.ts";
import { nodeFiles } from "./files/node-files.ts";
import { httpOver } from "./http/http-over.ts";
import { resolve } from "./resolve.ts";
import { secure } from "./secure.ts";
import { type TlsDefaults, tlsDefaultsOf } from "./tls.ts";

export type { TlsDefaults } from "./tls.ts";

export interface NodeTransportOptions {
  /** For every connection with TLS; what a client says of its own goes before it. */
  readonly tls?: TlsDefaults;
}

/**
 * The network of Node.js: its resolver, TCP, and TLS with certificates verified; and the files of this machine.
 *
 * @throws {TypeError} `insecure` is not for a transport.
 */
export function nodeTransport(options: NodeTransportOptions = {}): Transport {
  const defaults = tlsDefaultsOf(options.tls);
  return {
    resolve,
    connect: ({ tls, ...endpoint }, signal) =>
      connect({ ...endpoint, ...(tls && { tls: { ...defaults, ...tls } }) }, signal),
    datagram,
    awaitPeer,
    secure: (connection, tls, signal) => secure(connection, { ...defaults, ...tls }, signal),
    http: httpOver,
    files: nodeFiles(),
  };
}
