import type { Connection, Listener, TlsSession } from "./connection.ts";
import type { DatagramSocket } from "./datagram.ts";
import type { HttpField } from "./entity.ts";
import type { Files } from "./files.ts";
import type { HttpFraming } from "./http.ts";

/** TLS options. Certificates and keys are PEM. */
export interface TlsOptions {
  /** Certificate authorities to trust instead of those of the system. */
  readonly ca?: string | readonly string[];
  /** The client certificate, followed by its chain, for servers that request one; and its key. */
  readonly cert?: string;
  readonly key?: string;
  /** Default TLSv1.2. */
  readonly minVersion?: "TLSv1.2" | "TLSv1.3";
  /** Do not verify certificates. Traffic is encrypted, but an attacker on the network path can intercept it. */
  readonly insecure?: true;
}

/** TLS with one peer. */
export interface TlsEndpoint extends TlsOptions {
  /** The name or address that the certificate must match. A root dot and an IPv6 zone are ignored. */
  readonly serverName: string;
  /**
   * A TLS session with the same peer to resume: FTP servers require the session of the control connection for data
   * connections.
   */
  readonly resume?: TlsSession;
  /**
   * The close of the connection may end a body, so the transport tells a close_notify from a close without one
   * (RFC 8446 §6.1), if it can: see {@link TlsFacts.closeNotify}. It costs time for each byte. Default false.
   */
  readonly closeNotify?: boolean;
  /** The application protocols, the preferred one first (RFC 7301). The result is in {@link TlsFacts.alpn}. */
  readonly alpn?: readonly string[];
  /** Report the public key of the peer: see {@link TlsFacts.publicKey}. Default false. */
  readonly showKey?: boolean;
}

/** TLS on an open connection. */
export interface TlsUpgrade extends TlsEndpoint {
  /** Maximum unread bytes before the peer has to wait. */
  readonly maxBuffer: number;
}

/** An approved address to connect to. Names were resolved and checked before. */
export interface TransportEndpoint {
  /** An IPv4 or IPv6 address as text, including an IPv6 zone ("fe80::1%eth0"). Never a name. */
  readonly address: string;
  readonly port: number;
  /** Use TLS from the first byte. */
  readonly tls?: TlsEndpoint;
  /** Maximum unread bytes before the peer has to wait. */
  readonly maxBuffer: number;
}

/**
 * The network, as a runtime provides it. It makes no decisions: every request was approved before. Its errors are those
 * of the system; the client maps them to codes.
 */
export interface Transport {
  /**
   * Resolves a name to all its addresses, in the order in which to try them. Not called for `localhost` or an address.
   * Rejects with an error of the code `ENOTFOUND` if the name does not exist.
   */
  resolve(name: string, signal: AbortSignal): Promise<readonly string[]>;
  /** Connects to this address. An abort releases all resources. */
  connect(endpoint: TransportEndpoint, signal: AbortSignal): Promise<Connection>;
  /**
   * Starts TLS on an open connection, which must not be used afterwards, and returns the new one. A failure or an abort
   * closes both.
   *
   * @throws {AccessError} desync: unread bytes arrived before TLS.
   */
  secure?(connection: Connection, tls: TlsUpgrade, signal: AbortSignal): Promise<Connection>;
  /**
   * Checks that certificates and keys can be used. Connects to nothing.
   *
   * @throws {AccessError} bad-option.
   */
  checkTls?(tls: TlsOptions): Promise<void>;
  /** Listens for one connection from one peer. */
  awaitPeer?(endpoint: ListenEndpoint, signal: AbortSignal): Promise<Listener>;
  /** Opens a UDP socket with one peer. */
  datagram?(
    endpoint: Pick<TransportEndpoint, "address" | "port" | "maxBuffer">,
    signal: AbortSignal,
  ): Promise<DatagramSocket>;
  /**
   * A connection can be used only by the task that opened it, such as an incoming request of Cloudflare Workers. So a client
   * pools none; a view (`at`) does, because it belongs to a task.
   */
  readonly isPerTask?: true;
  /** All local files; the caller enforces the roots. */
  readonly files?: Files;
  /**
   * Sends an HTTP request by the client of the platform, for a runtime that has no sockets. If it exists, the client uses it
   * for all HTTP. Gives the response of this server, whatever its status: follows no redirect, and sends and stores no
   * cookies. The platform looks names up itself, so the policy cannot check their addresses. An abort ends the request and
   * the body of the response.
   */
  http?(request: PlatformRequest, signal: AbortSignal): Promise<PlatformResponse>;
}

/** A request for the HTTP client of a platform. */
export interface PlatformRequest {
  /** "http" or "https", without a user and a fragment. */
  readonly url: string;
  readonly method: string;
  /** Names in lower case. The platform may ignore the fields that it sets itself. */
  readonly fields: readonly HttpField[];
  readonly body?: AsyncIterable<Uint8Array>;
}

/** The response to a {@link PlatformRequest}. */
export interface PlatformResponse {
  readonly status: number;
  readonly reason: string;
  /** Names in lower case. Without `content-encoding` and `content-length` if the platform has decoded the content. */
  readonly fields: readonly HttpField[];
  /** "length": the platform compares the length of the content with its `content-length`. "close": it is not known. */
  readonly framing: Extract<HttpFraming, "length" | "close">;
  /** The content. Fails if the platform notices that it is truncated. */
  readonly body: AsyncGenerator<Uint8Array, void, void>;
}

/** Where to listen, and which peer to accept. */
export interface ListenEndpoint {
  /** A local address. */
  readonly address: string;
  /** The only address that can connect. */
  readonly peer: string;
  readonly maxBuffer: number;
}
