import type { Connection } from "./context.ts";

/** An approved address to connect to. Names have been looked up and checked before. */
export interface TransportEndpoint {
  /** An IPv4 or IPv6 address as text, an IPv6 zone included ("fe80::1%eth0"). Never a name. */
  readonly address: string;
  readonly port: number;
  /** TLS from the first octet; the name that the certificate must carry. */
  readonly tls?: { readonly serverName: string };
  /** Octets that may wait unread before the peer is held back. */
  readonly maxBuffer: number;
}

/**
 * The network, as a runtime gives it. It decides nothing: whatever it is asked for has been approved. Its
 * errors are the system's own; the client gives them their codes.
 */
export interface Transport {
  /** All addresses of a name, in the order in which to try them. Not called for `localhost` or an address. */
  resolve(name: string, signal: AbortSignal): Promise<readonly string[]>;
  /** Connects to this very address. An abort leaves nothing behind. */
  connect(endpoint: TransportEndpoint, signal: AbortSignal): Promise<Connection>;
}
