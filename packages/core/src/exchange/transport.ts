import type { Connection, Listener, TlsSession } from "./context.ts";
import type { DatagramSocket } from "./datagram.ts";
import type { Files } from "./files.ts";
import type { HttpRequest, HttpResponse } from "./http.ts";

/** How TLS is spoken. Certificates and keys are PEM. */
export interface TlsOptions {
  /** Who is trusted to vouch for a peer, instead of whom the machine trusts. */
  readonly ca?: string | readonly string[];
  /**
   * Our own certificate, with those that vouch for it behind it, for servers that ask for one; and its key.
   */
  readonly cert?: string;
  readonly key?: string;
  /** Default TLSv1.2. */
  readonly minVersion?: "TLSv1.2" | "TLSv1.3";
  /** Speak to whoever answers: what is sent is hidden from listeners, and not from whoever stands between. */
  readonly insecure?: true;
}

/** TLS with one peer. */
export interface TlsEndpoint extends TlsOptions {
  /** The name or address that the certificate must carry. A root dot and an IPv6 zone do not count. */
  readonly serverName: string;
  /** A session with the same peer to go on with: FTP servers want the control connection's for their data. */
  readonly resume?: TlsSession;
  /**
   * The close of the connection may end a body, so the transport tells a close_notify from a close without one
   * (RFC 8446 §6.1), if it can: see {@link TlsFacts.closeNotify}. It costs time for each byte. Default false.
   */
  readonly closeNotify?: boolean;
}

/** TLS on a connection that is open. */
export interface TlsUpgrade extends TlsEndpoint {
  /** Octets that may wait unread before the peer is held back. */
  readonly maxBuffer: number;
}

/** An approved address to connect to. Names have been looked up and checked before. */
export interface TransportEndpoint {
  /** An IPv4 or IPv6 address as text, an IPv6 zone included ("fe80::1%eth0"). Never a name. */
  readonly address: string;
  readonly port: number;
  /** TLS from the first octet. */
  readonly tls?: TlsEndpoint;
  /** Octets that may wait unread before the peer is held back. */
  readonly maxBuffer: number;
}

/**
 * The network, as a runtime gives it. It decides nothing: whatever it is asked for has been approved. Its
 * errors are the system's own; the client gives them their codes.
 */
export interface Transport {
  /**
   * All addresses of a name, in the order in which to try them. Not called for `localhost` or an address. Rejects with an
   * error of the code `ENOTFOUND` if the name does not exist.
   */
  resolve(name: string, signal: AbortSignal): Promise<readonly string[]>;
  /** Connects to this very address. An abort leaves nothing behind. */
  connect(endpoint: TransportEndpoint, signal: AbortSignal): Promise<Connection>;
  /**
   * Begins TLS on an open connection, which is of no other use from then on, and gives the one to go on with.
   * A failure or an abort closes both.
   *
   * @throws {AccessError} desync: octets that nobody has received were there before TLS was.
   */
  secure?(connection: Connection, tls: TlsUpgrade, signal: AbortSignal): Promise<Connection>;
  /**
   * Speaks HTTP on an open connection, which is of no other use from then on. Closing what it gives closes the
   * connection.
   */
  http?(connection: Connection, options: HttpOptions): HttpConnection;
  /** Listens for one connection, from one peer. */
  awaitPeer?(endpoint: ListenEndpoint, signal: AbortSignal): Promise<Listener>;
  /** A UDP socket with this one peer. */
  datagram?(
    endpoint: Pick<TransportEndpoint, "address" | "port" | "maxBuffer">,
    signal: AbortSignal,
  ): Promise<DatagramSocket>;
  /** The files of this machine, all of them: whoever asks sees to the roots. */
  readonly files?: Files;
}

/** Where to listen, and for whom. */
export interface ListenEndpoint {
  /** An address of this machine. */
  readonly address: string;
  /** The only address that may connect. */
  readonly peer: string;
  readonly maxBuffer: number;
}

export interface HttpOptions {
  /** Octets of a head, trailers included. */
  readonly maxHead: number;
  /** Fields of a head, trailers included. */
  readonly maxFields: number;
  /** Is the server asked to leave the connection open for another request? Default false. */
  readonly keepAlive?: boolean;
}

/** A connection on which HTTP is spoken: one request after the other. */
export interface HttpConnection {
  /**
   * Resolves when the head of the final response is there. Sends the lines of `httpHead`. An abort closes the
   * connection.
   *
   * @throws {AccessError} truncated, protocol-error, desync, too-large; busy: the last response is not read to its end.
   *   What the source of the body throws is thrown as it is.
   */
  request(
    request: Omit<HttpRequest, "endpoint" | "secret" | "hidden"> & { readonly authority: string },
    signal: AbortSignal,
  ): Promise<Omit<HttpResponse, "remote">>;
  /** Has the last response been read to its end, and may another request follow? */
  readonly reusable: boolean;
  /** As a connection's. */
  rest?(resting: boolean): void;
  close(): void;
}
